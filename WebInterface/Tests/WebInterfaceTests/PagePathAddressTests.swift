import Testing

@testable import WebInterface

@Suite struct PagePathAddressTests {
  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "https://evil.example/", "//evil.example",
    "/\\evil.example", "\\\\evil.example", "data:text/html,x", "", "today", " /today", "/a b",
    "/a\nb", "/\t/evil.example", "/\u{0}", "/caf\u{E9}", "/a\"b", "/a'b", "/<b>", "?x", "#x",
  ])
  func `an address that could leave our site is refused`(text: String) {
    #expect(PagePath(received: text) == nil)
  }

  @Test(arguments: [
    "/", "/today", "/days/2026-11-30?view=week&x=1#log", "/a//b", "/%2F%2Fx", "/~a:b@c",
  ])
  func `an address within our site is taken as it is`(text: String) {
    #expect(PagePath(received: text)?.text == text)
  }

  @Test func `what is interpolated is one segment`() {
    let name = "../a b/ü?x#y&\"<"
    let path: PagePath = "/tags/\(name)/\(12)"

    #expect(path.text == "/tags/..%2Fa%20b%2F%C3%BC%3Fx%23y%26%22%3C/12")
  }

  @Test(arguments: ["", "/", "//evil.example", "\\evil.example", "javascript:alert(1)"])
  func `an interpolated first segment cannot name another site`(text: String) {
    let path: PagePath = "/\(text)/\(text)/x"

    #expect(path.text.hasPrefix("/") && !path.text.hasPrefix("//"))
    #expect(!path.text.contains("\\") && !path.text.contains(":"))
  }

  @Test func `query items go before the fragment`() {
    let path = PagePath("/log").fragment("end").query("q", "a&b=c").query("p", "ö")

    #expect(path.text == "/log?q=a%26b%3Dc&p=%C3%B6#end")
    #expect(path.withoutQuery == "/log")
  }

  @Test func `a path in our own source that leaves the site stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = PagePath("//evil.example") }
    await #expect(processExitsWith: .failure) { _ = PagePath("javascript:alert(1)") }
  }
}

@Suite struct SiteOriginReadingTests {
  @Test(arguments: [
    ("http://hub.localhost:8765", "http://hub.localhost:8765", "hub.localhost:8765"),
    ("HTTPS://Hub.Example.ORG", "https://hub.example.org", "hub.example.org"),
    ("https://hub.example.org:443", "https://hub.example.org", "hub.example.org"),
    ("http://a:80", "http://a", "a"),
    ("http://[::1]:8765", "http://[::1]:8765", "[::1]:8765"),
    ("http://[::1]", "http://[::1]", "[::1]"),
  ])
  func `an origin is kept as browsers write it`(text: String, origin: String, authority: String) {
    let read = SiteOrigin(text)

    #expect(read?.text == origin)
    #expect(read?.authority == authority)
  }

  @Test(arguments: [
    "javascript:alert(1)", "ftp://a", "http://", "http://a/", "http://a/b", "http://a?b",
    "http://user@a", "http://a b", "http://a:0", "http://a:65536", "http://a:x", "http://a:",
    "http://[::1", "http://[x]", "http://.a", "http://-a", "http://a\"b", "//a", "a",
  ])
  func `what is more or less than an origin is refused`(text: String) {
    #expect(SiteOrigin(text) == nil)
  }
}
