import HubContracts
import Testing
import ToolboxCrypto

@testable import HubCore

@Suite struct HubIdentityTests {
  @Test func `the Hub's id is the first half of its key's hash and its signatures hold`() throws {
    let key = try #require(SigningKey(seed: [UInt8](repeating: 7, count: 32)))
    let identity = HubIdentity(key: key)
    let message = Array("statement".utf8)

    let signature = try #require(Base64URL.decode(identity.signature(over: message)))

    #expect(identity.id == HubID(bytes: Array(SHA256.hash(key.publicKey.bytes).prefix(16))))
    #expect(Base64URL.decode(identity.publicKey) == key.publicKey.bytes)
    #expect(key.publicKey.isValid(signature, over: message))
  }

  @Test func `printing a Hub's identity shows no secret`() throws {
    let seed = [UInt8](repeating: 171, count: 32)
    let identity = HubIdentity(key: try #require(SigningKey(seed: seed)))

    #expect(!"\(identity)".contains("171"))
  }
}

@Suite struct SessionLifetimeTests {
  let day: Int64 = 86_400_000

  @Test func `a web session lives 7 days idle and 30 in all`() {
    let life = SessionLifetime.web

    #expect(life.isLive(created: 0, seen: 0, at: 7 * day - 1))
    #expect(!life.isLive(created: 0, seen: 0, at: 7 * day))
    #expect(life.isLive(created: 0, seen: 29 * day, at: 30 * day - 1))
    #expect(!life.isLive(created: 0, seen: 29 * day, at: 30 * day))
  }

  @Test func `a device session lives 60 days idle and 365 in all`() {
    let life = SessionLifetime.device

    #expect(!life.isLive(created: 0, seen: 0, at: 60 * day))
    #expect(life.isLive(created: 0, seen: 350 * day, at: 365 * day - 1))
    #expect(!life.isLive(created: 0, seen: 350 * day, at: 365 * day))
  }
}

@Suite struct CodeChallengeTests {
  @Test func `RFC 7636's own example is answered by its verifier`() throws {
    let challenge = try #require(CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))

    #expect(challenge.isAnswered(by: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(!challenge.isAnswered(by: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK"))
    #expect(!challenge.isAnswered(by: ""))
  }

  @Test(arguments: [
    "", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
  ])
  func `anything but base64url of 32 bytes is no challenge`(text: String) {
    #expect(CodeChallenge(text) == nil)
  }
}
