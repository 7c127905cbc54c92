import ToolboxHTTP
import WebInterface

/// What an app adds to the local site: its pages, its entries in the navigation, its scripts.
public struct AppPages: Sendable {
  public var navigation: [Site.Destination]
  /// For every page, after the family's own.
  public var styleSheets: [StaticAsset]
  /// ES modules for every page.
  public var modules: [StaticAsset]
  public var routes: [PageRoute]

  public init(
    navigation: [Site.Destination], styleSheets: [StaticAsset] = [], modules: [StaticAsset] = [],
    routes: [PageRoute]
  ) {
    self.navigation = navigation
    self.styleSheets = styleSheets
    self.modules = modules
    self.routes = routes
  }
}

/// One address of a local site and what answers there.
public struct PageRoute: Sendable {
  public typealias Answer = @Sendable (PageCall) async throws(Trouble) -> HTTPResponse

  let method: HTTPMethod
  private let segments: [String]
  let answer: Answer

  /// A page; shows and changes nothing.
  ///
  /// - `pattern`: such as `/days/:day`, where the last segment is ``PageCall/parameter``.
  public static func get(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
    PageRoute(.get, pattern, answer)
  }

  /// A form's target; changes something and then leads to a page.
  public static func post(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
    PageRoute(.post, pattern, answer)
  }

  private init(_ method: HTTPMethod, _ pattern: String, _ answer: @escaping Answer) {
    self.method = method
    segments = Self.split(pattern)
    self.answer = answer
  }

  /// The last segment where the pattern leaves it open, empty where it does not; nil for another
  /// path.
  func parameter(of path: String) -> String? {
    let given = Self.split(path)
    guard given.count == segments.count else { return nil }
    var parameter = ""
    for (segment, word) in zip(segments, given) {
      if segment.hasPrefix(":") { parameter = word } else if segment != word { return nil }
    }
    return parameter
  }

  private static func split(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}

/// One request for a page, and what the page is drawn with.
public struct PageCall: Sendable {
  public let request: HTTPRequest
  /// What stands in the address where the route's pattern left it open; not percent-decoded.
  public let parameter: String
  /// What was posted, or what stands behind `?`; a form that cannot be read is empty.
  public let fields: HTTPQuery
  let site: Site
  /// A word or two about the Hub, for the corner of the page.
  let corner: HTML

  /// Text of a field, empty where it is missing.
  public subscript(name: String) -> String { fields[name] ?? "" }

  /// A page of this site.
  public func page(
    _ title: String, at path: PagePath? = nil, width: Page.Width = .full, lead: HTML = .empty,
    status: Int = 200, @HTMLBuilder content: () -> HTML
  ) -> HTTPResponse {
    var page = Page(title, on: site, at: path, width: width, lead: lead, content: content)
    // A narrow page is about one thing, and often about the Hub itself.
    if width != .narrow { page.corner = corner }
    return page.response(status: status)
  }

  /// Leads the browser to another page of ours, with GET.
  public func seeOther(_ path: PagePath) -> HTTPResponse {
    var response = HTTPResponse(status: 303, headers: ["Location": path.text])
    site.headers.add(to: &response)
    return response
  }
}
