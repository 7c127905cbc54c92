import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// An authenticator and recovery codes beside the password (SIGN-06, SIGN-15).
@Suite struct IdentityFactorTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  /// Whether signing in so is taken.
  func signsIn(_ code: String = "", password: String = TestIdentity.password) async throws -> Bool {
    let answer = try await service.signIn(
      name: "Ada", with: .init(password: password, code: code), replacing: nil,
      from: TestIdentity.home)
    if case .signedIn = answer { return true }
    return false
  }

  @Test func `an authenticator is asked for once a code of it was right, and not before`()
    async throws
  {
    let owner = try await hub.makeOwner()
    #expect(try await service.beginGenerator(by: owner.session) == .done)
    #expect(try await signsIn())

    let wrong = try await service.confirmGenerator(
      code: "000000", by: owner.session, from: TestIdentity.home)
    let generator = try await hub.addAuthenticator(to: owner)

    #expect(wrong == .wrongCode)
    #expect(try await service.standing(of: owner.session.account).hasCodeGenerator)
    #expect(try await !signsIn())
    hub.clock.advance(60_000)
    #expect(try await signsIn(generator.code(at: hub.clock)))
  }

  @Test func `each code works once, also the one that confirmed`() async throws {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)

    #expect(try await !signsIn(generator.code(at: hub.clock)))
    hub.clock.advance(30_000)
    #expect(try await signsIn(generator.code(at: hub.clock)))
    #expect(try await !signsIn(generator.code(at: hub.clock)))
  }

  @Test func `of many who use one code at once, one signs in (SIGN-15)`() async throws {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)
    hub.clock.advance(30_000)
    let code = generator.code(at: hub.clock)

    let signedIn = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<5 { group.addTask { try await signsIn(code) } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }

    #expect(signedIn == 1)
  }

  @Test func `the right code with a wrong password is refused, and not used up`() async throws {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)
    hub.clock.advance(30_000)

    #expect(try await !signsIn(generator.code(at: hub.clock), password: "wrong"))
    #expect(try await signsIn(generator.code(at: hub.clock)))
  }

  @Test func `confirming who one is needs the code too`() async throws {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)
    hub.clock.advance(30_000)

    let without = try await service.confirm(
      .init(password: TestIdentity.password), of: owner.session, from: TestIdentity.home)
    let with = try await service.confirm(
      .init(password: TestIdentity.password, code: generator.code(at: hub.clock)),
      of: owner.session, from: TestIdentity.home)

    #expect(without == .refused && with == .confirmed)
  }

  @Test func `setting up and removing need a fresh password (SES-10)`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.addAuthenticator(to: owner)
    hub.clock.advance(SessionLifetime.freshMilliseconds)

    #expect(
      try await service.removeGenerator(by: owner.session, from: TestIdentity.home)
        == .needsVerification)
    #expect(try await service.beginGenerator(by: owner.session) == .needsVerification)
    #expect(
      try await service.confirmGenerator(code: "", by: owner.session, from: TestIdentity.home)
        == .needsVerification)
    #expect(try await service.waitingGenerator(of: owner.session) == nil)
    #expect(try await service.renewRecoveryCodes(by: owner.session, from: TestIdentity.home) == nil)
  }

  @Test func `setting one up signs the other browsers out and keeps this one (SES-08)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let other = try await hub.signIn()

    _ = try await hub.addAuthenticator(to: owner)

    #expect(try await service.webSession(cookie: other.token.text) == nil)
    #expect(try await service.webSession(cookie: owner.token.text) != nil)
  }

  @Test func `a removed authenticator is not asked for, and a new one is another`() async throws {
    let owner = try await hub.makeOwner()
    let first = try await hub.addAuthenticator(to: owner)

    #expect(
      try await service.removeGenerator(by: owner.session, from: TestIdentity.home) == .done)

    #expect(try await signsIn())
    #expect(try await hub.addAuthenticator(to: owner).secretText != first.secretText)
  }

  @Test func `the secret is not in the database in clear`() async throws {
    let owner = try await hub.makeOwner()
    let generator = try await hub.addAuthenticator(to: owner)

    let bytes = try hub.databaseBytes()

    #expect(!bytes.contains(Array(generator.secretText.utf8)))
    #expect(!bytes.contains(generator.secret))
  }

  @Test func `guessing an authenticator's first code is slowed down`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await service.beginGenerator(by: owner.session)
    for _ in 0..<5 {
      _ = try await service.confirmGenerator(
        code: "000000", by: owner.session, from: TestIdentity.home)
    }

    let answer = try await service.confirmGenerator(
      code: "000000", by: owner.session, from: TestIdentity.home)

    #expect(answer == .wait(seconds: 1))
  }
}

/// What a lost password or authenticator costs (SIGN-06).
@Suite struct IdentityRecoveryTests {
  static let newPassword = "seven green bottles stand"

  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  enum Outcome: Equatable {
    case recovered, unknownCode, busy
    case invalid([SetupProblem])
    case wait(Int)
  }

  func recover(
    _ code: String, password: String = newPassword, from peer: String = "192.0.2.7"
  ) async throws -> Outcome {
    let form = RecoveryForm(code: code, password: password, repeatedPassword: password)
    return switch try await service.recover(form, from: NetworkPrefix(peer: peer)) {
    case .recovered: .recovered
    case .unknownCode: .unknownCode
    case .invalid(let problems): .invalid(problems)
    case .wait(let seconds): .wait(seconds)
    case .busy: .busy
    }
  }

  func codes(of person: SignedIn) async throws -> [String] {
    let codes = try await service.renewRecoveryCodes(
      by: person.session, from: TestIdentity.home)
    return try #require(codes).map(\.text)
  }

  func link(of person: SignedIn) async throws -> String {
    let listed = try #require(try await hub.desk.account(named: person.session.account.name))
    return try #require(try await hub.desk.recover(listed)).text
  }

  @Test func `a recovery code sets a new password, once, and ends all else (SIGN-06)`() async throws
  {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)
    let codes = try await codes(of: owner)
    #expect(codes.count == 10)

    #expect(try await recover(codes[3].lowercased()) == .recovered)

    #expect(try await recover(codes[3]) == .unknownCode)
    #expect(try await service.webSession(cookie: owner.token.text) == nil)
    #expect(try await service.device(bearer: device.bearer.text, isUse: true) == .unknown)
    #expect(try await service.standing(of: owner.session.account).recoveryCodes == 0)
    _ = try await hub.signIn(password: Self.newPassword)
  }

  @Test func `a recovery code withdraws the other codes and keeps authenticator and passkeys`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let codes = try await codes(of: owner)
    _ = try await hub.addAuthenticator(to: owner)
    _ = try await hub.addPasskey(to: owner)

    #expect(try await recover(codes[0]) == .recovered)

    #expect(try await recover(codes[1]) == .unknownCode)
    #expect(
      try await service.standing(of: owner.session.account)
        == FactorStanding(hasCodeGenerator: true, recoveryCodes: 0, passkeys: 1))
  }

  @Test func `a link of the Hub's machine leaves nothing that somebody else could sign in with`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let codes = try await codes(of: owner)
    _ = try await hub.addAuthenticator(to: owner)
    for person in [owner, guest] { _ = try await hub.addPasskey(to: person) }

    #expect(try await recover(try await link(of: owner)) == .recovered)

    #expect(try await recover(codes[0]) == .unknownCode)
    #expect(
      try await service.standing(of: owner.session.account)
        == FactorStanding(hasCodeGenerator: false, recoveryCodes: 0, passkeys: 0))
    #expect(try await service.standing(of: guest.session.account).passkeys == 1)
  }

  @Test func `a recovery code takes the authenticator's place at sign-in, and ends all else`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let codes = try await codes(of: owner)
    _ = try await hub.addAuthenticator(to: owner)
    let device = try await hub.connect(owner)

    _ = try await hub.signIn(code: codes[1])

    #expect(try await service.webSession(cookie: owner.token.text) == nil)
    #expect(try await service.device(bearer: device.bearer.text, isUse: true) == .unknown)
    await #expect(throws: Unexpected.self) { try await hub.signIn(code: codes[1]) }
  }

  @Test func `a link lasts 15 minutes, and a newer one ends it (SIGN-06)`() async throws {
    let owner = try await hub.makeOwner()
    let first = try await link(of: owner)
    let second = try await link(of: owner)

    #expect(try await recover(first) == .unknownCode)
    hub.clock.advance(15 * Milliseconds.minute)
    #expect(try await recover(second) == .unknownCode)
    #expect(try await recover(try await link(of: owner)) == .recovered)
  }

  @Test func `a password that is not taken leaves the code good`() async throws {
    let owner = try await hub.makeOwner()
    let code = try await codes(of: owner)[0]

    #expect(try await recover(code, password: "short") == .invalid([.password(.tooShort)]))
    #expect(try await recover(code) == .recovered)
  }

  @Test func `new codes make the old ones useless`() async throws {
    let owner = try await hub.makeOwner()
    let old = try await codes(of: owner)
    _ = try await codes(of: owner)

    #expect(try await recover(old[0]) == .unknownCode)
  }

  @Test func `of many who use one code at once, one sets the password`() async throws {
    let owner = try await hub.makeOwner()
    let code = try await codes(of: owner)[0]

    let recovered = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for number in 0..<8 {
        group.addTask { try await recover(code, from: "198.51.100.\(number)") }
      }
      return try await group.reduce(into: 0) { $0 += $1 == .recovered ? 1 : 0 }
    }

    #expect(recovered == 1)
  }

  @Test func `guessing codes is slowed down for its network alone`() async throws {
    let owner = try await hub.makeOwner()
    let code = try await codes(of: owner)[0]
    let guess = String(repeating: "A", count: 26)
    for _ in 0..<5 { #expect(try await recover(guess) == .unknownCode) }

    #expect(try await recover(guess) == .wait(600))
    #expect(try await recover(code, from: "203.0.113.4") == .recovered)
  }

  @Test func `a disabled account is not recovered`() async throws {
    _ = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let code = try await codes(of: guest)[0]
    let link = try await link(of: guest)

    _ = try await hub.desk.disable(guest.session.account)

    #expect(try await recover(code) == .unknownCode)
    #expect(try await recover(link) == .unknownCode)
  }

  @Test func `only hashes of codes are stored, and what they did is noted`() async throws {
    let owner = try await hub.makeOwner()
    let codes = try await codes(of: owner)
    let link = try await link(of: owner)
    #expect(try await recover(codes[0]) == .recovered)

    let bytes = try hub.databaseBytes()
    let noted = try await service.securityEvents(of: owner.session.account)

    for code in codes + [link] { #expect(!bytes.contains(Array(code.utf8))) }
    #expect(noted.map(\.kind).prefix(2) == [.recoveryUsed, .recoveryRenewed])
    #expect(noted.first?.method == .recoveryCode)
  }
}
