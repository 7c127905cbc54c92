import HubContracts
import HubCore
import ToolboxHTTP
import WebInterface

/// The timeline's part that a page's address names; what is not well formed counts as not said.
enum TimelineFilter {
  /// The domains that have happenings.
  static let domains = Domain.allCases.filter { domain in
    Happening.kinds.contains { $0.domain == domain }
  }

  static func types(of domain: Domain) -> [String] {
    Happening.kinds.filter { $0.domain == domain }.map(\.type)
  }

  static func query(of request: HTTPRequest) -> TimelineQuery {
    let fields = PostedForm(queryOf: request)
    let kind = fields["kind"].split(separator: ".", maxSplits: 1).map(String.init)
    let domain = kind.first.flatMap(Domain.init(rawValue:)).flatMap {
      domains.contains($0) ? $0 : nil
    }
    let type = kind.dropFirst().first.flatMap { type in
      domain.flatMap { types(of: $0).contains(type) ? type : nil }
    }
    return TimelineQuery(
      domain: domain, type: type, newest: Day(fields["day"]),
      skipped: Int(fields["skip"]).map { min(max($0, 0), RecordQuery.offsetMax) } ?? 0,
      span: Int64(fields["span"]).flatMap(TimelineQuery.Span.init(rawValue:)) ?? .month)
  }

  /// The page of `query` that begins at another day.
  static func path(_ query: TimelineQuery, newest: Day?) -> PagePath {
    var path: PagePath = "/timeline"
    if let domain = query.domain {
      let kind = [domain.rawValue, query.type].compactMap { $0 }.joined(separator: ".")
      path = path.query("kind", kind)
    }
    if let newest { path = path.query("day", newest.description) }
    if query.span != .month { path = path.query("span", String(query.span.rawValue)) }
    return path
  }
}
