import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// Making, using and removing passkeys.
@Suite struct IdentityPasskeyTests {
  static let site = SoftAuthenticator.hub

  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  func challenge() throws -> [UInt8] {
    guard case .challenge(let challenge) = service.signInChallenge(from: TestIdentity.home) else {
      throw Unexpected.answer
    }
    return challenge
  }

  /// The account that an answer signs in to; nil where it is refused.
  func signIn(_ assertion: PasskeyAssertion) async throws -> Account? {
    let answer = try await service.signIn(
      with: assertion, for: Self.site, replacing: nil, from: TestIdentity.home)
    guard case .signedIn(let signedIn) = answer else { return nil }
    return signedIn.session.account
  }

  @Test func `a passkey signs its account in, fresh, without name, password or code`() async throws
  {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    _ = try await hub.addAuthenticator(to: owner)

    let account = try await signIn(passkey.assertion(of: challenge()))

    #expect(account == owner.session.account)
    let events = try await service.securityEvents(of: owner.session.account)
    #expect(events.first?.method == .passkey)
  }

  @Test func `a challenge is good once, for five minutes, and for its own purpose`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    let first = try challenge()
    #expect(try await signIn(passkey.assertion(of: first)) != nil)

    #expect(try await signIn(passkey.assertion(of: first)) == nil)
    let late = try challenge()
    hub.clock.advance(5 * Milliseconds.minute)
    #expect(try await signIn(passkey.assertion(of: late)) == nil)
    let other = service.verificationChallenge(of: owner.session)
    #expect(try await signIn(passkey.assertion(of: other)) == nil)
    #expect(try await signIn(passkey.assertion(of: [UInt8](repeating: 0, count: 32))) == nil)
  }

  @Test func `a failed answer uses its challenge up`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    let challenge = try challenge()
    var wrong = passkey
    wrong.flags = SoftAuthenticator.Flag.present

    #expect(try await signIn(wrong.assertion(of: challenge)) == nil)
    #expect(try await signIn(passkey.assertion(of: challenge)) == nil)
  }

  @Test func `of many who use one answer at once, one signs in`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    let assertion = passkey.assertion(of: try challenge())

    let signedIn = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 { group.addTask { try await signIn(assertion) != nil } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(signedIn == 1)
  }

  @Test func `a counter that fell back is refused and noted; one that stays at 0 is not`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var passkey = try await hub.addPasskey(to: owner)
    #expect(try await signIn(passkey.assertion(of: challenge())) != nil)
    passkey.signCount = 9
    #expect(try await signIn(passkey.assertion(of: challenge())) != nil)

    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)
    passkey.signCount = 0
    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)

    let events = try await service.securityEvents(of: owner.session.account)
    #expect(events.count { $0.kind == .passkeyCounterFellBack } == 2)
    passkey.signCount = 10
    #expect(try await signIn(passkey.assertion(of: challenge())) != nil)
  }

  @Test func `an answer for another account's handle, or of an unknown passkey, is refused`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var passkey = try await hub.addPasskey(to: owner)
    let guest = try await hub.addPasskey(to: try await hub.makeGuest())
    let own = passkey.user

    passkey.user = guest.user
    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)
    passkey.user = []
    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)
    passkey.user = own
    passkey.id = [UInt8](repeating: 3, count: 16)
    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)
  }

  @Test func `a passkey makes a session fresh, but only its own account's`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    let guest = try await hub.makeGuest()
    let guestsPasskey = try await hub.addPasskey(to: guest)
    hub.clock.advance(SessionLifetime.freshMilliseconds)

    let wrong = try await service.confirm(
      guestsPasskey.assertion(of: service.verificationChallenge(of: owner.session)),
      for: Self.site, of: owner.session, from: TestIdentity.home)
    let stolen = try await service.confirm(
      passkey.assertion(of: service.verificationChallenge(of: guest.session)),
      for: Self.site, of: owner.session, from: TestIdentity.home)
    let right = try await service.confirm(
      passkey.assertion(of: service.verificationChallenge(of: owner.session)),
      for: Self.site, of: owner.session, from: TestIdentity.home)

    #expect(!wrong && !stolen && right)
    let session = try #require(try await service.webSession(cookie: owner.token.text))
    #expect(service.isFresh(session))
  }

  @Test func `making one needs a fresh session, a name and the session's own challenge`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var passkey = SoftAuthenticator(random: hub.random)
    let offer = try #require(try await service.offerPasskey(to: owner.session))
    let made = passkey.register(offer)
    func add(_ made: PasskeyRegistration, _ name: String = "Key", by person: SignedIn) async throws
      -> PasskeyAnswer
    {
      try await service.addPasskey(
        made, named: name, for: Self.site, by: person.session, from: TestIdentity.home)
    }

    #expect(try await add(made, " ", by: owner) == .invalidName(.missing))
    #expect(try await add(made, by: try await hub.makeGuest()) == .refused)
    // The guest's try has used the challenge up.
    #expect(try await add(made, by: owner) == .refused)
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    #expect(try await add(made, by: owner) == .needsVerification)
    #expect(try await service.offerPasskey(to: owner.session) == nil)
  }

  @Test func `an id that is taken, by whomever, is refused`() async throws {
    let owner = try await hub.makeOwner()
    var passkey = try await hub.addPasskey(to: owner)
    let guest = try await hub.makeGuest()
    let offer = try #require(try await service.offerPasskey(to: guest.session))

    let answer = try await service.addPasskey(
      passkey.register(offer), named: "Mine", for: Self.site, by: guest.session,
      from: TestIdentity.home)

    #expect(answer == .refused)
    #expect(try await service.passkeys(of: guest.session.account).isEmpty)
  }

  @Test func `a removed passkey, and one of a disabled account, sign nobody in`() async throws {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    let guest = try await hub.makeGuest()
    let guests = try await hub.addPasskey(to: guest)

    #expect(
      try await service.removePasskey(passkey.id, by: guest.session, from: TestIdentity.home)
        == .unknown)
    #expect(
      try await service.removePasskey(passkey.id, by: owner.session, from: TestIdentity.home)
        == .done)
    _ = try await hub.desk.disable(guest.session.account)

    #expect(try await signIn(passkey.assertion(of: challenge())) == nil)
    #expect(try await signIn(guests.assertion(of: challenge())) == nil)
  }

  @Test func `wrong passwords do not delay a passkey, and thirty a minute are the limit`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let passkey = try await hub.addPasskey(to: owner)
    for _ in 0..<6 {
      _ = try await service.signIn(
        name: "Ada", with: .init(password: "wrong"), replacing: nil, from: TestIdentity.home)
    }
    #expect(try await signIn(passkey.assertion(of: challenge())) != nil)

    for _ in 0..<29 { _ = try challenge() }

    #expect(service.signInChallenge(from: TestIdentity.home) == .wait(seconds: 60))
  }

  @Test func `an account's handle is random, stays, and is no other account's`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()

    let first = try #require(try await service.offerPasskey(to: owner.session))
    let second = try #require(try await service.offerPasskey(to: owner.session))
    let other = try #require(try await service.offerPasskey(to: guest.session))

    #expect(first.user.count == 32 && first.user == second.user && first.user != other.user)
    #expect(first.challenge != second.challenge)
  }
}
