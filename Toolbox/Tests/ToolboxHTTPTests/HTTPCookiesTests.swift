import Testing
import ToolboxHTTP

@Suite struct HTTPCookiesReadingTests {
  @Test func `every field and every piece is read`() {
    var headers: HTTPHeaders = ["Cookie": "sid=abc; theme=\"dark\";flag; =x;a=b=c"]
    headers.add("cookie", "sid=later")

    let cookies = HTTPCookies(headers)

    #expect(cookies["sid"] == "abc")
    #expect(cookies.values(of: "sid") == ["abc", "later"])
    #expect(cookies["theme"] == "dark")
    #expect(cookies["a"] == "b=c")
    #expect(cookies["flag"] == nil)
    #expect(cookies["SID"] == nil)
    #expect(cookies.cookies.count == 4)
  }

  @Test func `a separator with an accent upon it separates still`() {
    let cookies = HTTPCookies(["Cookie": "a=b;\u{301}c=d;e=\u{301}\"f\"\u{301};g=\"h\""])

    #expect(cookies.cookies.map(\.name) == ["a", "\u{301}c", "e", "g"])
    #expect(cookies["a"] == "b")
    #expect(cookies["g"] == "h")
  }

  @Test func `without the field there are none`() {
    #expect(HTTPCookies([:]).cookies.isEmpty)
  }
}

@Suite struct HTTPSetCookieTests {
  @Test func `the field says all that the browser must know`() {
    let cookie = HTTPSetCookie(
      name: "__Host-sid", value: "abc", maxAge: .seconds(3_600), isSecure: true, sameSite: .strict)

    #expect(
      cookie.headerValue
        == "__Host-sid=abc; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Strict")
  }

  @Test func `without an age it ends with the browser`() {
    let cookie = HTTPSetCookie(name: "sid", value: "", isSecure: false)

    #expect(cookie.headerValue == "sid=; Path=/; HttpOnly; SameSite=Lax")
  }

  @Test func `a value that could break the field stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = HTTPSetCookie(name: "sid", value: "a; Domain=example.org", isSecure: false)
    }
  }
}

@Suite struct HTTPHeadersTests {
  @Test func `names compare without case and setting replaces every value`() {
    var headers: HTTPHeaders = ["X-A": "1"]
    headers.add("x-a", "2")
    #expect(headers["X-a"] == "1")
    #expect(headers.values(of: "x-A") == ["1", "2"])

    headers["x-A"] = "3"

    #expect(headers.values(of: "X-A") == ["3"])
    headers["X-A"] = nil
    #expect(headers.fields.isEmpty)
  }

  @Test(arguments: [
    ("text/HTML; charset=utf-8", "text/html"), (" application/json ", "application/json"),
  ])
  func `the media type has no parameters and no capitals`(value: String, type: String) {
    #expect(HTTPHeaders(dictionaryLiteral: ("Content-Type", value)).mediaType == type)
  }
}
