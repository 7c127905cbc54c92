import HubContracts
import HubCore
import HubTesting
import Testing

/// What a person changes about the account: password, time zone, browsers, devices.
@Suite struct IdentityAccountTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  func change(_ person: SignedIn, to password: String) async throws -> ChangeAnswer {
    try await service.changePassword(
      to: password, repeated: password, by: person.session, from: TestIdentity.home)
  }

  @Test func `a new password counts at once, signs other browsers out and keeps apps (SES-08)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let other = try await hub.signIn()
    let device = try await hub.connect(owner)

    #expect(try await change(owner, to: "seven green bottles stand") == .changed)

    #expect(try await service.webSession(cookie: owner.token.text) != nil)
    #expect(try await service.webSession(cookie: other.token.text) == nil)
    #expect(try await service.device(bearer: device.bearer.text, isUse: true) != .unknown)
    await #expect(throws: Unexpected.self) { try await hub.signIn() }
    _ = try await hub.signIn(password: "seven green bottles stand")
  }

  @Test func `a bad password and a stale session change nothing`() async throws {
    let owner = try await hub.makeOwner()

    #expect(try await change(owner, to: "short") == .invalid([.password(.tooShort)]))
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    #expect(try await change(owner, to: "seven green bottles stand") == .needsVerification)

    _ = try await hub.signIn()
  }

  @Test func `the time zone is the account's, for its devices too`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)

    #expect(try await !service.setTimeZone("Mars/Olympus", of: owner.session.account))
    #expect(try await service.setTimeZone("UTC", of: owner.session.account))

    guard
      case .session(let session) = try await service.device(
        bearer: device.bearer.text, isUse: false)
    else { throw Unexpected.answer }
    #expect(session.account.timeZone == "UTC")
  }

  @Test func `browsers are listed with their networks and ended one by one or all others (SES-09)`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let second = try await hub.signIn()
    let third = try await hub.signIn()
    #expect(try await service.webSessions(of: owner.session.account).count == 3)

    let one = try await service.endWebSession(
      second.session.id, by: owner.session, from: TestIdentity.home)
    let again = try await service.endWebSession(
      second.session.id, by: owner.session, from: TestIdentity.home)
    let rest = try await service.endOtherWebSessions(by: owner.session, from: TestIdentity.home)

    #expect(one == .done && again == .unknown && rest == .done)
    #expect(try await service.webSession(cookie: third.token.text) == nil)
    #expect(
      try await service.webSessions(of: owner.session.account).map(\.id) == [owner.session.id])
  }

  @Test func `nobody ends or renames what is another account's`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let device = try await hub.connect(owner)
    let name = try DisplayName("Mine")

    let ended = try await service.endWebSession(
      owner.session.id, by: guest.session, from: TestIdentity.home)
    let renamed = try await service.renameDevice(
      device.session.id, to: name, of: guest.session.account, from: TestIdentity.home)
    _ = try await service.endAllDeviceSessions(by: guest.session, from: TestIdentity.home)

    #expect(ended == .unknown && !renamed)
    #expect(
      try await service.deviceSessions(of: owner.session.account.number).map(\.deviceName)
        == ["Desk"])
  }

  @Test func `a device is renamed, and all are disconnected at once`() async throws {
    let owner = try await hub.makeOwner()
    let device = try await hub.connect(owner)

    #expect(
      try await service.renameDevice(
        device.session.id, to: DisplayName("Kitchen"), of: owner.session.account,
        from: TestIdentity.home))
    #expect(
      try await service.deviceSessions(of: owner.session.account.number).map(\.deviceName)
        == ["Kitchen"])
    #expect(
      try await service.endAllDeviceSessions(by: owner.session, from: TestIdentity.home) == .done)
    #expect(try await service.device(bearer: device.bearer.text, isUse: true) == .unknown)
  }

  @Test func `ending sessions needs a fresh password (SES-09)`() async throws {
    let owner = try await hub.makeOwner()
    hub.clock.advance(SessionLifetime.freshMilliseconds)
    let session = owner.session

    let one = try await service.endWebSession(session.id, by: session, from: TestIdentity.home)
    let others = try await service.endOtherWebSessions(by: session, from: TestIdentity.home)
    let devices = try await service.endAllDeviceSessions(by: session, from: TestIdentity.home)

    #expect([one, others, devices].allSatisfy { $0 == .needsVerification })
  }
}
