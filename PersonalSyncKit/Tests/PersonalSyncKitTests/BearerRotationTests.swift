import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// How the kit changes its bearer (docs/protocol/identity.md, "A new bearer", SES-04).
@Suite struct BearerRotationTests {
  let day: Int64 = 86_400_000

  func bearer(of device: TestDevice) throws -> String {
    try #require(try device.tokens.load().sessions.first).bearer
  }

  @Test func `SES-04: a pass changes a bearer that is a day old`() async throws {
    let pair = try await PairOfDevices.connected()
    let first = try bearer(of: pair.first)
    pair.clock.advance(milliseconds: day - 1)
    try await pair.first.synchronize()
    #expect(try bearer(of: pair.first) == first)

    pair.clock.advance(milliseconds: 1)
    try await pair.first.synchronize()

    let second = try bearer(of: pair.first)
    #expect(second != first && second.hasPrefix(DeviceBearer.prefix))
    #expect(!pair.hub.isLive(bearer: first))
    #expect(pair.hub.isLive(bearer: second))
  }

  @Test(arguments: FaultyLink.Fault.allCases)
  func `SES-04: whatever becomes of the offer, the session goes on`(
    fault: FaultyLink.Fault
  ) async throws {
    let pair = try await PairOfDevices.connected()
    let account = try #require(try await pair.first.identity.currentAccount())
    try await pair.first.save("a", 25)
    pair.clock.advance(milliseconds: day)
    // The Hub proves itself and the session first.
    pair.first.link.next(nil, nil, fault)

    try await pair.first.synchronize()
    pair.clock.advance(milliseconds: 2 * 60_000)
    try await pair.first.synchronize()

    #expect(try await pair.first.identity.verifiedSyncAccount() == account)
    #expect(pair.hub.feed(of: pair.ada, .anchor).count == 1)
  }

  @Test func `SES-04: killed at any step of a change, the session goes on`() async throws {
    let pair = try await PairOfDevices.connected()
    let account = try #require(try await pair.first.identity.currentAccount())
    pair.clock.advance(milliseconds: day)
    let moments = pair.first.recordMoments(at: pair.hub)
    try await pair.first.synchronize()
    let all = moments.stop()

    #expect(Set(all.map(\.image.secrets.sessions.first?.bearer)).count == 2)
    #expect(all.contains { $0.image.secrets.sessions.first?.nextBearer != nil })
    for moment in all {
      pair.hub.restore(moment.hub)
      let revived = try TestDevice(
        "revived", as: .init(image: moment.image), link: FaultyLink(to: pair.hub),
        clock: pair.clock,
        random: pair.dice)
      try await revived.synchronize()
      pair.clock.advance(milliseconds: 2 * 60_000)
      try await revived.synchronize()
      #expect(try await revived.identity.currentAccount() == account)
    }
  }

  @Test func `SES-04: two processes of one store change it together`() async throws {
    for _ in 0..<10 {
      let pair = try await PairOfDevices.connected()
      let account = try #require(try await pair.first.identity.currentAccount())
      let other = try pair.first.process()
      pair.clock.advance(milliseconds: day)

      async let mine = pair.first.synchronize()
      async let theirs = other.runtime.synchronize()
      async let proof = other.identity.verifiedSyncAccount()
      _ = try await (mine, theirs)
      #expect(try await proof == account)

      pair.clock.advance(milliseconds: 2 * 60_000)
      #expect(try await other.identity.verifiedSyncAccount() == account)
      #expect(try await pair.first.identity.verifiedSyncAccount() == account)
    }
  }

  @Test func `SES-04: a new bearer that another process has saved is taken`() async throws {
    let pair = try await PairOfDevices.connected()
    let account = try #require(try await pair.first.identity.currentAccount())
    pair.clock.advance(milliseconds: day)
    pair.first.link.next(nil, nil, .lostReply)
    try await pair.first.synchronize()
    let saved = try #require(try pair.first.tokens.load()[account.session]?.nextBearer)

    _ = try await pair.first.process().runtime.synchronize()

    #expect(try bearer(of: pair.first) == saved)
  }

  @Test func `SES-04: a copied bearer that was retired ends the session of both`() async throws {
    let pair = try await PairOfDevices.connected()
    let thief = try TestDevice(
      "thief", as: .init(image: pair.first.image()), link: FaultyLink(to: pair.hub),
      clock: pair.clock,
      random: pair.dice)
    pair.clock.advance(milliseconds: day)
    try await pair.first.synchronize()
    pair.clock.advance(milliseconds: 2 * 60_000)

    #expect(try await thief.synchronize() == .signedOut)

    #expect(try await pair.first.synchronize() == .signedOut)
  }
}
