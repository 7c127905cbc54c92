/// A part of the wire's name space that one product owns.
public enum Domain: String, Sendable, CaseIterable {
  case anchor, calorie, setline, kith, live, habits, journal, asteroid

  /// A number for storage that never changes; 0 is never used.
  public var number: Int64 {
    switch self {
    case .anchor: 1
    case .calorie: 2
    case .setline: 3
    case .kith: 4
    case .live: 5
    case .habits: 6
    case .journal: 7
    case .asteroid: 8
    }
  }

  /// The domain that storage knows under ``number``; nil for a number of none.
  public init?(number: Int64) {
    guard let domain = Domain.allCases.first(where: { $0.number == number }) else { return nil }
    self = domain
  }
}

/// One product of the fleet and what has become of it.
public struct Product: Sendable {
  public enum Status: Sendable, Equatable {
    case active
    /// Its records stay readable; another product reads them.
    case absorbed(by: String)
    /// Out of the line-up and the dashboard; its records stay readable and exportable.
    case retired
  }

  /// Also the client's name when an app signs in.
  public let name: String
  public let title: String
  /// One sentence for the directory.
  public let purpose: String
  public let status: Status
  public let domains: [Domain]
  /// Read through its own service rather than synchronised from devices.
  public let isService: Bool
}

/// Every product that there is or was.
public enum Fleet {
  public static let products: [Product] = [
    Product(
      name: "anchor", title: "Anchor", purpose: "Plan a day, focus, keep habits, look back.",
      status: .active, domains: [.anchor, .habits], isService: false),
    Product(
      name: "calorie", title: "Calorie", purpose: "Food, water, weight and routines.",
      status: .active, domains: [.calorie], isService: false),
    Product(
      name: "setline", title: "Setline", purpose: "Strength training, set by set.",
      status: .active, domains: [.setline], isService: false),
    Product(
      name: "kith", title: "Kith", purpose: "The people you keep close.",
      status: .active, domains: [.kith], isService: false),
    Product(
      name: "live", title: "Live", purpose: "Events and experiences in the weeks of a life.",
      status: .active, domains: [.live], isService: true),
    Product(
      name: "asteroid", title: "Asteroid", purpose: "Notes and checklists, always at hand.",
      status: .active, domains: [.asteroid], isService: false),
    Product(
      name: "indulge", title: "Habits", purpose: "Small trades towards a better day.",
      status: .absorbed(by: "anchor"), domains: [], isService: false),
    Product(
      name: "journal", title: "Journal", purpose: "Morning, evening and free pages.",
      status: .retired, domains: [.journal], isService: false),
  ]

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name }
  }

  public static func owner(of domain: Domain) -> Product? {
    products.first { $0.domains.contains(domain) }
  }
}
