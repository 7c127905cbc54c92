/// A part of the wire's name space that one product owns.
public enum Domain: String, Sendable, CaseIterable {
  case anchor, calorie, setline, kith, live, habits, journal, asteroid, sample

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
    case .sample: 9
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
    /// Its records stay readable; the product of that name reads them.
    case absorbed(by: String)
    /// Out of the line-up and the dashboard; its records stay readable and exportable.
    case retired
    /// For developers; shown to a person only where they have connected it.
    case sample
  }

  /// Where the records are that count; what the Hub has is never more than a copy of facts.
  public enum Authority: Sendable, Equatable {
    /// The stores on the owner's devices.
    case devices
    /// The product's own server, which the Hub asks; devices send nothing of it.
    case service
    /// Another product's stores, since it was absorbed.
    case successor
  }

  /// Also the client's name when an app signs in.
  public let name: String
  public let title: String
  /// One sentence for the directory.
  public let purpose: String
  public let status: Status
  public let authority: Authority
  public let domains: [Domain]
  /// Whether this release has its app, which can be connected as a device.
  public let canConnect: Bool

  /// What a device of it may read and write.
  public var deviceDomains: [Domain] {
    switch authority {
    case .devices: domains
    case .service, .successor: []
    }
  }
}

/// Every product that there is or was.
public enum Fleet {
  public static let products: [Product] = [
    Product(
      name: "anchor", title: "Anchor", purpose: "Plan a day, focus, keep habits, look back.",
      status: .active, authority: .devices, domains: [.anchor, .habits], canConnect: true),
    Product(
      name: "calorie", title: "Calorie", purpose: "Food, water, weight and routines.",
      status: .active, authority: .devices, domains: [.calorie], canConnect: false),
    Product(
      name: "setline", title: "Setline", purpose: "Strength training, set by set.",
      status: .active, authority: .devices, domains: [.setline], canConnect: false),
    Product(
      name: "kith", title: "Kith", purpose: "The people you keep close.",
      status: .active, authority: .devices, domains: [.kith], canConnect: false),
    Product(
      name: "live", title: "Live", purpose: "Events and experiences in the weeks of a life.",
      status: .active, authority: .service, domains: [.live], canConnect: false),
    Product(
      name: "asteroid", title: "Asteroid", purpose: "Notes and checklists, always at hand.",
      status: .active, authority: .devices, domains: [.asteroid], canConnect: false),
    Product(
      name: "indulge", title: "Habits", purpose: "Small trades towards a better day.",
      status: .absorbed(by: "anchor"), authority: .successor, domains: [], canConnect: false),
    Product(
      name: "journal", title: "Journal", purpose: "Morning, evening and free pages.",
      status: .retired, authority: .devices, domains: [.journal], canConnect: false),
    Product(
      name: "sample", title: "To-do sample", purpose: "Shows developers how to build on the kit.",
      status: .sample, authority: .devices, domains: [.sample], canConnect: true),
  ]

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name }
  }

  public static func owner(of domain: Domain) -> Product? {
    products.first { $0.domains.contains(domain) }
  }
}
