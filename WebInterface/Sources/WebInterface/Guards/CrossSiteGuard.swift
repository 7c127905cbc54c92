import ToolboxHTTP

/// Tells requests that our own pages made from those that a stranger's page made.
///
/// For every route that browsers use, signed in or not: a forged sign-in is an attack too. Routes
/// that take a bearer token and no cookie do not need it.
///
/// Source: docs/protocol/identity.md, SES-30, SES-32, SES-34.
public struct CrossSiteGuard: Sendable {
  /// What a route answers with.
  public enum Target: Sendable {
    /// A page or a file, which may be opened from anywhere but not embedded.
    case page
    /// Values for our scripts, which only our own pages may read.
    case values
  }

  /// Why a request was refused; the answer is 403.
  public enum Refusal: String, Sendable, Equatable {
    /// The browser says that another site made it.
    case crossSite = "cross_site"
    /// Neither `Sec-Fetch-Site` nor `Origin` came with a request that changes something.
    case unproven = "origin_missing"
    /// A header that may come once came twice.
    case ambiguous = "origin_ambiguous"
  }

  public let origin: SiteOrigin

  /// - `origin`: where people reach the site, as their browsers see it.
  public init(origin: SiteOrigin) {
    self.origin = origin
  }

  /// Why the request must not be answered, or nil where it may.
  public func refusal(of request: HTTPRequest, for target: Target) -> Refusal? {
    let sites = request.headers.values(of: "Sec-Fetch-Site")
    let origins = request.headers.values(of: "Origin")
    guard sites.count <= 1, origins.count <= 1 else { return .ambiguous }

    switch request.method {
    case .get, .head:
      return refusalOfReading(request, site: sites.first, for: target)
    case .post, .put, .delete, .options:
      // OPTIONS too: we answer no preflight.
      return refusalOfWriting(site: sites.first, from: origins.first)
    }
  }

  private func refusalOfWriting(site: String?, from claimed: String?) -> Refusal? {
    if let site { return site == "same-origin" ? nil : .crossSite }
    guard let claimed else { return .unproven }
    return claimed == origin.text ? nil : .crossSite
  }

  private func refusalOfReading(
    _ request: HTTPRequest, site: String?, for target: Target
  ) -> Refusal? {
    switch (target, site) {
    case (_, "same-origin"): return nil
    case (.values, nil): return .unproven
    case (.values, _): return .crossSite
    // Typed or bookmarked; or a browser of before 2023, which has only its cookie rules.
    case (.page, "none"), (.page, nil): return nil
    case (.page, _):
      let isNavigation =
        request.headers["Sec-Fetch-Mode"] == "navigate"
        && request.headers["Sec-Fetch-Dest"] == "document"
      return isNavigation ? nil : .crossSite
    }
  }
}
