import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// `/v1/session/rotate` and `/oauth/revoke`.
@Suite struct RotationRoutesTests {
  let door: FrontDoor
  let nonce = Base64URL.encode([UInt8](repeating: 9, count: 32))

  init() throws { door = try FrontDoor() }

  func rotate(_ bearer: SecretToken, to next: String) async -> HTTPResponse {
    await door.send(
      .post, "/v1/session/rotate",
      headers: ["Authorization": "Bearer \(bearer.text)", "Content-Type": "application/json"],
      body: #"{"next":"\#(next)"}"#)
  }

  func revoke(_ token: String) async -> HTTPResponse {
    await door.send(
      .post, "/oauth/revoke", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: "token=\(token)&token_type_hint=access_token")
  }

  func reads(_ bearer: SecretToken) async -> Int {
    await door.send(
      .get, "/v1/session",
      headers: ["Authorization": "Bearer \(bearer.text)", "Hub-Nonce": nonce]
    ).status
  }

  @Test func `SES-04: a session goes on with the bearer whose hash it sent`() async throws {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())
    let next = SecretToken(.device, random: door.identity.random)
    let hash = Base64URL.encode(next.hash.bytes)

    #expect(await rotate(signIn.bearer, to: hash).status == 204)
    #expect(await rotate(signIn.bearer, to: hash).status == 204)

    #expect(await reads(next) == 200)
    #expect(await reads(signIn.bearer) == 401)
    #expect(await rotate(signIn.bearer, to: hash).status == 401)
  }

  @Test(arguments: ["", "short", String(repeating: "A", count: 44)])
  func `SES-04: what is no hash is refused`(next: String) async throws {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())

    #expect(await rotate(signIn.bearer, to: next).status == 400)
    #expect(await reads(signIn.bearer) == 200)
  }

  @Test func `SES-07: revoking answers alike for every secret, and ends only its own session`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let ended = try await door.identity.connect(owner)
    let other = try await door.identity.connect(owner)
    let never = SecretToken(.revoke, random: door.identity.random)

    let tokens = [
      ended.revokeHandle.text, ended.revokeHandle.text, never.text, owner.token.text, "nonsense",
    ]
    var answers: [HTTPResponse] = []
    for token in tokens { answers.append(await revoke(token)) }

    #expect(answers.map(\.status) == [200, 200, 200, 200, 200])
    #expect(answers.allSatisfy { ($0.bytes ?? []).isEmpty })
    #expect(await reads(ended.bearer) == 401)
    #expect(await reads(other.bearer) == 200)
  }

  private func delete(_ token: String) async -> HTTPResponse {
    await door.send(.delete, "/v1/session", headers: ["Authorization": "Bearer \(token)"])
  }

  @Test func `SES-07: who guesses handles waits on either route, and a session's own ends it`()
    async throws
  {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())
    let madeUp = SecretToken(.revoke, random: door.identity.random).text
    for _ in 0..<50 {
      #expect(await revoke(madeUp).status == 200)
      #expect(await delete(madeUp).status == 204)
    }

    for refused in [await revoke(madeUp), await delete(madeUp), await delete("nonsense")] {
      #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
    }

    #expect(await delete(signIn.revokeHandle.text).status == 204)
    #expect(await reads(signIn.bearer) == 401)
  }

  @Test func `revoking needs a token`() async {
    #expect(await revoke("").status == 400)
  }
}
