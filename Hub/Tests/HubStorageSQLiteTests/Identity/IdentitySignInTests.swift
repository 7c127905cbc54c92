import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// Signing in with a password, and what a web session is good for (SES-10, SES-50, SES-51).
@Suite struct IdentitySignInTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  enum Outcome: Equatable {
    case signedIn, refused, busy
    case wait(Int)
  }

  func signIn(
    _ name: String = "Ada", _ password: String = TestIdentity.password,
    from network: NetworkPrefix = TestIdentity.home
  ) async throws -> Outcome {
    switch try await service.signIn(
      name: name, with: .init(password: password), replacing: nil, from: network)
    {
    case .signedIn: .signedIn
    case .refused: .refused
    case .wait(let seconds): .wait(seconds)
    case .busy: .busy
    }
  }

  @Test func `the name is found in any case and the password in either form of Unicode`()
    async throws
  {
    _ = try await hub.makeOwner()

    #expect(try await signIn(" ADA ") == .signedIn)
    #expect(try await signIn("Ada", "Violet kettle on a hill") == .refused)
  }

  @Test func `no such account, a wrong password and an absurd one are refused alike`()
    async throws
  {
    _ = try await hub.makeOwner()

    #expect(try await signIn("Nobody") == .refused)
    #expect(try await signIn("") == .refused)
    #expect(try await signIn("Ada", "") == .refused)
    #expect(try await signIn("Ada", String(repeating: "a", count: 2_000)) == .refused)
  }

  @Test func `after five wrong ones each try waits longer, for a name that is there or not`()
    async throws
  {
    _ = try await hub.makeOwner()

    for name in ["Ada", "Nobody"] {
      for _ in 0..<5 { #expect(try await signIn(name, "wrong") == .refused) }
      #expect(try await signIn(name) == .wait(1))
    }
    hub.clock.advance(1_000)
    #expect(try await signIn("Nobody", "wrong") == .refused)
    #expect(try await signIn("Nobody", "wrong") == .wait(2))
    // Not locked out: the right password is taken as soon as the wait is over.
    #expect(try await signIn() == .signedIn)
    #expect(try await signIn() == .signedIn)
  }

  @Test func `another network is not slowed by a guesser's`() async throws {
    _ = try await hub.makeOwner()
    for _ in 0..<5 { _ = try await signIn("Ada", "wrong") }

    #expect(try await signIn(from: NetworkPrefix(peer: "198.51.100.1")) == .signedIn)
  }

  @Test func `the whole Hub looks at sixty passwords of strangers a minute`() async throws {
    for number in 0..<60 {
      let network = NetworkPrefix(peer: "198.51.\(number % 3).1")
      #expect(try await signIn("name \(number)", from: network) == .refused)
    }

    #expect(try await signIn("one more") == .wait(60))
    hub.clock.advance(60_000)
    #expect(try await signIn("one more") == .refused)
  }

  @Test func `signing in gives a new token and ends the session that the browser came with`()
    async throws
  {
    let owner = try await hub.makeOwner()

    let answer = try await service.signIn(
      name: "Ada", with: .init(password: TestIdentity.password), replacing: owner.token,
      from: TestIdentity.home)

    guard case .signedIn(let next) = answer else {
      Issue.record("answered \(answer)")
      return
    }
    #expect(next.token.text != owner.token.text)
    #expect(try await service.webSession(cookie: owner.token.text) == nil)
    #expect(try await service.webSession(cookie: next.token.text) == next.session)
  }

  @Test func `signing out ends the session at once and repeating it is success`() async throws {
    let owner = try await hub.makeOwner()

    try await service.signOut(owner.session)
    try await service.signOut(owner.session)

    #expect(try await service.webSession(cookie: owner.token.text) == nil)
  }

  @Test func `a session ends after seven idle days, and after thirty however busy`() async throws {
    let owner = try await hub.makeOwner()
    let day: Int64 = 86_400_000

    for _ in 0..<5 {
      hub.clock.advance(6 * day)
      let isLast = hub.clock.nowMilliseconds - owner.session.signedInAtMilliseconds >= 30 * day
      #expect((try await service.webSession(cookie: owner.token.text) == nil) == isLast)
    }

    guard
      case .signedIn(let next) = try await service.signIn(
        name: "Ada", with: .init(password: TestIdentity.password), replacing: nil,
        from: TestIdentity.home)
    else { throw Unexpected.answer }
    hub.clock.advance(7 * day)
    #expect(try await service.webSession(cookie: next.token.text) == nil)
  }

  @Test func `a password is fresh for ten minutes and can be given again`() async throws {
    let owner = try await hub.makeOwner()
    hub.clock.advance(10 * 60_000)
    #expect(!service.isFresh(owner.session))

    let wrong = try await service.confirm(
      .init(password: "wrong"), of: owner.session, from: TestIdentity.home)
    let right = try await service.confirm(
      .init(password: TestIdentity.password), of: owner.session, from: TestIdentity.home)

    #expect(wrong == .refused)
    #expect(right == .confirmed)
    let session = try #require(try await service.webSession(cookie: owner.token.text))
    #expect(service.isFresh(session))
  }

  @Test func `the twenty-first browser ends the session that was idle longest`() async throws {
    let owner = try await hub.makeOwner()
    for _ in 0..<20 {
      hub.clock.advance(1_000)
      #expect(try await signIn() == .signedIn)
    }

    #expect(try await service.webSession(cookie: owner.token.text) == nil)
  }

  @Test(arguments: ["", "hub_w1_", "hub_n1_AAAA", "x' OR 1=1 --"])
  func `a cookie of any other shape is nobody's`(cookie: String) async throws {
    _ = try await hub.makeOwner()

    #expect(try await service.webSession(cookie: cookie) == nil)
  }
}
