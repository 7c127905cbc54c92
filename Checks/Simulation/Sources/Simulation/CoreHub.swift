import HubContracts
import HubCore
import HubHTTP
import HubTesting
import PersonalSyncTesting
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// A whole real Hub in this process, without a socket: its router, rules and embedded storage.
final class CoreHub: SimulatedHub {
  enum Failure: Error { case noSuchPerson, notSignedIn, expired }

  /// Another one after each restore.
  private let open: Locked<FrontDoor>
  private let clock: HandClock
  private let random: any RandomBytes
  private let people = Locked<[String: (signedIn: SignedIn, at: Epoch)]>([:])
  private let signIns = Locked(0)

  init(clock: HandClock, random: any RandomBytes) throws {
    (self.clock, self.random) = (clock, random)
    open = Locked(
      try Self.door(over: TestIdentity(passwordHash: CheapPasswords()), clock, random))
  }

  private var door: FrontDoor { open.withLock { $0 } }

  private static func door(
    over identity: TestIdentity, _ clock: HandClock, _ random: any RandomBytes
  ) throws -> FrontDoor {
    try FrontDoor(at: TestDevice.origin, over: identity) { identity, _ in
      let clock = WorldClock(clock: clock)
      let sync = SyncService(storage: identity.database, clock: clock, random: random)
      let audit = AuditService(
        storage: identity.database, identity: identity.service.identity, clock: clock)
      return SyncRoutes(sync: sync, audit: audit).routes + AuditRoutes(audit: audit).routes
    }
  }

  /// Nobody tries passwords in a world, so that what it costs to try one is not paid either.
  private struct CheapPasswords: PasswordHashing {
    func hash(_ password: [UInt8]) -> String? { Base64URL.encode(SHA256.hash(password)) }

    func isValid(_ password: [UInt8], for phc: String) -> Bool { hash(password) == phc }
  }

  /// The Hub's own clock: that of the world.
  private struct WorldClock: WallClock {
    let clock: HandClock
    var nowMilliseconds: Int64 { clock.nowMilliseconds }
  }

  func signIn(
    _ person: String, client: String, document: DocumentID
  ) async throws -> FakeHub.Session {
    let person = try await account(person)
    // From another network each time, so that no limit on attempts is reached while time stands.
    let asked = try await door.identity.ask(
      document: document, client: client, from: NetworkPrefix(peer: nextPeer()))
    guard try await door.identity.approve(asked, by: person) == .approved,
      case .signedIn(let signIn) = try await door.identity.redeem(asked)
    else { throw Failure.notSignedIn }
    return FakeHub.Session(
      bearer: signIn.bearer.text, revokeHandle: signIn.revokeHandle.text,
      id: signIn.session.id)
  }

  private func nextPeer() -> String {
    let number = signIns.withLock { count in
      count += 1
      return count
    }
    return "10.\(number >> 8 & 255).\(number & 255).1"
  }

  /// Ada owns the Hub; whoever else comes is her guest.
  ///
  /// A restore signs everybody out.
  private func account(_ person: String) async throws -> SignedIn {
    let identity = door.identity
    let (known, isFirst) = people.withLock { ($0[person], $0.isEmpty) }
    if let known, known.at == epoch { return known.signedIn }
    let signedIn =
      if let known {
        try await identity.signIn(known.signedIn.session.account.name)
      } else if isFirst {
        try await identity.makeOwner()
      } else {
        try await identity.makeGuest(person)
      }
    people.withLock { $0[person] = (signedIn, epoch) }
    return signedIn
  }

  func records(of person: String, _ domain: Domain) async throws -> [Change] {
    guard let account = people.withLock({ $0[person]?.signedIn.session.account.number }) else {
      throw Failure.noSuchPerson
    }
    var changes: [Change] = []
    while true {
      let answer = try await door.identity.database.pull(
        domain, after: changes.last?.cursor ?? .start, isWhole: true, of: account)
      guard case .page(let page) = answer else { throw Failure.expired }
      changes += page.changes
      if !page.hasMore { return changes }
    }
  }

  func forgetDeletions(storedBefore milliseconds: Int64) async throws {
    while try await door.identity.database.purgeTombstones(storedBefore: milliseconds, limit: 100)
      == 100
    {}
  }

  var epoch: Epoch { door.identity.database.epoch }

  func backedUp() async throws -> HubBackup {
    let bytes = try door.identity.backUp()
    return HubBackup { [self] in
      let identity = try await door.identity.restored(
        from: bytes, nowMilliseconds: clock.nowMilliseconds, passwordHash: CheapPasswords())
      let restored = try Self.door(over: identity, clock, random)
      open.withLock { $0 = restored }
    }
  }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    var response = await door.respond(to: request)
    // A Hub that does not ask is told nothing: what waits for a person is no promise of a world, and each
    // request more is a throw of its dice.
    response.headers[AttentionCounts.header] = nil
    return response
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    await door.respond(to: request)
  }
}
