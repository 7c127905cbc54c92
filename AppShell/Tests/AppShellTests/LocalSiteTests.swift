import AppShell
import AppShellTesting
import PersonalSyncTesting
import Testing
import ToolboxHTTP

@Suite struct LocalSiteTests {
  private let visitor: Visitor<SampleApp>

  init() throws { visitor = try Visitor() }

  @Test func `without the link there is only a page that says where to find it`() async {
    let response = await visitor.stranger(.get("/"))

    #expect(response.status == 403)
    #expect(!response.text.contains("Hello."))
    #expect(response.text.contains("anchor serve"))
  }

  @Test func `the link opens the pages for this browser`() async throws {
    let path = try #require(visitor.launchLink.split(separator: "/").last)

    let opening = await visitor.stranger(.get("/", query: String(path.dropFirst())))
    let cookie = try #require(opening.headers["Set-Cookie"]?.split(separator: ";").first)
    let response = await visitor.stranger(.get("/", cookie: String(cookie)))

    #expect(opening.status == 303)
    #expect(response.status == 200)
    #expect(response.text.contains("Hello."))
    #expect(response.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
  }

  @Test(arguments: [
    ("evil.example", nil, 421), ("anchor.localhost:8766", "http://evil.example", 403),
    ("anchor.localhost:8766", "http://hub.localhost:8766", 403), ("127.0.0.1:8766", nil, 200),
    ("127.0.0.1:9999", nil, 421),
  ])
  func `only our own names and pages get in`(
    host: String, origin: String?, status: Int
  ) async {
    var request = visitor.admitted(.get("/"))
    request.headers["Host"] = host
    request.headers["Origin"] = origin

    #expect(await visitor.stranger(request).status == status)
  }

  @Test func `a form from another site changes nothing`() async {
    var request = visitor.admitted(.post("/hub/sign-out"))
    request.headers["Origin"] = nil
    request.headers["Sec-Fetch-Site"] = "cross-site"

    #expect(await visitor.stranger(request).status == 403)
  }

  @Test func `a supervisor may ask for health and learns nothing else`() async {
    let response = await visitor.stranger(.get("/health"))

    #expect(response.status == 200)
    #expect(response.text == "ok\n")
  }

  @Test func `a page takes the last segment that its pattern leaves open`() async {
    #expect(await visitor.get("/things/a%20b").text.contains("a%20b"))
    #expect(await visitor.get("/things").status == 404)
    #expect(await visitor.get("/things/a/b").status == 404)
  }

  @Test func `what does not exist, and what cannot be done there, are told apart`() async {
    let wrong = await visitor.get("/rename")

    #expect(await visitor.get("/nowhere").status == 404)
    #expect(wrong.status == 405)
    #expect(wrong.headers["Allow"] == "POST")
  }

  @Test func `a refusal is a page that says what to do`() async {
    let response = await visitor.post("/rename", "name=")

    #expect(response.status == 409)
    #expect(response.text.contains("It needs a name."))
    #expect(response.text.contains("Give it one."))
  }

  // MARK: - The Hub's pages

  @Test func `a person connects and approves by pages alone`() async throws {
    try await SampleApp.save(1, minutes: 25, in: visitor.app.store, on: visitor.bench)
    #expect(
      await visitor.get("/hub").text.contains("Not connected to a Hub"))

    let ada = visitor.bench.hub.account("Ada")
    visitor.bench.whenAsked { $0.approveGrant(as: ada) }
    let begun = await visitor.post("/hub/connect", "address=http%3A%2F%2Fhub.localhost%3A8765")
    #expect(begun.headers["Location"] == "/hub/connect")
    await visitor.untilSignedIn()
    let onward = await visitor.get("/hub/connect")
    #expect(onward.headers["Location"] == "/hub/approve")

    let question = await visitor.get("/hub/approve").text
    #expect(question.contains("Ada"))
    #expect(question.contains("1 record of this store"))
    #expect(question.contains("permanent"))
    let seen = try #require(question.firstMatch(of: /name="seen" value="([^"]+)"/)?.1)
    let approved = await visitor.post(
      "/hub/approve", "seen=\(PercentEncoding.encode(String(seen)))&understood=on")

    #expect(approved.status == 303)
    #expect(try await visitor.connection().standing().status.state == .waiting(1))
  }

  @Test func `what changed since the person looked is shown again`() async throws {
    try await visitor.bench.signIn(visitor.connection(), as: visitor.bench.hub.account("Ada"))
    let question = await visitor.get("/hub/approve").text
    let seen = try #require(question.firstMatch(of: /name="seen" value="([^"]+)"/)?.1)
    try await SampleApp.save(1, minutes: 25, in: visitor.app.store, on: visitor.bench)

    let stale = await visitor.post(
      "/hub/approve", "seen=\(PercentEncoding.encode(String(seen)))&understood=on")
    let unticked = await visitor.post("/hub/approve", "seen=x")

    #expect(stale.status == 409)
    #expect(stale.text.contains("Something changed since you looked"))
    #expect(unticked.status == 200)
    #expect(try await visitor.connection().standing().status.state == .approvalNeeded)
  }

  @Test func `an address that is none is explained beside the form`() async {
    let response = await visitor.post("/hub/connect", "address=hub.example.org")

    #expect(response.status == 422)
    #expect(response.text.contains("is not the address of a Hub"))
    #expect(response.text.contains(#"value="hub.example.org""#))
  }

  @Test func `a Hub that is away is no obstacle for a page`() async throws {
    let connection = try await visitor.connection()
    try await visitor.bench.connect(connection, as: visitor.bench.hub.account("Ada"))
    visitor.bench.setOffline(true)
    await #expect(throws: ConnectionError.self) { try await connection.synchronize() }

    let home = await visitor.get("/")
    let hub = await visitor.get("/hub")

    #expect(home.status == 200)
    #expect(home.text.contains("Offline"))
    #expect(hub.text.contains("Offline since 09:00"))
    #expect(hub.text.contains("The Hub cannot be reached."))
  }

  @Test func `a name from the Hub cannot become markup`() async throws {
    try await visitor.bench.signIn(
      visitor.connection(), as: visitor.bench.hub.account("<script>alert(1)</script>"))

    let response = await visitor.get("/hub/approve")

    #expect(!response.text.contains("<script>alert"))
    #expect(response.text.contains("&lt;script&gt;"))
  }
}

extension HTTPRequest {
  fileprivate static func get(
    _ path: String, query: String? = nil, cookie: String? = nil
  ) -> HTTPRequest {
    var headers: HTTPHeaders = ["Host": "anchor.localhost:8766"]
    headers["Cookie"] = cookie
    return HTTPRequest(method: .get, path: path, query: query, headers: headers)
  }

  fileprivate static func post(_ path: String) -> HTTPRequest {
    HTTPRequest(
      method: .post, path: path,
      headers: [
        "Host": "anchor.localhost:8766", "Content-Type": "application/x-www-form-urlencoded",
      ])
  }
}
