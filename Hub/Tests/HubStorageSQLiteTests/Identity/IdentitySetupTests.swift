import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// The one-time set-up link (SIGN-02, SIGN-12).
@Suite struct IdentitySetupTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  @Test func `a new Hub has no account, and no name signs in with any password (SIGN-07)`()
    async throws
  {
    #expect(try await hub.desk.accounts().isEmpty)
    for (name, password) in [("admin", "admin"), ("Ada", ""), ("", ""), ("hub", "hub")] {
      let answer = try await hub.service.signIn(
        name: name, with: .init(password: password), replacing: nil, from: TestIdentity.home)
      guard case .refused = answer else { throw Unexpected.answer }
    }
  }

  @Test func `the printed code makes the owner, signed in and fresh`() async throws {
    let owner = try await hub.makeOwner()

    #expect(owner.session.account.name == "Ada")
    #expect(owner.session.account.timeZone == "Europe/Berlin")
    #expect(service.isFresh(owner.session))
    #expect(try await service.webSession(cookie: owner.token.text) == owner.session)
  }

  @Test func `once there is an owner there is no set-up, not even after a new start`() async throws
  {
    let code = try #require(try await service.openSetup())
    _ = try await service.setUp(hub.setupForm(code: code.text), from: TestIdentity.home)

    #expect(try await service.openSetup() == nil)
    #expect(try await !service.isSetupOpen())
    #expect(try await setUp(with: code.text) == .closed)
  }

  @Test func `a wrong code, an old one and none open nothing`() async throws {
    let old = try #require(try await service.openSetup())
    let code = try #require(try await service.openSetup())

    for wrong in ["", "x", old.text, SecretToken(.setup, random: hub.random).text] {
      #expect(try await setUp(with: wrong) == .closed)
    }
    hub.clock.advance(30 * 60_000)
    #expect(try await !service.isSetupOpen())
    #expect(try await setUp(with: code.text) == .closed)
  }

  @Test func `a form with mistakes names each of them and the code stays good`() async throws {
    let code = try #require(try await service.openSetup())
    let form = SetupForm(
      code: code.text, name: " ", timeZone: "Mars/Olympus", password: "short",
      repeatedPassword: "shirt")

    let answer = try await service.setUp(form, from: TestIdentity.home)

    guard case .invalid(let problems) = answer else {
      Issue.record("answered \(answer)")
      return
    }
    #expect(
      problems == [.name(.missing), .timeZoneUnknown, .password(.tooShort), .passwordsDiffer])
    #expect(try await setUp(with: code.text) == .created)
  }

  @Test func `a password that was repeated on another keyboard is the same`() async throws {
    var form = hub.setupForm(code: try #require(try await service.openSetup()).text)
    form.password = "caf\u{E9} with a view of the sea"
    form.repeatedPassword = "cafe\u{301} with a view of the sea"

    #expect(Outcome(try await service.setUp(form, from: TestIdentity.home)) == .created)
  }

  @Test func `of fifty that use the code at once exactly one makes an account (SIGN-02)`()
    async throws
  {
    let code = try #require(try await service.openSetup())
    let hub = hub

    let outcomes = await withTaskGroup(of: Outcome?.self) { group in
      for number in 0..<50 {
        group.addTask {
          var form = hub.setupForm(code: code.text)
          form.name = "Ada \(number)"
          return try? Outcome(await hub.service.setUp(form, from: TestIdentity.home))
        }
      }
      return await group.reduce(into: [Outcome?]()) { $0.append($1) }
    }

    #expect(outcomes.count { $0 == .created } == 1)
    #expect(outcomes.count { $0 == .closed } == 49)
  }

  enum Outcome: Equatable {
    case created, closed, invalid, busy

    init(_ answer: SetupAnswer) {
      self =
        switch answer {
        case .created: .created
        case .closed: .closed
        case .invalid: .invalid
        case .busy: .busy
        }
    }
  }

  func setUp(with code: String) async throws -> Outcome {
    try Outcome(await service.setUp(hub.setupForm(code: code), from: TestIdentity.home))
  }
}
