import Testing
import ToolboxHTTP
import WebInterface

@Suite struct LoopbackGuardVerdictTests {
  private let site = Site(.anchor, headers: SecurityHeaders(isOverTLS: false))
  private let token = LaunchToken(bytes: Array(0..<32))
  private let door: LoopbackGuard

  init() {
    door = LoopbackGuard(site: site, name: "anchor", port: 8766, token: token)
  }

  private var cookie: String { "anchor_launch_8766=\(token.text)" }

  private func ask(
    _ method: HTTPMethod = .get, _ path: String = "/today", query: String? = nil,
    host: String? = "anchor.localhost:8766", with headers: HTTPHeaders = [:]
  ) -> HTTPResponse? {
    var headers = headers
    if let host { headers.add("Host", host) }
    let request = HTTPRequest(method: method, path: path, query: query, headers: headers)
    switch door.verdict(on: request) {
    case .admitted: return nil
    case .answered(let response): return response
    }
  }

  @Test(arguments: [
    "anchor.localhost:8766", "localhost:8766", "127.0.0.1:8766", "[::1]:8766",
    "Anchor.LocalHost:8766",
  ])
  func `each of the app's own names is admitted with the cookie`(host: String) {
    #expect(ask(host: host, with: ["Cookie": cookie]) == nil)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8766", "anchor.localhost", "anchor.localhost:8767", "",
    "kith.localhost:8766", "anchor.localhost:8766.evil.example", "127.0.0.2:8766",
    "localhost:8766 ", "user@localhost:8766",
  ])
  func `a foreign host is misdirected, even with the cookie`(host: String) {
    #expect(ask(host: host, with: ["Cookie": cookie])?.status == 421)
  }

  @Test func `a request without a host or with two is misdirected`() {
    #expect(ask(host: nil, with: ["Cookie": cookie])?.status == 421)
    #expect(ask(with: ["Cookie": cookie, "Host": "evil.example"])?.status == 421)
  }

  @Test(arguments: [
    "http://evil.example", "null", "http://hub.localhost:8765", "http://localhost:1",
  ])
  func `a foreign origin is refused, even with the cookie`(origin: String) {
    #expect(ask(with: ["Cookie": cookie, "Origin": origin])?.status == 403)
    #expect(ask(.post, with: ["Cookie": cookie, "Origin": origin])?.status == 403)
  }

  @Test func `a change needs our own page and the cookie`() {
    let ours = "http://anchor.localhost:8766"

    #expect(ask(.post, with: ["Cookie": cookie, "Origin": ours]) == nil)
    #expect(ask(.post, with: ["Cookie": cookie])?.status == 403)
    #expect(ask(.post, with: ["Origin": ours])?.status == 403)
    #expect(ask(.post, with: ["Cookie": cookie, "Sec-Fetch-Site": "same-site"])?.status == 403)
  }

  @Test func `the launch link sets a strict cookie and leads to the clean path`() throws {
    let response = try #require(ask(query: "view=week&token=\(token.text)&x=1"))

    #expect(response.status == 303)
    #expect(response.headers["Location"] == "/today?view=week&x=1")
    #expect(response.headers["Set-Cookie"] == "\(cookie); Path=/; HttpOnly; SameSite=Strict")
    #expect(response.headers["Cache-Control"] == "no-store")
    #expect(response.headers["Referrer-Policy"] == "same-origin")
  }

  @Test func `the link to print is answered by the door that printed it`() throws {
    let link = door.launchLink
    let query = try #require(link.split(separator: "?").last)

    #expect(link.hasPrefix("http://anchor.localhost:8766/?token="))
    #expect(ask(.get, "/", query: String(query))?.headers["Location"] == "/")
  }

  @Test(arguments: ["", "0", "wrong", "00010203"])
  func `a wrong token is told where the link is and gets no cookie`(offered: String) throws {
    let response = try #require(ask(query: "token=\(offered)"))
    let text = String(decoding: try #require(response.bytes), as: UTF8.self)

    #expect(response.status == 403)
    #expect(response.headers["Set-Cookie"] == nil)
    #expect(text.contains("printed its link when it started"))
    for command in ["script/up", "hub up", "anchor serve"] { #expect(text.contains(command)) }
    #expect(!text.contains(token.text))
  }

  @Test func `an old link in a browser that is already in leads on without a cookie`() throws {
    let response = try #require(ask(query: "token=old", with: ["Cookie": cookie]))

    #expect(response.status == 303)
    #expect(response.headers["Set-Cookie"] == nil)
  }

  @Test(arguments: [
    "anchor_launch_8766=", "anchor_launch_8766=00", "anchor_launch_8767=T", "launch=T", "",
    "x; y; anchor_launch_8766",
  ])
  func `without the right cookie there is only the way to the link`(cookie: String) {
    let sent = cookie.replacing("T", with: token.text)

    #expect(ask(with: ["Cookie": sent])?.status == 403)
  }

  @Test func `the cookie is found among those of other apps`() {
    #expect(ask(with: ["Cookie": "hub=1; anchor_launch_8766=old; \(cookie); kith=2"]) == nil)
  }

  @Test func `a redirect never leaves the site`() throws {
    let response = try #require(ask(.get, "//evil.example", query: "token=\(token.text)"))

    #expect(response.headers["Location"] == "/")
  }

  @Test func `a link from the Hub's page opens the page again from ourselves`() throws {
    let fromHub: HTTPHeaders = [
      "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    ]
    let response = try #require(ask(query: "day=2026-11-30", with: fromHub))

    #expect(response.status == 200)
    #expect(response.headers["Refresh"] == "0; url=/today?day=2026-11-30")
    #expect(ask(with: ["Sec-Fetch-Site": "same-origin"])?.status == 403)
  }

  @Test func `another site can neither frame nor fetch a page`() {
    #expect(
      ask(with: [
        "Cookie": cookie, "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors",
        "Sec-Fetch-Dest": "image",
      ])?.status == 403)
  }

  @Test func `the style sheet needs no token, but the right host`() {
    #expect(ask(.get, "/assets/look.css") == nil)
    #expect(ask(.get, "/assets/look.css", host: "evil.example")?.status == 421)
  }
}

@Suite struct LaunchTokenMatchingTests {
  @Test func `only the same text matches`() {
    let token = LaunchToken(bytes: Array(repeating: 0xAB, count: 16))
    let text = String(repeating: "ab", count: 16)

    #expect(token.text == text)
    #expect(token.matches(text))
    for place in 0..<32 {
      var near = Array(text)
      near[place] = "c"
      #expect(!token.matches(String(near)))
    }
    #expect(!token.matches("") && !token.matches(text + "a") && !token.matches(text.dropLast()))
  }

  @Test func `a description does not tell the secret`() {
    let token = LaunchToken(bytes: Array(0..<16))

    #expect(!"\(token)".contains("00"))
  }

  @Test func `too few bytes stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = LaunchToken(bytes: Array(0..<15)) }
  }
}
