import Testing
import ToolboxHTTPClient

@Suite struct HTTPOriginTests {
  @Test(arguments: [
    ("https://hub.example", "https://hub.example", 443),
    ("HTTPS://Hub.Example/", "https://hub.example", 443),
    ("https://hub.example:443", "https://hub.example", 443),
    ("https://hub.example:8443/", "https://hub.example:8443", 8_443),
    ("https://192.0.2.1", "https://192.0.2.1", 443),
    ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443", 8_443),
    ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", 443),
    ("http://localhost", "http://localhost", 80),
    ("http://hub.localhost:8080", "http://hub.localhost:8080", 8_080),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080", 8_080),
    ("http://[::1]:8080/", "http://[::1]:8080", 8_080),
  ])
  func `scheme, host and port are read`(text: String, description: String, port: UInt16) throws {
    let origin = try HTTPOrigin(parsing: text)

    #expect(origin.description == description)
    #expect(origin.port == port)
    #expect(try HTTPOrigin(parsing: origin.description) == origin)
  }

  @Test(arguments: [
    ("", HTTPOriginError.malformed), ("hub.example", .malformed), ("https:hub.example", .malformed),
    ("https://", .malformed), ("https:///", .malformed), ("https://a b", .malformed),
    ("https://hub..example", .malformed), ("https://.example", .malformed),
    ("https://hub.example.", .malformed), ("https://bücher.example", .malformed),
    ("https://hub.example:", .malformed), ("https://hub.example:0", .malformed),
    ("https://hub.example:65536", .malformed), ("https://hub.example:+80", .malformed),
    ("https://a:1:2", .malformed), ("https://[::1", .malformed), ("https://[::1]x", .malformed),
    ("https://[127.0.0.1]", .malformed), ("https://::1", .malformed),
    ("https://2130706433", .malformed), ("https://0x7f.1", .malformed),
    ("https://127.1", .malformed), ("https://1.2.3.256", .malformed),
    ("ftp://hub.example", .schemeNotSupported), ("file:///etc", .schemeNotSupported),
    ("javascript://hub.example", .schemeNotSupported),
    ("https://me@hub.example", .userNotAllowed), ("https://me:word@hub.example", .userNotAllowed),
    ("https://hub.example@evil.example", .userNotAllowed),
    ("https://hub.example/v1", .pathNotAllowed), ("https://hub.example//", .pathNotAllowed),
    ("https://hub.example?x", .pathNotAllowed), ("https://hub.example/#x", .pathNotAllowed),
    // A backslash ends the host, as it does for browsers.
    ("https://hub.example\\@evil.example", .pathNotAllowed),
    ("https://hub.example\\evil", .pathNotAllowed),
    ("http://hub.example", .plainHTTPNotAllowed), ("http://192.168.1.2", .plainHTTPNotAllowed),
    ("http://127.0.0.2", .plainHTTPNotAllowed), ("http://localhost.example", .plainHTTPNotAllowed),
    ("http://notlocalhost", .plainHTTPNotAllowed), ("http://0.0.0.0", .plainHTTPNotAllowed),
  ])
  func `KIT-17: what is no origin is refused with the reason`(text: String, error: HTTPOriginError)
  {
    #expect(throws: error) { try HTTPOrigin(parsing: text) }
  }

  @Test func `plain HTTP to another machine has to be asked for`() throws {
    let origin = try HTTPOrigin(parsing: "http://192.168.1.2:8080", allowsPlainHTTP: true)

    #expect(origin.description == "http://192.168.1.2:8080")
    #expect(!origin.isLoopback)
  }
}
