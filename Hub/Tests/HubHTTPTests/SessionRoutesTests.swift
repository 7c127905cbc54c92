import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// `/v1/session`, `/.well-known/hub` and what anyone may ask.
@Suite struct SessionRoutesTests {
  let door: FrontDoor
  let nonce = Base64URL.encode([UInt8](repeating: 9, count: 32))

  init() throws { door = try FrontDoor() }

  func authorization(_ token: SecretToken, nonce: String? = nil) -> HTTPHeaders {
    var headers: HTTPHeaders = ["Authorization": "Bearer \(token.text)"]
    headers["Hub-Nonce"] = nonce
    return headers
  }

  @Test func `the signature is over exactly the bytes that are sent`() async throws {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())

    let response = await door.send(
      .get, "/v1/session", headers: authorization(signIn.bearer, nonce: nonce))

    let bytes = try #require(response.bytes)
    let signature = try #require(
      response.headers[SessionStatement.signatureHeader].flatMap(Base64URL.decode))
    #expect(door.identity.key.publicKey.isValid(signature, over: bytes))
    #expect(!door.identity.key.publicKey.isValid(signature, over: bytes + [0x20]))
    #expect(try SessionStatement.read(bytes).nonce == nonce)
  }

  @Test(arguments: [
    nil, "", "short", String(repeating: "A", count: 44), String(repeating: "+", count: 43),
  ])
  func `a statement needs a nonce of 32 bytes`(nonce: String?) async throws {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())

    let own = await door.send(
      .get, "/v1/session", headers: authorization(signIn.bearer, nonce: nonce))
    var headers: HTTPHeaders = [:]
    headers["Hub-Nonce"] = nonce
    let hub = await door.send(.get, "/.well-known/hub", headers: headers)

    #expect(own.status == 400)
    #expect(hub.status == 400)
  }

  @Test func `a session that never was, has ended or is too old is answered alike`() async throws {
    let owner = try await door.identity.makeOwner()
    let ended = try await door.identity.connect(owner)
    let old = try await door.identity.connect(owner)
    _ = try await door.identity.service.signOutDevice(token: ended.bearer.text)
    door.identity.clock.advance(61 * 86_400_000)
    let never = SecretToken(.device, random: door.identity.random)

    let answers = await [never, ended.bearer, old.bearer].asyncMap {
      await door.send(.get, "/v1/session", headers: authorization($0, nonce: nonce))
    }

    #expect(answers.map(\.status) == [401, 401, 401])
    #expect(Set(answers.map { $0.bytes ?? [] }).count == 1)
  }

  @Test func `bearer and revoke handle end the session, and may do so again`() async throws {
    let owner = try await door.identity.makeOwner()
    let first = try await door.identity.connect(owner)
    let second = try await door.identity.connect(owner)

    for _ in 0..<2 {
      for token in [first.bearer, second.revokeHandle] {
        #expect(
          await door.send(.delete, "/v1/session", headers: authorization(token)).status == 204)
      }
    }

    for signIn in [first, second] {
      let response = await door.send(
        .get, "/v1/session", headers: authorization(signIn.bearer, nonce: nonce))
      #expect(response.status == 401)
    }
  }

  @Test func `a revoke handle reads nothing and a web session's token ends no device (SES-07)`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let signIn = try await door.identity.connect(owner)

    let reading = await door.send(
      .get, "/v1/session", headers: authorization(signIn.revokeHandle, nonce: nonce))
    let ending = await door.send(.delete, "/v1/session", headers: authorization(owner.token))
    let nothing = await door.send(.delete, "/v1/session")

    #expect(reading.status == 401)
    #expect(ending.status == 401)
    #expect(nothing.status == 401)
  }

  @Test func `the Hub signs who it is over the nonce and the origin that was used`() async throws {
    let response = await door.send(.get, HubStatement.path, headers: ["Hub-Nonce": nonce])

    let bytes = try #require(response.bytes)
    let signature = try #require(
      response.headers[SessionStatement.signatureHeader].flatMap(Base64URL.decode))
    #expect(door.identity.key.publicKey.isValid(signature, over: bytes))
    let statement = try HubStatement.read(bytes)
    #expect(statement.origin == "http://hub.localhost:8765")
    #expect(statement.nonce == nonce)
    #expect(statement.hub == door.identity.service.identity.id)
    #expect(statement.protocolVersions == SyncLimits.protocolVersions)
  }

  @Test func `one kind of statement is never taken for another`() async throws {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())
    let own = await door.send(
      .get, "/v1/session", headers: authorization(signIn.bearer, nonce: nonce))
    let hub = await door.send(.get, HubStatement.path, headers: ["Hub-Nonce": nonce])

    #expect(throws: (any Error).self) { try HubStatement.read(own.bytes ?? []) }
    #expect(throws: (any Error).self) { try SessionStatement.read(hub.bytes ?? []) }
  }

  @Test func `health, readiness and limits are for anyone`() async {
    for path in ["/health", "/ready", "/v1/limits"] {
      #expect(await door.send(.get, path).status == 200)
    }
    let limits = await door.send(.get, "/v1/limits")
    let text = String(decoding: limits.bytes ?? [], as: UTF8.self)
    #expect(text.contains(#""mutationsPerPush":100"#))
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
    var results: [Result] = []
    for element in self { results.append(await transform(element)) }
    return results
  }
}
