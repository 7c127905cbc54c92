import HubContracts

/// What an app may do beyond its own domains, in words.
enum SharingWords {
  /// Such as "the days of Kith" or "Kith, set a follow-up".
  static func text(of scope: SharingScope) -> String {
    let app = Fleet.owner(of: scope.domain)?.title ?? scope.domain.rawValue
    switch scope {
    case .readSummaries: return "the days of \(app)"
    case .propose(let name):
      let title = ActionWords.title(of: name)
      return "\(app), \(title.prefix(1).lowercased())\(title.dropFirst())"
    }
  }

  /// Those of a session in their one order; empty where it has none.
  static func list(_ scopes: Set<SharingScope>, of client: String) -> String {
    SharingScope.offered(to: client).filter(scopes.contains).map(text).joined(separator: " · ")
  }
}
