import Testing

@testable import HubCore

@Suite struct NetworkPrefixTests {
  @Test func `IPv4 counts by address and is kept as its first 24 bits (SES-52)`() {
    let prefix = NetworkPrefix(peer: "192.0.2.77")

    #expect(prefix.bucket == "192.0.2.77")
    #expect(prefix.kept == "192.0.2.0/24")
  }

  @Test func `IPv6 counts by its first 64 bits and is kept as its first 48 (SES-52)`() {
    let prefix = NetworkPrefix(peer: "2001:db8:1:2:3:4:5:6")

    #expect(prefix == NetworkPrefix(peer: "2001:db8:1:2::99"))
    #expect(prefix.bucket == "2001:db8:1:2::/64")
    #expect(prefix.kept == "2001:db8:1::/48")
  }

  @Test func `one machine by both families is one network`() {
    #expect(NetworkPrefix(peer: "::ffff:192.0.2.77") == NetworkPrefix(peer: "192.0.2.77"))
  }

  @Test(arguments: [nil, "", "localhost", "192.0.2", "192.0.2.1:80", "fe80::1%eth0"])
  func `anything else is unknown`(peer: String?) {
    #expect(NetworkPrefix(peer: peer) == .unknown)
  }
}
