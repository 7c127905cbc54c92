import HubCore
import Testing

/// Callbacks are of a few kinds, written in one way each (RFC 8252 §7.3).
@Suite struct CallbackTests {
  @Test(arguments: [
    "http://127.0.0.1:49152/callback", "http://[::1]:1/callback", "http://127.0.0.1:65535/callback",
  ])
  func `an app listens on this machine, by address and on any port`(text: String) {
    #expect(Callback(text, service: nil)?.text == text)
  }

  @Test(arguments: [
    "http://localhost:49152/callback", "https://127.0.0.1:49152/callback",
    "http://127.0.0.1/callback", "http://127.0.0.1:0/callback", "http://127.0.0.1:65536/callback",
    "http://127.0.0.1:080/callback", "http://127.0.0.1:+80/callback",
    "http://127.0.0.1:80/callback/", "http://127.0.0.1:80/callback?x=1",
    "http://127.0.0.1:80/other", "http://127.0.0.1:80@evil.example/callback",
    "http://127.0.0.2:80/callback", "http://127.0.0.1.evil.example:80/callback",
    "anchor://callback", "//127.0.0.1:80/callback", "",
  ])
  func `every other address is none`(text: String) {
    #expect(Callback(text, service: nil) == nil)
  }

  @Test func `a service has its own site's callback and no other, not even on this machine`() {
    let site = "https://live.example.org"

    #expect(Callback("\(site)/callback", service: site)?.text == "\(site)/callback")
    for text in [
      "http://127.0.0.1:80/callback", "\(site)/callback/x", "\(site).evil.example/callback",
    ] {
      #expect(Callback(text, service: site) == nil)
    }
  }
}
