import HubCore
import WebInterface

extension Site {
  /// The look, the navigation, the files and the headers of the Hub's pages.
  public static func hub(isOverTLS: Bool) -> Site {
    Site(
      .hub,
      headers: SecurityHeaders(isOverTLS: isOverTLS, trustedTypesPolicy: OfflineShell.policy),
      navigation: [
        Destination("Today", "/", .today), Destination("Timeline", "/timeline", .timeline),
        Destination("Activity", "/activity", .activity),
        Destination("Directory", "/directory", .directory),
        Destination("Devices", "/devices", .devices),
        Destination("What the Hub knows", "/knows", .eye),
        Destination("Connect", "/connect", .link), Destination("Account", "/account", .account),
      ],
      footer: "This Hub keeps numbers and times. What you write, only your devices can read.",
      modules: [
        StaticAsset("setup.js", PackageResources.setup_js),
        StaticAsset("passkey.js", PackageResources.passkey_js),
        StaticAsset("live.js", PackageResources.live_js),
        StaticAsset("install.js", PackageResources.install_js), UnlockScript.module,
      ], manifest: InstallManifest.file, files: InstallManifest.icons + UnlockScript.parts)
  }
}

extension Page {
  /// A page of a signed-in person: says who that is, and has the way out.
  static func own(
    _ title: String, of session: WebSession, on site: Site, at path: PagePath? = nil,
    width: Width = .full, lead: HTML = .empty, @HTMLBuilder content: () -> HTML
  ) -> Page {
    var page = Page(title, on: site, at: path, width: width, lead: lead, content: content)
    page.corner = HTML([
      link(bdi(session.account.name), to: "/account"),
      actionButton("Sign out", .quiet, to: "/signout"),
    ])
    return page
  }
}
