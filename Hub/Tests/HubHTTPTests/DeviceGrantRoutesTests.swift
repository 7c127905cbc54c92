import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// The device grant as an app meets it on the wire.
@Suite struct DeviceGrantRoutesTests {
  let door: FrontDoor
  let json: HTTPHeaders = ["Content-Type": "application/json"]
  let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
  /// RFC 7636's own example.
  let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let request = [
    "client_id": "anchor", "document_id": "0b0e7c7e-6f6c-4c2b-9f4c-0d6f0a3d7a11",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256", "platform": "linux", "unowned_records": "12",
  ]

  init() throws { door = try FrontDoor() }

  func post(_ path: String, _ fields: [String: String]) async -> HTTPResponse {
    var query = HTTPQuery()
    query.fields = fields.map { HTTPQuery.Field(name: $0.key, value: $0.value) }
    return await door.send(.post, path, headers: form, body: query.encoded)
  }

  func text(_ key: String, of response: HTTPResponse) -> String? {
    do {
      switch try JSONNode.parse(response.bytes ?? [])[key]?.value {
      case .string(let text): return text
      case .integer(let number): return String(number)
      default: return nil
      }
    } catch { return nil }
  }

  @Test func `an app is connected from its first request to its signed statement`() async throws {
    let owner = try await door.identity.makeOwner()
    let body = """
      {"client_id":"anchor","document_id":"0b0e7c7e-6f6c-4c2b-9f4c-0d6f0a3d7a11",\
      "code_challenge":"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",\
      "code_challenge_method":"S256","platform":"linux","unowned_records":12}
      """
    let offer = await door.send(.post, "/oauth/device_authorization", headers: json, body: body)
    #expect(offer.status == 200)
    let userCode = try #require(text("user_code", of: offer))
    #expect(text("verification_uri", of: offer) == "http://hub.localhost:8765/connect")
    #expect(
      text("verification_uri_complete", of: offer)
        == "http://hub.localhost:8765/connect?code=\(userCode)")
    #expect(text("expires_in", of: offer) == "600")
    #expect(text("interval", of: offer) == "5")

    let question = [
      "device_code": try #require(text("device_code", of: offer)), "code_verifier": verifier,
      "client_id": "anchor", "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
    ]
    let pending = await post("/oauth/token", question)
    #expect(pending.status == 400)
    #expect(pending.headers["Hub-Error"] == "authorization_pending")
    #expect(await post("/oauth/token", question).headers["Hub-Error"] == "slow_down")

    let approval = try await door.identity.service.approve(
      typedCode: userCode, deviceName: "Desk", proof: nil, by: owner.session,
      from: TestIdentity.home)
    #expect(approval == .approved)
    door.identity.clock.advance(10_000)
    let token = await post("/oauth/token", question)
    #expect(token.status == 200)
    #expect(text("token_type", of: token) == "Bearer")
    #expect(text("revoke_handle", of: token)?.hasPrefix("hub_r1_") == true)

    let nonce = Base64URL.encode(door.identity.random.bytes(32))
    let bearer = try #require(text("access_token", of: token))
    let statement = await door.send(
      .get, "/v1/session", headers: ["Authorization": "Bearer \(bearer)", "Hub-Nonce": nonce])
    let read = try SessionStatement.read(statement.bytes ?? [])
    #expect(read.session.description == text("session_id", of: token))
    #expect(read.hubKey == text("hub_key", of: token))
    #expect(await post("/oauth/token", question).headers["Hub-Error"] == "invalid_grant")
  }

  @Test(arguments: [
    ("client_id", "", "invalid_request"), ("client_id", "solitaire", "unknown_client"),
    ("document_id", "0B0E7C7E-6F6C-4C2B-9F4C-0D6F0A3D7A11", "invalid_request"),
    ("code_challenge", "short", "invalid_request"),
    ("code_challenge_method", "plain", "invalid_request"),
    ("platform", "my own words", "invalid_request"),
    ("unowned_records", "-1", "invalid_request"),
    ("unowned_records", "1000000001", "invalid_request"),
    ("unowned_records", "many", "invalid_request"),
  ])
  func `a value outside its closed kind is refused and never said again (PRIV-21)`(
    name: String, value: String, code: String
  ) async {
    var fields = Self.request
    fields[name] = value

    let response = await post("/oauth/device_authorization", fields)

    #expect(response.status == 400)
    #expect(response.headers["Hub-Error"] == code)
    let message = String(decoding: response.bytes ?? [], as: UTF8.self)
    #expect(value.count < 4 || !message.contains(value))
  }

  @Test func `parameters that nobody knows are ignored, one that comes twice is refused`() async {
    var fields = Self.request
    fields["scope"] = "everything"

    #expect(await post("/oauth/device_authorization", fields).status == 200)
    let twice = await door.send(
      .post, "/oauth/token", headers: form, body: "device_code=a&device_code=b&code_verifier=c")
    #expect(twice.status == 400)
  }

  @Test func `bodies that are neither JSON nor a form are refused`() async {
    let plain = await door.send(
      .post, "/oauth/token", headers: ["Content-Type": "text/plain"], body: "device_code=a")
    let broken = await door.send(.post, "/oauth/token", headers: json, body: "{\"device_code\":")
    let list = await door.send(.post, "/oauth/token", headers: json, body: "[]")
    let long = await door.send(
      .post, "/oauth/token", headers: json, body: String(repeating: " ", count: 10_000))

    #expect([plain, broken, list, long].map(\.status) == [415, 400, 400, 413])
  }

  @Test func `an unknown code and a wrong verifier are answered alike`() async throws {
    let asked = try await door.identity.ask()
    let unknown = SecretToken(.deviceCode, random: door.identity.random).text

    let first = await post("/oauth/token", ["device_code": unknown, "code_verifier": verifier])
    let second = await post(
      "/oauth/token",
      ["device_code": asked.offer.deviceCode.text, "code_verifier": verifier])
    let third = await post("/oauth/token", ["device_code": "x", "code_verifier": verifier])

    #expect(first.status == 400)
    #expect(first.bytes == second.bytes)
    #expect(first.bytes == third.bytes)
  }

  @Test func `too many requests are told when to come back`() async {
    for _ in 0..<5 {
      #expect(await post("/oauth/device_authorization", Self.request).status == 200)
    }

    let response = await post("/oauth/device_authorization", Self.request)

    #expect(response.status == 429)
    #expect(response.headers["Retry-After"] == "60")
  }
}
