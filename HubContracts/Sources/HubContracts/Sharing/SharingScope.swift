/// What a person may let an app's session do beyond its own domains (ACT-05).
///
/// An app never asks another app: it asks the Hub, which answers only what was granted.
public enum SharingScope: Sendable, Hashable, CustomStringConvertible {
  /// Read what the domain's app says about its days.
  case readSummaries(Domain)
  /// Propose this one action.
  case propose(ActionName)

  /// Everything that the session of a product may be granted, in one order: what other active apps say of
  /// their days, and their own actions of low risk.
  public static func offered(to client: String) -> [SharingScope] {
    Fleet.products.filter {
      $0.status == .active && $0.authority == .devices && $0.name != client
    }.flatMap(\.domains).filter { ContractTable.daySummary(of: $0) != nil }.flatMap { domain in
      [.readSummaries(domain)]
        + ActionTable.actions(of: domain).filter { $0.risk == .low && !$0.isInverseOnly }
        .map { .propose(ActionName(domain, $0.name)) }
    }
  }

  public var domain: Domain {
    switch self {
    case .readSummaries(let domain): domain
    case .propose(let name): name.domain
    }
  }

  /// `summary.read:kith` or `action.propose:kith.setFollowUp`; never renamed, never reused.
  public var description: String {
    switch self {
    case .readSummaries(let domain): "\(Self.reading)\(domain.rawValue)"
    case .propose(let name): "\(Self.proposing)\(name.domain.rawValue).\(name.action)"
    }
  }

  /// Nil for a domain or an action that this program does not know.
  public init?(_ text: String) {
    if text.hasPrefix(Self.reading) {
      guard let domain = Domain(rawValue: String(text.dropFirst(Self.reading.count))) else {
        return nil
      }
      self = .readSummaries(domain)
    } else if text.hasPrefix(Self.proposing) {
      let parts = text.dropFirst(Self.proposing.count)
        .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let domain = Domain(rawValue: String(parts[0])) else { return nil }
      let name = ActionName(domain, String(parts[1]))
      guard name.contract != nil else { return nil }
      self = .propose(name)
    } else {
      return nil
    }
  }

  private static let reading = "summary.read:"
  private static let proposing = "action.propose:"
}
