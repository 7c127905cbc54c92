import HubContracts
import HubCore
import HubTesting
import Testing

/// What a person can look back at: of closed kinds, in bounded number.
@Suite struct SecurityEventTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  func events(of person: SignedIn) async throws -> [SecurityEvent] {
    try await service.securityEvents(of: person.session.account)
  }

  func refusedSignIn(_ name: String, from peer: String = "198.51.100.9") async throws {
    _ = try await service.signIn(
      name: name, with: .init(password: "wrong"), replacing: nil, from: NetworkPrefix(peer: peer))
  }

  @Test
  func `making an account, signing in and inviting are noted with how and from where (SIGN-01)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await service.signIn(
      name: "Ada", with: .init(password: TestIdentity.password), replacing: nil,
      from: NetworkPrefix(peer: "203.0.113.4"))
    _ = try await service.invite(by: owner.session, from: TestIdentity.home)

    let noted = try await events(of: owner)

    #expect(noted.map(\.kind) == [.accountInvited, .signedIn, .ownerCreated])
    #expect(noted.map(\.method) == [nil, .password, .setupLink])
    #expect(noted.map(\.network) == ["192.0.2.0/24", "203.0.113.0/24", "192.0.2.0/24"])
  }

  @Test func `refused sign-ins are counted by the hour and the network, not listed one by one`()
    async throws
  {
    let owner = try await hub.makeOwner()
    for _ in 0..<3 { try await refusedSignIn("Ada") }
    try await refusedSignIn("Ada", from: "203.0.113.4")
    hub.clock.advance(Milliseconds.hour)
    try await refusedSignIn("Ada")

    let noted = try await events(of: owner).filter { $0.kind == .signInFailed }

    #expect(noted.map(\.times) == [1, 1, 3])
  }

  @Test func `guessing from many networks pushes out nothing else`() async throws {
    let owner = try await hub.makeOwner()
    for number in 0..<(SecurityEvent.countedMax + 20) {
      try await hub.database.note(
        SecurityEvent(
          .signInFailed, atMilliseconds: hub.clock.nowMilliseconds,
          network: "10.0.\(number).0/24", method: .password),
        of: owner.session.account.number)
    }

    let all = try await hub.database.securityEvents(
      of: owner.session.account.number, countMax: 1_000)

    #expect(all.count == SecurityEvent.countedMax + 1)
    #expect(all.contains { $0.kind == .ownerCreated })
  }

  @Test func `nobody sees what happened to another account`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    try await refusedSignIn("Ada")
    try await refusedSignIn("Nobody")

    #expect(try await events(of: owner).contains { $0.kind == .signInFailed })
    #expect(try await events(of: guest).map(\.kind) == [.accountCreated])
  }
}
