import Foundation
import HubContracts
import HubCore
import HubStorageSQLite
import ToolboxCrypto
import ToolboxSQLite

/// The Hub's identity half on a database of its own, with a clock that a test moves.
///
/// The folder is removed when the test lets go of it.
public final class TestIdentity: Sendable {
  public static let password = "violet kettle on a hill"
  public static let home = NetworkPrefix(peer: "192.0.2.7")

  public let clock: HandMovedClock
  public let random: CountingRandom
  public let key: SigningKey
  private let pepper: SealingKey
  public let database: HubDatabase
  public let service: IdentityService
  public var audit: AuditService {
    AuditService(storage: database, identity: service.identity, clock: clock)
  }
  /// Of every ``sync``.
  public let feed = ChangeFeed()
  /// Where the database is.
  public let folder: URL

  /// - `passwordHash`: by default as weak as may be, because each test hashes anew.
  public convenience init(
    passwordHash: any PasswordHashing = PasswordHash(memoryBytes: 19 << 20, passes: 2)
  ) throws {
    let random = CountingRandom()
    guard let key = SigningKey(seed: random.bytes(SigningKey.seedByteCount)),
      let pepper = SealingKey(bytes: random.bytes(SealingKey.byteCount))
    else { preconditionFailure("32 bytes make a key") }
    let world = World(clock: HandMovedClock(), random: random, key: key, pepper: pepper)
    try self.init(world, folder: Self.makeFolder(), passwordHash)
  }

  /// What one Hub keeps over a restore of its database.
  private struct World {
    var clock: HandMovedClock
    var random: CountingRandom
    var key: SigningKey
    var pepper: SealingKey
  }

  private init(
    _ world: World, folder: URL, _ passwordHash: any PasswordHashing
  ) throws {
    self.folder = folder
    (clock, random, key, pepper) = (world.clock, world.random, world.key, world.pepper)
    database = try HubDatabase.open(
      path: folder.appendingPathComponent("hub.db").path, random: random)
    service = IdentityService(
      storage: database,
      keys: IdentityService.Keys(identity: HubIdentity(key: key), pepper: pepper), clock: clock,
      random: random, feed: feed,
      settings: IdentityService.Settings(
        passwordHash: passwordHash,
        isTimeZone: { ["Europe/Berlin", "UTC"].contains($0) }))
  }

  private static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-identity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  // MARK: - Backups

  /// A copy of the whole database, as `hub backup` makes one.
  public func backUp() throws -> [UInt8] {
    let copy = folder.appendingPathComponent("copy-\(UUID().uuidString).db")
    try Database(path: folder.appendingPathComponent("hub.db").path)
      .execute(script: "VACUUM INTO '\(copy.path)'")
    let bytes = Array(try Data(contentsOf: copy))
    try FileManager.default.removeItem(at: copy)
    return bytes
  }

  /// The same Hub on what a backup holds, in an epoch that begins at `nowMilliseconds`.
  public func restored(
    from backup: [UInt8], nowMilliseconds: Int64,
    passwordHash: any PasswordHashing = PasswordHash(memoryBytes: 19 << 20, passes: 2)
  ) async throws -> TestIdentity {
    let folder = try Self.makeFolder()
    let path = folder.appendingPathComponent("hub.db").path
    try Data(backup).write(to: URL(fileURLWithPath: path))
    try await HubDatabase.beginNewEpoch(
      path: path, replacing: database.epoch, nowMilliseconds: nowMilliseconds, random: random)
    return try TestIdentity(
      World(clock: clock, random: random, key: key, pepper: pepper), folder: folder, passwordHash)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  /// A set-up form with nothing wrong in it.
  public func setupForm(code: String) -> SetupForm {
    SetupForm(
      code: code, name: "Ada", timeZone: "Europe/Berlin", password: Self.password,
      repeatedPassword: Self.password)
  }

  /// Makes the owner, Ada, as the set-up page does.
  public func makeOwner() async throws -> SignedIn {
    let code = try await service.openSetup()
    guard let code,
      case .created(let owner) = try await service.setUp(
        setupForm(code: code.text), from: Self.home)
    else { throw Unexpected.answer }
    return owner
  }

  /// What whoever runs the Hub does at its machine.
  public var desk: AccountDesk { AccountDesk(storage: database, clock: clock, random: random) }

  /// Another account of the same Hub, made by an invitation and signed in; the Hub has an owner.
  public func makeGuest(_ name: String = "Bob") async throws -> SignedIn {
    guard let code = try await desk.invite() else { throw Unexpected.answer }
    var form = setupForm(code: code.text)
    form.name = name
    form.timeZone = "UTC"
    guard case .created(let guest) = try await service.join(form, from: Self.home) else {
      throw Unexpected.answer
    }
    return guest
  }

  // MARK: - Signing in

  /// Signs another browser of the person in.
  public func signIn(
    _ name: String = "Ada", password: String = TestIdentity.password, code: String = ""
  ) async throws -> SignedIn {
    let answer = try await service.signIn(
      name: name, with: IdentityService.Proof(password: password, code: code), replacing: nil,
      from: Self.home)
    guard case .signedIn(let signedIn) = answer else { throw Unexpected.answer }
    return signedIn
  }

  /// Sets an authenticator up for a person whose session is fresh.
  public func addAuthenticator(to person: SignedIn) async throws -> CodeGenerator {
    guard try await service.beginGenerator(by: person.session) == .done,
      let generator = try await service.waitingGenerator(of: person.session),
      try await service.confirmGenerator(
        code: generator.code(at: clock), by: person.session, from: Self.home) == .confirmed
    else { throw Unexpected.answer }
    return generator
  }

  /// Makes a passkey for a person whose session is fresh.
  public func addPasskey(to person: SignedIn) async throws -> SoftAuthenticator {
    var passkey = SoftAuthenticator(random: random)
    guard let offer = try await service.offerPasskey(to: person.session),
      try await service.addPasskey(
        passkey.register(offer), named: "Key", for: SoftAuthenticator.hub, by: person.session,
        from: Self.home) == .added
    else { throw Unexpected.answer }
    return passkey
  }

  /// How many sign-ins were refused and noted, of names that are there or not.
  public func refusedSignIns() throws -> Int {
    let database = try Database(path: folder.appendingPathComponent("hub.db").path)
    let times = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT sum(times) FROM security_event WHERE kind = 'signin.failed'"
      ) { $0.integer(0) }
    }
    return Int(times ?? 0)
  }

  // MARK: - Connecting an app

  /// What an app keeps between its two requests.
  public struct Asked: Sendable {
    public let offer: DeviceGrantOffer
    public let verifier: String
    public let document: DocumentID
  }

  /// Asks for a connection as Anchor on a machine at home does.
  public func ask(
    document: DocumentID? = nil, client: String = "anchor",
    from network: NetworkPrefix = TestIdentity.home
  ) async throws -> Asked {
    let verifier = Base64URL.encode(random.bytes(32))
    let document = try document ?? identifier()
    guard let product = Fleet.product(named: client),
      let challenge = CodeChallenge(bytes: SHA256.hash(verifier.utf8)),
      case .offered(let offer) = try await service.requestGrant(
        DeviceGrantRequest(
          client: product, document: document, challenge: challenge, platform: .linux,
          unownedRecords: 3), from: network)
    else { throw Unexpected.answer }
    return Asked(offer: offer, verifier: verifier, document: document)
  }

  public func approve(
    _ asked: Asked, by person: SignedIn, password: String? = nil
  ) async throws -> ApprovalAnswer {
    try await service.approve(
      typedCode: asked.offer.userCode.description, deviceName: "Desk",
      proof: password.map { IdentityService.Proof(password: $0) },
      by: person.session, from: Self.home)
  }

  public func redeem(_ asked: Asked) async throws -> RedeemAnswer {
    try await service.redeem(deviceCode: asked.offer.deviceCode.text, verifier: asked.verifier)
  }

  /// Connects an app from the first request to its session.
  public func connect(
    _ person: SignedIn, document: DocumentID? = nil, client: String = "anchor"
  ) async throws -> DeviceSignIn {
    let asked = try await ask(document: document, client: client)
    guard try await approve(asked, by: person) == .approved,
      case .signedIn(let signIn) = try await redeem(asked)
    else { throw Unexpected.answer }
    return signIn
  }

  /// Every byte of the database and of its log, to look for what must not be there.
  public func databaseBytes() throws -> [UInt8] {
    try ["hub.db", "hub.db-wal"].flatMap { name in
      [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
  }

  public func identifier<Named>() throws -> Identifier<Named> {
    guard let identifier = Identifier<Named>(random.uuid()) else { throw Unexpected.answer }
    return identifier
  }
}

extension CodeGenerator {
  /// What the person's phone shows now.
  public func code(at clock: HandMovedClock) -> String {
    code(of: clock.nowMilliseconds / CodeGenerator.stepMilliseconds)
  }
}

/// A step that a test stands on did not go as always.
public enum Unexpected: Error { case answer }
