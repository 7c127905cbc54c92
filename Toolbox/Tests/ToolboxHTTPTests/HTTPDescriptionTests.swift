import Testing
import ToolboxHTTP

/// What of a message shows when it is made text.
@Suite struct HTTPDescriptionTests {
  /// Every way in which a value is made text.
  func texts(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped)"
  }

  @Test func `KIT-16: no credential, query or body shows in a request or an answer`() {
    let headers: HTTPHeaders = [
      "authorization": "Bearer canary", "Cookie": "hub_dev=canary", "SET-COOKIE": "hub_dev=canary",
      "Proxy-Authorization": "Basic canary", "Accept": "text/html",
    ]
    let request = HTTPRequest(
      method: .post, path: "/oauth/token", query: "code=canary", headers: headers,
      body: Array("device_code=canary".utf8))
    let response = HTTPResponse(
      status: 200, headers: headers, body: .bytes(Array("canary".utf8)))
    let setCookie = HTTPSetCookie(name: "hub_dev", value: "canary", isSecure: false)

    let shown = [
      request, response, headers, headers.fields, HTTPCookies(headers), setCookie,
    ].map(texts(of:)).joined()

    #expect(!shown.contains("canary"))
    // Nor as the numbers of the bytes, which is how `dump` shows a body.
    #expect(!shown.contains("\(UInt8(ascii: "c"))"))
  }

  @Test func `what is no secret shows`() {
    let request = HTTPRequest(
      method: .get, path: "/x", query: "a=1", headers: ["Accept": "text/html"], body: [1, 2])

    #expect("\(request)" == "GET /x?(3 bytes) [Accept: text/html] (2 bytes)")
    #expect(
      "\(HTTPResponse(status: 204, headers: ["ETag": "\"1\""]))" == "204 [ETag: \"1\"] (0 bytes)")
  }
}
