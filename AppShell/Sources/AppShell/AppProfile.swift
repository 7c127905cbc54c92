import HubContracts
import WebInterface

/// What the shell has to know of an app in order to speak for it.
public struct AppProfile: Sendable {
  /// The app's command, its folder, its host name under `localhost`, and its name in the Fleet.
  public let name: String
  public let brand: Brand
  public let domain: Domain
  /// What an import brings and an export writes, such as "session" and "sessions".
  public let recordWords: (one: String, many: String)
  /// Where its local page listens unless the person says otherwise.
  public let port: UInt16

  /// - Precondition: `name` is a client of the ``Fleet`` that owns `domain`.
  public init(
    _ name: String, _ brand: Brand, _ domain: Domain, records: (one: String, many: String),
    port: UInt16
  ) {
    precondition(
      Fleet.product(named: name)?.domains.contains(domain) ?? false,
      "an app and its domain are in the fleet's registry")
    self.name = name
    self.brand = brand
    self.domain = domain
    self.recordWords = records
    self.port = port
  }

  /// As people read it, such as "Anchor".
  public var title: String { brand.name }

  /// Such as "1 session" or "12 sessions".
  public func records(_ count: Int) -> String {
    "\(count) \(count == 1 ? recordWords.one : recordWords.many)"
  }
}
