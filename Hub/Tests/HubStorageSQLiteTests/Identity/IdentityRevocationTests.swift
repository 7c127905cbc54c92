import Dispatch
import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxLocks

/// What was ended while a password was hashed, or between a check and its write, does nothing any more
/// (SES-06, SES-10).
@Suite struct IdentityRevocationTests {
  static let newPassword = "seven green bottles stand"

  /// What a test does while the next password is hashed.
  final class Meanwhile: Sendable {
    private let next = Locked<(@Sendable () async throws -> Void)?>(nil)

    func set(_ act: @escaping @Sendable () async throws -> Void) { next.withLock { $0 = act } }

    /// Blocks a thread of the password queue, as a hash does.
    func wait() {
      let act = next.withLock { next -> (@Sendable () async throws -> Void)? in
        defer { next = nil }
        return next
      }
      guard let act else { return }
      let isDone = DispatchGroup()
      isDone.enter()
      Task {
        do { try await act() } catch { Issue.record(error) }
        isDone.leave()
      }
      isDone.wait()
    }
  }

  let meanwhile = Meanwhile()
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity(passwordHash: DelayedHash(before: meanwhile.wait)) }

  /// Makes the owner, with a second browser that ends all others while the next password is hashed.
  func endedWhileHashing() async throws -> (ended: SignedIn, other: SignedIn) {
    let ended = try await hub.makeOwner()
    let other = try await hub.signIn()
    let service = service
    meanwhile.set {
      let answer = try await service.endOtherWebSessions(
        by: other.session, from: TestIdentity.home)
      #expect(answer == .done)
    }
    return (ended, other)
  }

  func change(by person: SignedIn) async throws -> ChangeAnswer {
    try await service.changePassword(
      to: Self.newPassword, repeated: Self.newPassword, by: person.session,
      from: TestIdentity.home)
  }

  @Test func `a password change of a browser that was ended meanwhile changes nothing`()
    async throws
  {
    let (ended, other) = try await endedWhileHashing()

    #expect(try await change(by: ended) == .needsVerification)

    #expect(try await service.webSession(cookie: other.token.text) != nil)
    _ = try await hub.signIn()
  }

  @Test func `a password change that was under way does not undo a recovery`() async throws {
    let owner = try await hub.makeOwner()
    let listed = try #require(try await hub.desk.account(named: "Ada"))
    let link = try #require(try await hub.desk.recover(listed)).text
    let service = service
    meanwhile.set {
      let form = RecoveryForm(
        code: link, password: TestIdentity.password, repeatedPassword: TestIdentity.password)
      guard case .recovered = try await service.recover(form, from: TestIdentity.home) else {
        throw Unexpected.answer
      }
    }

    #expect(try await change(by: owner) == .needsVerification)

    _ = try await hub.signIn()
  }

  @Test func `a password confirms nothing for a browser that was ended meanwhile`() async throws {
    let (ended, _) = try await endedWhileHashing()
    let asked = try await hub.ask()

    #expect(
      try await hub.approve(asked, by: ended, password: TestIdentity.password) == .wrongPassword)

    guard case .pending = try await hub.redeem(asked) else { throw Unexpected.answer }
    #expect(
      try await service.securityEvents(of: ended.session.account).allSatisfy {
        $0.kind != .deviceApproved && $0.kind != .verified
      })
  }

  @Test func `a sign-in with a password that was changed meanwhile is refused`() async throws {
    let owner = try await hub.makeOwner()
    let service = service
    meanwhile.set {
      let answer = try await service.changePassword(
        to: Self.newPassword, repeated: Self.newPassword, by: owner.session,
        from: TestIdentity.home)
      #expect(answer == .changed)
    }

    await #expect(throws: Unexpected.self) { try await hub.signIn() }

    #expect(try await service.webSessions(of: owner.session.account).count == 1)
    _ = try await hub.signIn(password: Self.newPassword)
  }

  @Test func `a sign-in without a code is refused where an authenticator was set up meanwhile`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let hub = hub
    meanwhile.set { _ = try await hub.addAuthenticator(to: owner) }

    await #expect(throws: Unexpected.self) { try await hub.signIn() }

    #expect(try await service.webSessions(of: owner.session.account).count == 1)
  }

  @Test func `a disabled account is not signed in to by a password that was being compared`()
    async throws
  {
    _ = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let desk = hub.desk
    meanwhile.set {
      let isDisabled = try await desk.disable(guest.session.account)
      #expect(isDisabled)
    }

    await #expect(throws: Unexpected.self) { try await hub.signIn("Bob") }
  }

  @Test func `a password change takes back what was approved and not fetched`() async throws {
    let owner = try await hub.makeOwner()
    let asked = try await hub.ask()
    #expect(try await hub.approve(asked, by: owner) == .approved)

    #expect(try await change(by: owner) == .changed)

    guard case .invalid = try await hub.redeem(asked) else { throw Unexpected.answer }
  }
}

/// A session that was read before it was ended, as one of a request under way, may do nothing that
/// needs a fresh one.
@Suite struct EndedSessionTests {
  let hub: TestIdentity
  let ended: SignedIn
  let other: SignedIn
  var service: IdentityService { hub.service }

  init() async throws {
    hub = try TestIdentity()
    ended = try await hub.makeOwner()
    other = try await hub.signIn()
  }

  func end() async throws {
    #expect(
      try await service.endOtherWebSessions(by: other.session, from: TestIdentity.home) == .done)
  }

  @Test func `it changes nothing that one signs in with`() async throws {
    let session = ended.session
    #expect(try await service.beginGenerator(by: session) == .done)
    let generator = try #require(try await service.waitingGenerator(of: session))
    var passkey = SoftAuthenticator(random: hub.random)
    let offer = try #require(try await service.offerPasskey(to: session))
    try await end()
    let before = try await service.standing(of: session.account)

    #expect(try await service.beginGenerator(by: session) == .needsVerification)
    #expect(
      try await service.confirmGenerator(
        code: generator.code(at: hub.clock), by: session, from: TestIdentity.home)
        == .needsVerification)
    #expect(try await service.renewRecoveryCodes(by: session, from: TestIdentity.home) == nil)
    #expect(
      try await service.addPasskey(
        passkey.register(offer), named: "Key", for: SoftAuthenticator.hub, by: session,
        from: TestIdentity.home) == .needsVerification)

    #expect(try await service.standing(of: session.account) == before)
  }

  @Test func `it takes away nothing that one signs in with`() async throws {
    let session = ended.session
    _ = try await hub.addAuthenticator(to: other)
    _ = try await hub.addPasskey(to: other)
    let passkeys = try await service.passkeys(of: session.account)

    #expect(
      try await service.removeGenerator(by: session, from: TestIdentity.home)
        == .needsVerification)
    #expect(
      try await service.removePasskey(
        try #require(passkeys.first).id, by: session, from: TestIdentity.home)
        == .needsVerification)

    #expect(try await service.standing(of: session.account).hasCodeGenerator)
    #expect(try await service.passkeys(of: session.account) == passkeys)
  }

  @Test func `it ends nobody else's session`() async throws {
    let session = ended.session
    let device = try await hub.connect(other)
    try await end()

    #expect(
      try await service.endOtherWebSessions(by: session, from: TestIdentity.home)
        == .needsVerification)
    #expect(
      try await service.endWebSession(
        other.session.id, by: session, from: TestIdentity.home) == .needsVerification)
    #expect(
      try await service.endAllDeviceSessions(by: session, from: TestIdentity.home)
        == .needsVerification)
    #expect(
      try await service.delete(typedName: "Ada", by: session, from: TestIdentity.home)
        == .needsVerification)

    #expect(try await service.webSession(cookie: other.token.text) != nil)
    #expect(
      try await service.device(bearer: device.bearer.text, isUse: false) == .session(device.session)
    )
    #expect(try await service.deletion(of: session.account) == nil)
  }

  @Test func `it lets nobody in`() async throws {
    let session = ended.session
    let device = try await hub.connect(other)
    let asked = try await hub.ask()
    try await end()

    #expect(try await hub.approve(asked, by: ended) == .needsPassword)
    guard
      case .needsVerification = try await service.invite(by: session, from: TestIdentity.home),
      case .needsVerification = try await service.makeAgent(
        named: "Agent", [.today], by: session, from: TestIdentity.home),
      case .pending = try await hub.redeem(asked)
    else { throw Unexpected.answer }
    #expect(
      try await hub.sharing.set(
        [.readSummaries(.kith)], of: device.session, by: session, from: TestIdentity.home)
        == .needsVerification)

    #expect(try await service.openInvitations().isEmpty)
    #expect(try await service.agents(of: session.account).isEmpty)
    #expect(try await hub.sharing.sharing(of: session.account).isEmpty)
  }

  @Test func `neither password nor passkey makes it fresh`() async throws {
    let passkey = try await hub.addPasskey(to: other)
    let challenge = service.verificationChallenge(of: ended.session)

    let byPasskey = try await service.confirm(
      passkey.assertion(of: challenge), for: SoftAuthenticator.hub, of: ended.session,
      from: TestIdentity.home)
    let byPassword = try await service.confirm(
      .init(password: TestIdentity.password), of: ended.session, from: TestIdentity.home)

    #expect(!byPasskey && byPassword == .refused)
  }
}
