import HubContracts
import HubCore
import HubStorageSQLite
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxLocks

/// What strangers can cost: neither the owner's sign-in nor the places of waiting apps (SES-50…52).
@Suite struct IdentityLimitTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  enum Outcome: Equatable {
    case signedIn, refused, busy
    case wait(Int)
  }

  func signIn(
    _ name: String = "Ada", _ password: String = TestIdentity.password, mark: String? = nil,
    from peer: String = "192.0.2.7"
  ) async throws -> Outcome {
    let answer = try await service.signIn(
      name: name, with: .init(password: password), replacing: nil, known: mark,
      from: NetworkPrefix(peer: peer))
    return switch answer {
    case .signedIn: .signedIn
    case .refused: .refused
    case .wait(let seconds): .wait(seconds)
    case .busy: .busy
    }
  }

  @Test func `a known browser is not delayed by who guesses on its own network`() async throws {
    let owner = try await hub.makeOwner()
    let mark = service.browserMark(of: owner.session.account)
    for _ in 0..<5 { _ = try await signIn("Ada", "wrong") }

    #expect(try await signIn() == .wait(1))
    #expect(try await signIn(mark: mark) == .signedIn)
  }

  @Test func `a known browser signs in although strangers use up the whole Hub's tries`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let mark = service.browserMark(of: owner.session.account)
    for number in 0..<60 { _ = try await signIn("n\(number)", from: "10.0.\(number % 3).1") }

    #expect(try await signIn(from: "203.0.113.4") == .wait(60))
    #expect(try await signIn(mark: mark, from: "203.0.113.4") == .signedIn)
  }

  @Test func `a mark is no way around the delays: its own tries are counted too`() async throws {
    let owner = try await hub.makeOwner()
    let mark = service.browserMark(of: owner.session.account)
    for _ in 0..<5 { #expect(try await signIn("Ada", "wrong", mark: mark) == .refused) }

    #expect(try await signIn("Ada", "wrong", mark: mark) == .wait(1))
  }

  @Test func `a mark of another account, of another Hub or made up changes nothing`() async throws {
    _ = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let other = try TestIdentity()
    let marks = [
      service.browserMark(of: guest.session.account), "", "x", String(repeating: "A", count: 200),
      other.service.browserMark(of: try await other.makeOwner().session.account) + "A",
    ]
    for _ in 0..<5 { _ = try await signIn("Ada", "wrong") }

    for mark in marks { #expect(try await signIn(mark: mark) == .wait(1), "\(mark)") }
  }

  @Test func `one network gets a third of the Hub's tries at most`() async throws {
    _ = try await hub.makeOwner()
    for number in 0..<20 { #expect(try await signIn("n\(number)") == .refused) }

    #expect(try await signIn("n20") == .wait(60))
    #expect(try await signIn(from: "203.0.113.4") == .signedIn)
  }

  @Test func `guesses at one name from many networks leave another person's tries alone (SES-50)`()
    async throws
  {
    _ = try await hub.makeOwner()
    _ = try await hub.makeGuest("Bob")
    for number in 0..<60 { _ = try await signIn("Bob", "wrong", from: "10.0.\(number).1") }

    #expect(try await signIn("Bob", from: "203.0.113.4") == .wait(60))
    #expect(try await signIn("Ada", from: "203.0.113.4") == .signedIn)
  }

  @Test func `guesses from one provider's network leave others' tries alone (SES-52)`()
    async throws
  {
    _ = try await hub.makeOwner()
    for number in 0..<60 { _ = try await signIn("n\(number)", from: "2001:db8:1:\(number)::1") }

    #expect(try await signIn(from: "2001:db8:1:ffff::1") == .wait(60))
    #expect(try await signIn(from: "2001:db8:2::1") == .signedIn)
  }

  @Test func `giving the password again is not delayed by strangers`() async throws {
    let owner = try await hub.makeOwner()
    for number in 0..<60 { _ = try await signIn("n\(number)", from: "10.0.\(number % 3).1") }

    let answer = try await service.confirm(
      .init(password: TestIdentity.password), of: owner.session, from: TestIdentity.home)

    #expect(answer == .confirmed)
  }

  // MARK: - Waiting apps

  @Test func `a network has five waiting apps at most`() async throws {
    for _ in 0..<5 { _ = try await hub.ask(from: NetworkPrefix(peer: "198.51.100.1")) }

    await #expect(throws: Unexpected.self) {
      try await hub.ask(from: NetworkPrefix(peer: "198.51.100.2"))
    }
    _ = try await hub.ask(from: NetworkPrefix(peer: "203.0.113.4"))
  }

  @Test func `where all places are taken, the network with most gives one to a newcomer`()
    async throws
  {
    let owner = try await hub.makeOwner()
    var floods: [TestIdentity.Asked] = []
    for number in 0..<20 {
      floods.append(try await hub.ask(from: NetworkPrefix(peer: "198.51.\(number / 5).1")))
      hub.clock.advance(1)
    }

    let asked = try await hub.ask(from: NetworkPrefix(peer: "203.0.113.4"))

    #expect(try await hub.approve(asked, by: owner) == .approved)
    guard case .invalid = try await hub.redeem(floods[0]) else { throw Unexpected.answer }
    guard case .pending = try await hub.redeem(floods[1]) else { throw Unexpected.answer }
  }

  @Test func `twenty networks with one app each keep their places`() async throws {
    for number in 0..<20 {
      _ = try await hub.ask(from: NetworkPrefix(peer: "198.51.\(number).1"))
    }

    await #expect(throws: Unexpected.self) {
      try await hub.ask(from: NetworkPrefix(peer: "203.0.113.4"))
    }
  }
}

/// An unknown name costs what a wrong password costs, counted and not timed (SES-51).
@Suite struct IdentityUniformWorkTests {
  /// Counts how often passwords are hashed or compared.
  final class CountedHash: PasswordHashing {
    private let hash = PasswordHash(memoryBytes: 19 << 20, passes: 2)
    private let count = Locked(0)

    var runs: Int { count.withLock { $0 } }

    func hash(_ password: [UInt8]) -> String? {
      count.withLock { $0 += 1 }
      return hash.hash(password)
    }

    func isValid(_ password: [UInt8], for phc: String) -> Bool {
      count.withLock { $0 += 1 }
      return hash.isValid(password, for: phc)
    }
  }

  @Test func `every refused sign-in hashes once and notes one event, whatever was wrong`()
    async throws
  {
    let hash = CountedHash()
    let hub = try TestIdentity(passwordHash: hash)
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    _ = try await hub.makeGuest("Cleo")
    _ = try await hub.addAuthenticator(to: owner)
    _ = try await hub.desk.disable(guest.session.account)

    for (name, proof) in [
      ("Nobody", IdentityService.Proof(password: TestIdentity.password)),
      ("", .init(password: TestIdentity.password)), ("Cleo", .init(password: "wrong")),
      ("Bob", .init(password: TestIdentity.password)),
      ("Ada", .init(password: TestIdentity.password)),
      ("Ada", .init(password: TestIdentity.password, code: "000000")),
      ("Ada", .init(password: "wrong", code: "000000")),
    ] {
      let before = (hash.runs, try hub.refusedSignIns())
      let answer = try await hub.service.signIn(
        name: name, with: proof, replacing: nil, from: TestIdentity.home)
      let after = (hash.runs, try hub.refusedSignIns())

      guard case .refused = answer else { throw Unexpected.answer }
      #expect(after.0 - before.0 == 1, "\(name)")
      #expect(after.1 - before.1 == 1, "\(name)")
    }
  }
}
