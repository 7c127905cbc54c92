import HubCore
import ToolboxHTTP
import WebInterface

/// The cookie by which a browser is known in which somebody signed in before; opens nothing.
public struct KnownBrowserCookie: Sendable {
  /// A year.
  private static let life = Duration.seconds(365 * 86_400)

  private let name: String
  private let isSecure: Bool

  public init(at origin: SiteOrigin) {
    isSecure = origin.isTLS
    name = origin.isTLS ? "__Host-hub-known" : "hub_dev_known"
  }

  /// Nil where there is none, or two that contradict each other.
  public func mark(in request: HTTPRequest) -> String? {
    let values = Set(HTTPCookies(request.headers).values(of: name))
    return values.count == 1 ? values.first : nil
  }

  public func set(_ mark: String, on response: inout HTTPResponse) {
    let cookie = HTTPSetCookie(name: name, value: mark, maxAge: Self.life, isSecure: isSecure)
    response.headers.add("Set-Cookie", cookie.headerValue)
  }
}
