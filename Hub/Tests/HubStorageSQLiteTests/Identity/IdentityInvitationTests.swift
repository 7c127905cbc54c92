import Glibc
import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxLocks

/// Further accounts: who makes them, and what a disabled one can do (SIGN-05).
@Suite struct IdentityInvitationTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  enum Outcome: Equatable {
    case created, closed, busy
    case invalid([SetupProblem])
  }

  func join(_ code: String, name: String = "Bob") async throws -> Outcome {
    var form = hub.setupForm(code: code)
    form.name = name
    return switch try await service.join(form, from: TestIdentity.home) {
    case .created: .created
    case .closed: .closed
    case .busy: .busy
    case .invalid(let problems): .invalid(problems)
    }
  }

  @Test func `an invitation makes one account of its own, signed in and no owner`() async throws {
    let owner = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite())

    #expect(try await join(code.text) == .created)

    #expect(try await join(code.text, name: "Eve") == .closed)
    let accounts = try await hub.desk.accounts()
    #expect(accounts.map(\.account.name) == ["Ada", "Bob"])
    #expect(accounts.map(\.isOwner) == [true, false])
    #expect(accounts[1].account.id != owner.session.account.id)
  }

  @Test func `without an invitation nobody joins (SIGN-05)`() async throws {
    _ = try await hub.makeOwner()

    #expect(try await !service.isJoinOpen())
    for wrong in ["", "x", SecretToken(.invitation, random: hub.random).text] {
      #expect(try await join(wrong) == .closed)
    }
  }

  @Test func `an invitation ends after 72 hours, and when it is withdrawn (SIGN-05)`() async throws
  {
    _ = try await hub.makeOwner()
    let late = try #require(try await hub.desk.invite())
    hub.clock.advance(72 * Milliseconds.hour)
    #expect(try await join(late.text) == .closed)
    let code = try #require(try await hub.desk.invite())

    try await service.withdrawInvitations()

    #expect(try await join(code.text) == .closed)
    #expect(try await !service.isJoinOpen())
  }

  @Test func `a form with mistakes names each of them and the invitation stays good`() async throws
  {
    _ = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite())

    #expect(try await join(code.text, name: "ADA") == .invalid([.nameTaken]))
    #expect(try await join(code.text, name: "") == .invalid([.name(.missing)]))
    #expect(try await join(code.text) == .created)
  }

  @Test func `of many who use one invitation at once, one joins (SIGN-05)`() async throws {
    _ = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite())

    let made = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for number in 0..<12 { group.addTask { try await join(code.text, name: "P\(number)") } }
      return try await group.reduce(into: 0) { $0 += $1 == .created ? 1 : 0 }
    }

    #expect(made == 1)
    #expect(try await hub.desk.accounts().count == 2)
  }

  @Test
  func `an invitation that is shown a hundred times at once delays nobody's sign-in (SIGN-11)`()
    async throws
  {
    let isHeld = Locked(false)
    let hash = DelayedHash { while isHeld.withLock({ $0 }) { usleep(1_000) } }
    let hub = try TestIdentity(passwordHash: hash)
    _ = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite()).text
    let (refused, answer) = (Locked(0), Locked<SignInAnswer?>(nil))
    isHeld.withLock { $0 = true }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          var form = hub.setupForm(code: code)
          form.name = "P\(number)"
          if case .busy = try await hub.service.join(form, from: TestIdentity.home) {
            refused.withLock { $0 += 1 }
          }
        }
      }
      // Two are hashed, and all places are taken.
      while refused.withLock({ $0 }) < 100 - 2 - 24 { await Task.yield() }
      group.addTask {
        let answered = try await hub.service.signIn(
          name: "Ada", with: .init(password: TestIdentity.password), replacing: nil,
          from: NetworkPrefix(peer: "203.0.113.4"))
        answer.withLock { $0 = answered }
      }
      // One of the hundred gives its place to her, unless she is refused.
      while refused.withLock({ $0 }) < 100 - 2 - 23, answer.withLock({ $0 == nil }) {
        await Task.yield()
      }
      isHeld.withLock { $0 = false }
      try await group.waitForAll()
    }

    guard case .signedIn = answer.withLock({ $0 }) else { throw Unexpected.answer }
  }

  @Test func `inviting needs a fresh password, an owner, and room`() async throws {
    #expect(try await hub.desk.invite() == nil)
    let owner = try await hub.makeOwner()
    for _ in 0..<NewInvitation.countMax {
      guard case .invited = try await service.invite(by: owner.session, from: TestIdentity.home)
      else { throw Unexpected.answer }
    }

    let full = try await service.invite(by: owner.session, from: TestIdentity.home)
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    let stale = try await service.invite(by: owner.session, from: TestIdentity.home)

    guard case .tooMany = full, case .needsVerification = stale else { throw Unexpected.answer }
    #expect(try await hub.desk.invite() == nil)
  }

  @Test func `only the invitation's hash is stored`() async throws {
    _ = try await hub.makeOwner()
    let code = try #require(try await hub.desk.invite())

    let bytes = try hub.databaseBytes()

    #expect(bytes.count > 0 && !bytes.contains(Array(code.text.utf8)))
    #expect(bytes.contains(code.hash.bytes))
  }

  @Test func `a disabled account is out at once, and refused like one that is not there`()
    async throws
  {
    _ = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let device = try await hub.connect(guest)
    let waiting = try await hub.ask()
    #expect(try await hub.approve(waiting, by: guest) == .approved)

    #expect(try await hub.desk.disable(guest.session.account))
    #expect(try await !hub.desk.disable(guest.session.account))

    #expect(try await service.webSession(cookie: guest.token.text) == nil)
    hub.clock.advance(5_000)
    #expect(try await service.device(bearer: device.bearer.text, isUse: true) == .unknown)
    guard case .invalid = try await hub.redeem(waiting) else { throw Unexpected.answer }
    #expect(try await !signIn("Bob"))
    #expect(try await hub.desk.enable(guest.session.account))
    #expect(try await signIn("Bob"))
  }

  func signIn(_ name: String) async throws -> Bool {
    let answer = try await service.signIn(
      name: name, with: .init(password: TestIdentity.password), replacing: nil,
      from: TestIdentity.home)
    if case .signedIn = answer { return true }
    return false
  }

  @Test func `two accounts of one Hub sync and see their own alone`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let day = try #require(Day("2027-01-15"))
    try await hub.push(
      [hub.summary(day, focusedMinutes: 25)], of: guest.session.account.number)

    #expect(try await changes(of: guest) == 1)
    #expect(try await changes(of: owner) == 0)
  }

  func changes(of person: SignedIn) async throws -> Int {
    let answer = try await hub.sync.pull(
      .anchor, after: Cursor(0), of: person.session.account.number)
    guard case .page(let page) = answer else { throw Unexpected.answer }
    return page.changes.count
  }
}

extension [UInt8] {
  /// Whether `piece` stands anywhere in these bytes.
  func contains(_ piece: [UInt8]) -> Bool {
    guard let first = piece.first, count >= piece.count else { return false }
    return (0...(count - piece.count)).contains { start in
      self[start] == first && self[start..<start + piece.count].elementsEqual(piece)
    }
  }
}
