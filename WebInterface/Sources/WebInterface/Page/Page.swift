import ToolboxHTTP

/// One whole page: the shell of its site around its own content.
public struct Page: Sendable {
  public enum Width: String, Sendable {
    /// Cards side by side where there is room.
    case full
    /// A column for reading, and for forms with a few fields.
    case column
    /// One small thing in the middle and no navigation: sign in, connect, refuse.
    case narrow
  }

  public let title: String
  public let site: Site
  /// Which destination of the navigation is shown as the current one.
  public let path: PagePath?
  public let width: Width
  /// A line under the title, such as the date.
  public var lead: HTML
  /// What stands at the end of the top bar, such as who is signed in.
  public var corner: HTML = .empty
  let content: HTML

  /// - `title`: the page's heading, and with the product's name the title of its window.
  public init(
    _ title: String, on site: Site, at path: PagePath? = nil, width: Width = .full,
    lead: HTML = .empty, @HTMLBuilder content: () -> HTML
  ) {
    self.title = title
    self.site = site
    self.path = path
    self.width = width
    self.lead = lead
    self.content = content()
  }

  /// A page that says what went wrong and what to do; send it with the status that fits.
  public static func problem(
    _ title: String, on site: Site, @HTMLBuilder content: () -> HTML
  ) -> Page {
    Page(title, on: site, width: .narrow) {
      content()
    }
  }

  /// The page as an answer, with the site's security headers.
  public func response(status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(bytes))
    site.headers.add(to: &response)
    return response
  }

  /// The whole document in UTF-8.
  public var bytes: [UInt8] {
    var writer = HTMLWriter()
    writer.writeDoctype()
    writer.write(.element("html", [.lang("en")], head, body))
    return writer.bytes
  }

  private var head: HTML {
    .element(
      "head", [],
      .element("meta", [Attribute("charset", "utf-8")]),
      meta("viewport", "width=device-width, initial-scale=1, viewport-fit=cover"),
      .element("title", [], HTML("\(title) · \(site.brand.name)")),
      meta("theme-color", Palette.light.ground.css, media: "(prefers-color-scheme: light)"),
      meta("theme-color", Palette.dark.ground.css, media: "(prefers-color-scheme: dark)"),
      fileLink("icon", site.icon, type: "image/svg+xml"),
      site.manifest.map { fileLink("manifest", $0, type: "application/manifest+json") } ?? .empty,
      HTML(site.styleSheets.map { fileLink("stylesheet", $0, type: "text/css") }),
      HTML(
        site.modules.map { module in
          .element("script", [.type("module"), Attribute("src", module.path.text)])
        }))
  }

  private func meta(_ name: String, _ content: String, media: String? = nil) -> HTML {
    .element(
      "meta",
      [.name(name), Attribute("content", content)] + (media.map { [Attribute("media", $0)] } ?? []))
  }

  private func fileLink(_ relation: String, _ file: StaticAsset, type: String) -> HTML {
    .element("link", [Attribute("rel", relation), .href(file.path), .type(type)])
  }

  private var body: HTML {
    .element(
      "body", [.class(site.brand.cssClass, "shell", "shell-\(width.rawValue)")],
      .element("a", [.class("skip"), Attribute("href", "#main")], "Skip to content"),
      masthead,
      width == .narrow ? .empty : NavigationBar(site: site, current: path).html,
      .element(
        "main", [.id("main"), .class("main"), .focusableByLink],
        header(.class("page-head")) {
          h1(title)
          if !lead.isEmpty { p(lead, .class("lead")) }
        },
        content),
      site.footer.isEmpty ? .empty : footer(site.footer, .class("page-foot")))
  }

  private var masthead: HTML {
    header(.class("masthead")) {
      link(to: "/", .class("wordmark")) {
        site.brand.mark
        span(site.brand.name)
      }
      if !corner.isEmpty { div(corner, .class("corner")) }
    }
  }
}
