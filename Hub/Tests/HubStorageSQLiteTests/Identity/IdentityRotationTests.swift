import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto

/// How a session changes its bearer (SES-04).
@Suite struct IdentityRotationTests {
  let hub: TestIdentity
  var service: IdentityService { hub.service }

  init() throws { hub = try TestIdentity() }

  func isKnown(_ token: SecretToken) async throws -> Bool {
    try await service.device(bearer: token.text, isUse: false) != .unknown
  }

  /// A connected session and a bearer that was offered to it.
  func rotating() async throws -> (DeviceSignIn, SecretToken) {
    let signIn = try await hub.connect(try await hub.makeOwner())
    let next = SecretToken(.device, random: hub.random)
    #expect(try await service.offerToken(next.hash, to: signIn.session))
    return (signIn, next)
  }

  @Test func `SES-04: both bearers are good until the new one is used`() async throws {
    let (signIn, next) = try await rotating()

    #expect(try await isKnown(signIn.bearer))
    #expect(try await isKnown(signIn.bearer))
    #expect(try await isKnown(next))
    #expect(try await !isKnown(signIn.bearer))
    #expect(try await isKnown(next))
  }

  @Test func `SES-04: an offer may be repeated, and replaced while it was never used`() async throws
  {
    let (signIn, first) = try await rotating()
    let second = SecretToken(.device, random: hub.random)

    #expect(try await service.offerToken(first.hash, to: signIn.session))
    #expect(try await service.offerToken(second.hash, to: signIn.session))

    #expect(try await !isKnown(first))
    #expect(try await isKnown(second))
  }

  @Test func `SES-04: a retired bearer is refused, and a minute later ends its session`()
    async throws
  {
    let (signIn, next) = try await rotating()
    #expect(try await isKnown(next))

    #expect(try await !isKnown(signIn.bearer))
    #expect(try await isKnown(next))
    hub.clock.advance(61_000)
    #expect(try await !isKnown(signIn.bearer))

    #expect(try await !isKnown(next))
    #expect(try await service.deviceSessions(of: signIn.session.account.number).isEmpty)
  }

  @Test func `SES-04: the person sees that a retired bearer was used, of which app and from where`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    let next = SecretToken(.device, random: hub.random)
    #expect(try await service.offerToken(next.hash, to: signIn.session))
    #expect(try await isKnown(next))
    hub.clock.advance(61_000)

    for _ in 0..<2 {
      _ = try await service.device(
        bearer: signIn.bearer.text, isUse: true, from: NetworkPrefix(peer: "203.0.113.4"))
    }

    let noted = try await service.securityEvents(of: owner.session.account)
      .filter { $0.kind == .bearerCopied }
    #expect(noted.map(\.network) == ["203.0.113.0/24"])
    #expect(noted.map(\.client) == [signIn.session.client])
  }

  @Test func `SES-04: what was a token before cannot be offered`() async throws {
    let (signIn, next) = try await rotating()
    let other = try await hub.connect(
      try await hub.makeGuest(), document: try hub.identifier())

    for taken in [signIn.bearer, signIn.revokeHandle, other.bearer] {
      #expect(try await !service.offerToken(taken.hash, to: signIn.session))
    }
    #expect(try await !service.offerToken(next.hash, to: other.session))
    #expect(try await isKnown(next))
    #expect(try await !service.offerToken(signIn.bearer.hash, to: signIn.session))
  }

  @Test func `SES-07: the revoke handle outlives a rotation, and an offered bearer ends too`()
    async throws
  {
    let (signIn, next) = try await rotating()

    let answer = try await service.revoke(token: signIn.revokeHandle.text, from: TestIdentity.home)

    #expect(answer == .over)
    #expect(try await !isKnown(next))
    #expect(try await !isKnown(signIn.bearer))
  }

  @Test func `SES-02: neither an offered nor a retired bearer is stored`() async throws {
    let (signIn, next) = try await rotating()
    #expect(try await isKnown(next))

    let stored = String(decoding: try hub.databaseBytes(), as: UTF8.self)

    #expect(!stored.contains(next.text.dropFirst(7).prefix(43)))
    #expect(!stored.contains(signIn.bearer.text.dropFirst(7).prefix(43)))
  }
}
