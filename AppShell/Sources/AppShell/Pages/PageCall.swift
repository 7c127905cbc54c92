import ToolboxHTTP
import WebInterface

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
