import HubContracts

/// The services that this Hub is bound to, and what their people ask of them.
///
/// A person's link with a service is a device session of the service's product that has been used;
/// whoever ends that session ends the link.
public struct ServiceDesk: Sendable {
  /// A Hub without services.
  public static let none = ServiceDesk(lines: [:], errands: nil, feed: ChangeFeed())

  /// By the name of the product.
  private let lines: [String: ServiceLine]
  private let errands: ServiceErrands?
  private let feed: ChangeFeed

  private init(lines: [String: ServiceLine], errands: ServiceErrands?, feed: ChangeFeed) {
    self.lines = lines
    self.errands = errands
    self.feed = feed
  }

  /// - `lines`: By the name of a product whose authority is a service.
  /// - `feed`: Tells pages of what a service said or did after they had stopped waiting for it.
  /// - `wait`: As in ``ServiceLine/Parts``.
  public init(
    lines: [String: ServiceLine], identity: IdentityService, storage: any ActionStorage,
    feed: ChangeFeed, wait: @escaping @Sendable () async -> Void
  ) {
    self.init(
      lines: lines,
      errands: ServiceErrands(
        lines: lines, identity: identity, storage: storage, feed: feed,
        patience: Patience(wait: wait)),
      feed: feed)
  }

  /// Whether this Hub is bound to the product's service.
  public func isBound(to product: Product) -> Bool { lines[product.name] != nil }

  /// What the services say about a day, by the product's name: of those that the person has linked.
  ///
  /// All are asked at once, so that it takes no longer than the patience for one.
  public func readings(
    of day: Day, for devices: [DeviceSession]
  ) async -> [String: ServiceReading] {
    let links = ServiceLink.all(among: devices, lines)
    if links.isEmpty { return [:] }
    return await withTaskGroup(of: (String, ServiceReading).self) { group in
      for link in links {
        group.addTask {
          let reading = await link.line.look(at: day, of: link.id) {
            feed.touched(link.session.account.number)
          }
          return (link.session.client, reading)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Has the account's services do what waits for them, after the person has asked for something.
  ///
  /// Returns when they have, or when a page has waited long enough. What they could not be asked now
  /// waits for ``doWaiting()``.
  func run(for account: AccountNumber) async { await errands?.run(for: account) }

  /// Asks again for what waits; to be called every few seconds.
  public func doWaiting() async { await errands?.doWaiting() }

  /// Has what an earlier run of the Hub may have left waiting looked after.
  public func takeUp() async throws(StorageError) { try await errands?.takeUp() }
}

/// One person's link with a service.
struct ServiceLink: Sendable {
  let session: DeviceSession
  let line: ServiceLine

  /// How the service knows the person.
  var id: DocumentID { session.document }

  /// The newest link with each of the services, of an account's live device sessions.
  static func all(
    among devices: [DeviceSession], _ lines: [String: ServiceLine]
  ) -> [ServiceLink] {
    lines.sorted { $0.key < $1.key }.compactMap { name, line in
      devices.filter { $0.client == name && $0.isInUse }
        .max { $0.createdAtMilliseconds < $1.createdAtMilliseconds }
        .map { ServiceLink(session: $0, line: line) }
    }
  }
}
