import HubCore
import ToolboxHTTP
import WebInterface

/// The cookie of a person's session, as the origin allows it (SES-20).
///
/// Over TLS it is `__Host-hub`: secure, of this host alone. Over plain HTTP, which means this machine
/// or an operator's `--insecure-lan`, it is `hub_dev` without `Secure`: Firefox and Safari refuse a
/// secure cookie from `http://localhost`, though Chromium takes one.
public struct SessionCookie: Sendable {
  public let name: String
  private let isSecure: Bool

  public init(at origin: SiteOrigin) {
    isSecure = origin.isTLS
    name = origin.isTLS ? "__Host-hub" : "hub_dev"
  }

  /// The cookie's value; nil where there is none, or two that contradict each other.
  func value(in request: HTTPRequest) -> String? {
    let values = Set(HTTPCookies(request.headers).values(of: name))
    return values.count == 1 ? values.first : nil
  }

  /// The token that the browser sent, for ``IdentityService/signIn(name:with:replacing:from:)``;
  /// nil where it sent none.
  public func token(in request: HTTPRequest) -> SecretToken? {
    value(in: request).flatMap { SecretToken(.web, text: $0) }
  }

  /// Hands the session's token to the browser.
  public func set(_ token: SecretToken, on response: inout HTTPResponse) {
    let days = SessionLifetime.web.absoluteMilliseconds / Milliseconds.second
    add(token.text, maxAge: .seconds(days), to: &response)
  }

  /// Makes the browser forget the session and what it kept of our pages (SES-23).
  public func clear(on response: inout HTTPResponse) {
    add("", maxAge: .zero, to: &response)
    // On this machine "cookies" would also sign the person out of the apps' own pages.
    response.headers["Clear-Site-Data"] =
      isSecure ? #""cache", "cookies", "storage""# : #""cache", "storage""#
  }

  private func add(_ value: String, maxAge: Duration, to response: inout HTTPResponse) {
    let cookie = HTTPSetCookie(name: name, value: value, maxAge: maxAge, isSecure: isSecure)
    response.headers.add("Set-Cookie", cookie.headerValue)
  }
}
