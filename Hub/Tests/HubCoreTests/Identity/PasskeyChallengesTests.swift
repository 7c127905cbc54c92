import HubContracts
import HubTesting
import Testing
import ToolboxCrypto

@testable import HubCore

/// What strangers and sessions can hold of challenges, and from whom they can take some.
@Suite struct PasskeyChallengesTests {
  let challenges = PasskeyChallenges()
  let random = CountingRandom()

  private func signIn(_ peer: String, at now: Int64 = 0) -> [UInt8]? {
    challenges.makeForSignIn(from: NetworkPrefix(peer: peer), at: now, random: random)
  }

  private func session() throws -> SessionID { try #require(SessionID(random.uuid())) }

  private func verification(_ session: SessionID) -> [UInt8] {
    challenges.make(for: .verification(session), of: session, at: 0, random: random)
  }

  private func isGood(_ challenge: [UInt8]) -> Bool {
    challenges.take(challenge, for: .signIn, at: 1)
  }

  @Test func `a flood from one network takes no challenge from another's person`() throws {
    let hers = try #require(signIn("203.0.113.4"))
    for number in 0..<5_000 { _ = signIn("2001:db8:1:\(String(number, radix: 16))::1") }

    #expect(challenges.count == PasskeyChallenges.countMax)
    #expect(isGood(hers))
    let later = try #require(signIn("203.0.113.4"))
    #expect(isGood(later))
  }

  @Test func `networks that hold one each keep theirs, and one more waits`() throws {
    let first = try #require(signIn("10.0.0.1"))
    for number in 1..<PasskeyChallenges.countMax {
      #expect(signIn("10.\(number / 256).\(number % 256).1") != nil)
    }

    #expect(signIn("203.0.113.4") == nil)
    #expect(isGood(first))
    #expect(signIn("203.0.113.4") != nil)
  }

  @Test func `strangers take no challenge from a session, however many they are`() throws {
    let session = try session()
    let hers = verification(session)
    for number in 0..<5_000 { _ = signIn("10.\(number / 256).\(number % 256).1") }

    #expect(challenges.take(hers, for: .verification(session), at: 1))
  }

  @Test func `a session holds eight, and its flood takes none from another session`() throws {
    let (stolen, own) = (try session(), try session())
    let hers = verification(own)
    let first = verification(stolen)
    for _ in 0..<5_000 { _ = verification(stolen) }

    #expect(challenges.count == 1 + PasskeyChallenges.ofSessionMax)
    #expect(!challenges.take(first, for: .verification(stolen), at: 1))
    #expect(challenges.take(hers, for: .verification(own), at: 1))
  }

  @Test func `what is too old makes room`() {
    for number in 0..<PasskeyChallenges.countMax {
      _ = signIn("10.\(number / 256).\(number % 256).1")
    }

    #expect(signIn("203.0.113.4", at: PasskeyChallenges.lifeMilliseconds) != nil)
    #expect(challenges.count == 1)
  }
}
