import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP
import WebInterface

@Suite struct SessionCookieTests {
  func setCookie(at origin: String) throws -> (cookie: SessionCookie, field: String) {
    let cookie = SessionCookie(at: try #require(SiteOrigin(origin)))
    var response = HTTPResponse(status: 303)
    cookie.set(SecretToken(.web, random: CountingRandom()), on: &response)
    return (cookie, try #require(response.headers["Set-Cookie"]))
  }

  @Test func `over TLS the cookie is of this host alone and secure (SES-20)`() throws {
    let (cookie, field) = try setCookie(at: "https://hub.example.org")

    #expect(cookie.name == "__Host-hub")
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"] {
      #expect(field.split(separator: "; ").contains(Substring(part)))
    }
    #expect(!field.contains("Domain"))
  }

  @Test(arguments: ["http://localhost:8765", "http://127.0.0.1:8765", "http://hub.localhost:8765"])
  func `on this machine every browser takes it, so it is not marked secure`(origin: String) throws {
    let (cookie, field) = try setCookie(at: origin)

    #expect(cookie.name == "hub_dev")
    #expect(!field.contains("Secure"))
    #expect(field.contains("HttpOnly"))
  }

  @Test func `signing out makes the browser forget (SES-23)`() throws {
    let cookie = SessionCookie(at: try #require(SiteOrigin("https://hub.example.org")))
    var response = HTTPResponse(status: 303)

    cookie.clear(on: &response)

    #expect(response.headers["Set-Cookie"]?.hasPrefix("__Host-hub=; Path=/; Max-Age=0") == true)
    #expect(response.headers["Clear-Site-Data"] == #""cache", "cookies", "storage""#)
  }

  @Test func `two different values are none, so that a planted cookie is of no use`() throws {
    let cookie = SessionCookie(at: try #require(SiteOrigin("http://localhost:8765")))
    let token = SecretToken(.web, random: CountingRandom())
    var request = HTTPRequest(method: .get, path: "/")

    request.headers["Cookie"] = "hub_dev=\(token.text); hub_dev=\(token.text)"
    #expect(cookie.token(in: request)?.text == token.text)
    request.headers["Cookie"] = "hub_dev=\(token.text); hub_dev=x"
    #expect(cookie.token(in: request) == nil)
  }
}
