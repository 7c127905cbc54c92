import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

@testable import HubHTTP

/// Where a request came from, with proxies before the Hub and without (SES-41).
@Suite struct TrustedProxyTests {
  func peer(
    _ peer: String?, _ forwarded: String..., trusting ranges: String...
  ) throws -> String? {
    let proxies = TrustedProxies(try ranges.map { try #require(AddressRange($0)) })
    var request = HTTPRequest(method: .get, path: "/", peer: peer)
    for value in forwarded { request.headers.add("X-Forwarded-For", value) }
    return proxies.peer(of: request)
  }

  @Test func `nobody's word counts unless the person who runs the Hub says so`() throws {
    #expect(try peer("10.0.0.1", "203.0.113.4") == "10.0.0.1")
    #expect(try peer("10.0.0.1", "203.0.113.4", trusting: "10.0.0.2") == "10.0.0.1")
    #expect(try peer(nil, "203.0.113.4", trusting: "10.0.0.1") == nil)
  }

  @Test func `a trusted proxy's last word counts, and nothing that the client wrote before it`()
    throws
  {
    #expect(try peer("10.0.0.1", "203.0.113.4", trusting: "10.0.0.1") == "203.0.113.4")
    #expect(
      try peer("10.0.0.1", "1.2.3.4, 203.0.113.4", trusting: "10.0.0.1") == "203.0.113.4")
    #expect(
      try peer("10.0.0.1", "1.2.3.4", "203.0.113.4", trusting: "10.0.0.1") == "203.0.113.4")
  }

  @Test func `a chain of trusted proxies is followed to the first that is none`() throws {
    #expect(
      try peer("10.0.0.1", "9.9.9.9, 203.0.113.4,10.0.0.7", trusting: "10.0.0.0/8")
        == "203.0.113.4")
    #expect(try peer("10.0.0.1", "10.0.0.7", trusting: "10.0.0.0/8") == "10.0.0.1")
  }

  @Test(arguments: ["", "unknown", "203.0.113.4:80", "10.0.0.0/8", "::1%lo", "203.0.113.4, junk"])
  func `a word that is no address is not believed`(word: String) throws {
    #expect(try peer("10.0.0.1", word, trusting: "10.0.0.1") == "10.0.0.1")
  }

  @Test func `addresses of IPv6 and those of IPv4 within it are compared as what they are`() throws
  {
    #expect(try peer("fd00::5", "2001:db8::1", trusting: "fd00::/8") == "2001:db8::1")
    #expect(try peer("::ffff:10.0.0.1", "203.0.113.4", trusting: "10.0.0.1") == "203.0.113.4")
    #expect(try peer("fe00::5", "2001:db8::1", trusting: "fd00::/8") == "fe00::5")
  }

  @Test(arguments: ["", "hub", "10.0.0.1/33", "10.0.0.1/-1", "10.0.0.1/", "10.0.0/8", "fd00::/129"])
  func `what is no address and no range is none`(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
