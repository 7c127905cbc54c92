import ToolboxHTTP
import WebInterface

/// Where the Hub can be reached; a request under any other name is refused (SES-41).
public struct HubAddress: Sendable {
  /// The one that is printed and put into links.
  public let primary: SiteOrigin
  private let origins: [String: SiteOrigin]

  /// An address with `others`: further names of the same Hub, such as `http://127.0.0.1:8765`.
  public init(_ primary: SiteOrigin, others: [SiteOrigin] = []) {
    self.primary = primary
    origins = Dictionary(([primary] + others).map { ($0.authority, $0) }) { first, _ in first }
  }

  /// The origin that a request was made to; nil where its `Host` is missing, doubled or foreign.
  func origin(of request: HTTPRequest) -> SiteOrigin? {
    let hosts = request.headers.values(of: "Host")
    guard hosts.count == 1, let host = hosts.first else { return nil }
    return origins[host.lowercased()]
  }
}
