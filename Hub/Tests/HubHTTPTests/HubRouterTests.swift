import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// The order in which the front door looks at a request, and what every answer carries.
@Suite struct HubRouterTests {
  let door: FrontDoor

  init() throws {
    door = try FrontDoor { _, _ in
      [
        .device(.post, "/v1/echo", body: .json(bytesMax: 10), summary: "For this test.") {
          routed, device in
          .json(Array(#"{"account":"\#(device.accountID)"}"#.utf8))
        },
        .device(.get, "/v1/items/{item}/parts/{part}", summary: "For this test.") { routed, _ in
          .json(Array("\(routed.parameters.sorted { $0.key < $1.key })".utf8))
        },
        .person(.get, "/page", summary: "For this test.") { _, session in
          HTTPResponse(status: 200, body: .bytes(Array(session.account.name.utf8)))
        },
        .person(.post, "/page", body: .form(bytesMax: 100), summary: "For this test.") { _, _ in
          HTTPResponse(status: 303, headers: ["Location": "/page"])
        },
        .person(.get, "/values", target: .values, summary: "For this test.") { _, _ in
          .json(Array("{}".utf8))
        },
        Route(.get, "/hello", access: .visitor, summary: "For this test.") { routed in
          guard case .person = routed.caller else { return HTTPResponse(status: 204) }
          return HTTPResponse(status: 200)
        },
        Route(.get, "/gone", access: .visitor, summary: "For this test.") { $0.notFound },
      ]
    }
  }

  func bearer() async throws -> HTTPHeaders {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())
    return ["Authorization": "Bearer \(signIn.bearer.text)", "Content-Type": "application/json"]
  }

  func cookie(_ owner: SignedIn, _ more: HTTPHeaders = ["Sec-Fetch-Site": "same-origin"])
    -> HTTPHeaders
  {
    var headers = more
    headers["Cookie"] = "hub_dev=\(owner.token.text)"
    return headers
  }

  // MARK: - Names and paths

  @Test(arguments: [
    "evil.example", "hub.localhost", "hub.localhost:1", "hub.localhost:8765.evil.example",
    "HUB.localhost:8765 ", "",
  ])
  func `a foreign name is answered 421, whatever is asked (SES-41)`(host: String) async {
    for path in ["/health", "/nothing", "/page"] {
      let response = await door.send(.get, path, headers: ["Host": host])
      #expect(response.status == 421)
    }
  }

  @Test func `the Hub's own name is known in any case`() async {
    #expect(await door.send(.get, "/health", headers: ["Host": "HUB.LOCALHOST:8765"]).status == 200)
  }

  @Test func `an unknown path and a wrong method are 404, with a credential and without`()
    async throws
  {
    let credential = try await bearer()
    let known = await door.send(.get, "/v1/nothing")

    for (method, path) in [
      (HTTPMethod.get, "/v1/nothing"), (.get, "/v1/echo"), (.put, "/v1/echo"),
      (.post, "/v1/echo/"), (.options, "/v1/echo"), (.get, "/v1/items//parts/2"),
      (.get, "/v1/items/%zz/parts/2"),
    ] {
      for headers in [credential, [:]] {
        let response = await door.send(method, path, headers: headers)
        #expect(response.status == 404)
        #expect(response.bytes == known.bytes)
      }
    }
  }

  @Test func `a route that hides answers an unknown path's very bytes (SIGN-02)`() async {
    let headers: HTTPHeaders = ["Accept": "text/html"]
    var hidden = await door.send(.get, "/gone", headers: headers)
    var unknown = await door.send(.get, "/nothing", headers: headers)

    for name in [HubRouter.requestIDHeader] {
      hidden.headers[name] = nil
      unknown.headers[name] = nil
    }
    #expect(hidden.status == unknown.status)
    #expect(hidden.headers == unknown.headers)
    #expect(hidden.bytes == unknown.bytes)
  }

  @Test func `open segments are handed over decoded`() async throws {
    let response = await door.send(
      .get, "/v1/items/a%2Fb/parts/%C3%A9", headers: try await bearer())

    #expect(response.status == 200)
    let text = String(decoding: response.bytes ?? [], as: UTF8.self)
    #expect(text.contains("a/b") && text.contains("é"))
  }

  @Test func `HEAD is answered like GET`() async {
    #expect(await door.send(.head, "/health").status == 200)
  }

  // MARK: - Credentials

  @Test(arguments: ["", "bearer ", "Bearer", "Basic ", "Bearer  "])
  func `only exactly Bearer and one blank are a bearer`(scheme: String) async throws {
    var headers = try await bearer()
    let token = String((headers["Authorization"] ?? "").dropFirst(7))
    headers["Authorization"] = scheme + token

    let response = await door.send(.post, "/v1/echo", headers: headers, body: "{}")

    #expect(response.status == 401)
  }

  @Test func `two bearers are none`() async throws {
    var headers = try await bearer()
    headers.add("Authorization", headers["Authorization"] ?? "")

    #expect(await door.send(.post, "/v1/echo", headers: headers, body: "{}").status == 401)
  }

  @Test func `a bearer and the session cookie together are refused (SES-22)`() async throws {
    var headers = try await bearer()
    headers["Cookie"] = "hub_dev=x"

    let response = await door.send(.post, "/v1/echo", headers: headers, body: "{}")

    #expect(response.status == 400)
    #expect(response.headers["Hub-Error"] == "ambiguous_credentials")
  }

  @Test func `a cookie opens no route of devices and a bearer none of people`() async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)

    let asDevice = await door.send(.post, "/v1/echo", headers: cookie(owner), body: "{}")
    let asPerson = await door.send(
      .get, "/page", headers: ["Authorization": "Bearer \(device.bearer.text)"])

    #expect(asDevice.status == 401)
    #expect(asPerson.status == 401)
  }

  @Test func `a visitor is let in signed out, and known when signed in`() async throws {
    let owner = try await door.identity.makeOwner()

    #expect(await door.send(.get, "/hello").status == 204)
    #expect(await door.send(.get, "/hello", headers: cookie(owner)).status == 200)
    #expect(await door.send(.get, "/hello", headers: ["Cookie": "hub_dev=old"]).status == 204)
  }

  // MARK: - Other sites

  @Test(
    arguments: [
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
      ["Origin": "null"], ["Origin": "http://anchor.localhost:8766"], [:],
    ] as [HTTPHeaders])
  func `no other site's page can post, signed in or not (SES-30, SES-34)`(
    headers: HTTPHeaders
  ) async throws {
    let owner = try await door.identity.makeOwner()
    var headers = cookie(owner, headers)
    headers["Content-Type"] = "application/x-www-form-urlencoded"

    let response = await door.send(.post, "/page", headers: headers, body: "a=b")

    #expect(response.status == 403)
  }

  @Test(
    arguments: [
      ["Sec-Fetch-Site": "same-origin"], ["Origin": "http://hub.localhost:8765"],
    ] as [HTTPHeaders])
  func `our own page can`(headers: HTTPHeaders) async throws {
    let owner = try await door.identity.makeOwner()
    var headers = cookie(owner, headers)
    headers["Content-Type"] = "application/x-www-form-urlencoded"

    #expect(await door.send(.post, "/page", headers: headers, body: "a=b").status == 303)
  }

  @Test func `values are for our own pages only, pages may be linked to (SES-32)`() async throws {
    let owner = try await door.identity.makeOwner()
    let link: HTTPHeaders = [
      "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    ]

    #expect(await door.send(.get, "/values", headers: cookie(owner, link)).status == 403)
    #expect(await door.send(.get, "/values", headers: cookie(owner, [:])).status == 403)
    #expect(await door.send(.get, "/values", headers: cookie(owner)).status == 200)
    #expect(await door.send(.get, "/page", headers: cookie(owner, link)).status == 200)
    let image: HTTPHeaders = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"]
    #expect(await door.send(.get, "/page", headers: cookie(owner, image)).status == 403)
  }

  // MARK: - Bodies

  @Test func `the caller comes before the type, the type before the size`() async throws {
    let credential = try await bearer()
    let long = String(repeating: "x", count: 11)

    let nobody = await door.send(.post, "/v1/echo", body: long)
    let wrongType = await door.send(
      .post, "/v1/echo",
      headers: ["Authorization": credential["Authorization"] ?? "", "Content-Type": "text/plain"],
      body: long)
    let tooLong = await door.send(.post, "/v1/echo", headers: credential, body: long)
    let right = await door.send(.post, "/v1/echo", headers: credential, body: "{}")

    #expect([nobody, wrongType, tooLong, right].map(\.status) == [401, 415, 413, 200])
  }

  @Test func `a type is known in any case and with parameters`() async throws {
    var headers = try await bearer()
    headers["Content-Type"] = "Application/JSON; charset=utf-8"

    #expect(await door.send(.post, "/v1/echo", headers: headers, body: "{}").status == 200)
  }

  // MARK: - Every answer

  @Test func `every answer has a request id of its own and is kept by no cache (ISO-30)`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    var identifiers: Set<String> = []

    for (path, headers) in [
      ("/health", [:]), ("/nothing", [:]), ("/page", cookie(owner)), ("/page", [:]),
      ("/v1/session", [:]), ("/health", ["Host": "evil.example"]),
    ] as [(String, HTTPHeaders)] {
      let response = await door.send(.get, path, headers: headers)
      identifiers.insert(response.headers[HubRouter.requestIDHeader] ?? "")
      #expect(response.headers["Cache-Control"] == "no-store")
      #expect(response.headers["X-Content-Type-Options"] == "nosniff")
      #expect(response.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      #expect(response.headers["Access-Control-Allow-Origin"] == nil)
    }

    #expect(identifiers.count == 6)
    #expect(!identifiers.contains(""))
  }

  @Test func `the log is told once of each request and nothing that a client chose (ISO-31)`()
    async throws
  {
    let headers = try await bearer()
    let token = String((headers["Authorization"] ?? "").dropFirst(7))

    _ = await door.send(.get, "/v1/items/canary/parts/canary?canary=1", headers: headers)
    _ = await door.send(.get, "/v1/canary", headers: ["Host": "canary.example"])
    _ = await door.send(.post, "/v1/echo", headers: headers, body: "canary in a body")

    let lines = door.log.lines
    #expect(lines.map(\.route) == ["/v1/items/{item}/parts/{part}", "unknown", "/v1/echo"])
    #expect(lines.map(\.status) == [200, 421, 413])
    #expect(lines.map(\.code) == [nil, "wrong_host", "payload_too_large"])
    for line in lines {
      #expect(!"\(line)".contains("canary"))
      #expect(!"\(line)".contains(token))
    }
  }
}
