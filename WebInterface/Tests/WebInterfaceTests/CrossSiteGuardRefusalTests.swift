import Testing
import ToolboxHTTP
import WebInterface

@Suite struct CrossSiteGuardRefusalTests {
  private let sites: CrossSiteGuard

  init() throws {
    sites = CrossSiteGuard(origin: try #require(SiteOrigin("https://hub.example.org")))
  }

  private func refusal(
    _ method: HTTPMethod, _ target: CrossSiteGuard.Target, _ headers: HTTPHeaders
  ) -> CrossSiteGuard.Refusal? {
    sites.refusal(of: HTTPRequest(method: method, path: "/x", headers: headers), for: target)
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete, .options])
  func `SES-30 a change from our own page is let through`(method: HTTPMethod) {
    #expect(refusal(method, .page, ["Sec-Fetch-Site": "same-origin"]) == nil)
    #expect(refusal(method, .values, ["Origin": "https://hub.example.org"]) == nil)
  }

  @Test(arguments: ["same-site", "cross-site", "none", "", "SAME-ORIGIN", "same-origin, none"])
  func `SES-30 a change from anywhere else is refused, whatever Origin says`(site: String) {
    let headers: HTTPHeaders = ["Sec-Fetch-Site": site, "Origin": "https://hub.example.org"]

    #expect(refusal(.post, .page, headers) == .crossSite)
  }

  @Test(arguments: [
    "https://evil.example", "http://hub.example.org", "https://hub.example.org:8443", "null", "",
    "https://hub.example.org.evil.example", "https://hub.example.org/",
  ])
  func `SES-30 without Sec-Fetch-Site the origin must be exactly ours`(origin: String) {
    #expect(refusal(.post, .page, ["Origin": origin]) == .crossSite)
  }

  @Test func `SES-30 a change that proves nothing is refused`() {
    #expect(refusal(.post, .page, [:]) == .unproven)
  }

  @Test func `a header that came twice is refused`() {
    var headers: HTTPHeaders = ["Sec-Fetch-Site": "same-origin"]
    headers.add("sec-fetch-site", "cross-site")

    #expect(refusal(.post, .page, headers) == .ambiguous)
    #expect(refusal(.get, .page, headers) == .ambiguous)
  }

  @Test(arguments: ["same-origin", "none"])
  func `SES-32 a page opens when typed or from our own pages`(site: String) {
    #expect(refusal(.get, .page, ["Sec-Fetch-Site": site]) == nil)
    #expect(refusal(.get, .page, [:]) == nil)
  }

  @Test(arguments: ["same-site", "cross-site"])
  func `SES-32 from another site a page opens in its own window only`(site: String) {
    func opened(_ mode: String, _ destination: String) -> CrossSiteGuard.Refusal? {
      refusal(
        .get, .page,
        ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination])
    }

    #expect(opened("navigate", "document") == nil)
    #expect(opened("navigate", "iframe") == .crossSite)
    #expect(opened("no-cors", "image") == .crossSite)
    #expect(opened("no-cors", "document") == .crossSite)
    #expect(opened("cors", "empty") == .crossSite)
  }

  @Test func `SES-32 values are read by our own pages only`() {
    #expect(refusal(.get, .values, ["Sec-Fetch-Site": "same-origin"]) == nil)
    #expect(refusal(.get, .values, ["Sec-Fetch-Site": "none"]) == .crossSite)
    #expect(refusal(.get, .values, ["Sec-Fetch-Site": "same-site"]) == .crossSite)
    #expect(refusal(.get, .values, [:]) == .unproven)
  }
}

@Suite struct SecurityHeadersPolicyTests {
  @Test func `a page takes nothing from anywhere but its own site`() throws {
    let policy = try #require(SecurityHeaders(isOverTLS: true).ofPages["Content-Security-Policy"])
    let directives = policy.split(separator: "; ").map(String.init)

    #expect(directives.first == "default-src 'none'")
    #expect(directives.contains("base-uri 'none'") && directives.contains("form-action 'self'"))
    #expect(directives.contains("frame-ancestors 'none'"))
    #expect(directives.contains("require-trusted-types-for 'script'"))
    #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
  }

  @Test func `only TLS is asked for again`() {
    #expect(SecurityHeaders(isOverTLS: true).ofPages["Strict-Transport-Security"] != nil)
    #expect(SecurityHeaders(isOverTLS: false).ofPages["Strict-Transport-Security"] == nil)
  }

  @Test func `SES-31 the referrer policy keeps Origin on our own forms`() {
    #expect(SecurityHeaders.ofAssets["Referrer-Policy"] == "same-origin")
  }

  @Test func `what a route already said is kept`() {
    var response = HTTPResponse(status: 200, headers: ["cache-control": "max-age=60"])

    SecurityHeaders(isOverTLS: false).add(to: &response)

    #expect(response.headers.values(of: "Cache-Control") == ["max-age=60"])
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
  }
}
