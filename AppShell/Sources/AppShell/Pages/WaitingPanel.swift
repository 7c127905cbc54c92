import PersonalSyncKit
import WebInterface

/// The code, while the person is at the Hub's page.
struct WaitingPanel {
  let prompt: DevicePrompt

  var html: HTML {
    panel {
      userCode("Code of this device", prompt.userCode)
      p("Open your Hub's page and approve there if it shows this code.")
      if let (site, path) = target {
        buttonLink("Open my Hub's page", to: path, at: site, .primary, icon: .link)
      } else {
        p(code(prompt.verificationURIComplete))
      }
      p(
        "This page goes on by itself. The code lasts \(prompt.expiresInSeconds / 60) minutes.",
        .class("quiet-text"))
      actionButton("Stop", .quiet, to: "/hub/connect/stop")
    }
  }

  /// The link that the Hub named, taken apart, so that it can be nothing but a page over HTTP.
  private var target: (SiteOrigin, PagePath)? {
    let text = prompt.verificationURIComplete
    guard let scheme = text.firstRange(of: "://"),
      let slash = text[scheme.upperBound...].firstIndex(of: "/"),
      let site = SiteOrigin(String(text[..<slash])),
      let path = PagePath(received: String(text[slash...]))
    else { return nil }
    return (site, path)
  }
}
