/// The desktop's keyring: one connection with the Secret Service of a session bus.
///
/// It never asks the person anything: what is locked is refused, and a prompt that the service offers
/// is not taken. Every call blocks its thread, all calls of one connection together for its
/// patience at most. To be used from one thread, for one piece of work.
///
/// Source: the Secret Service API 0.2 of freedesktop.org, with its algorithm `plain`; whoever could
/// listen on the person's own bus could as well ask the service.
public final class SecretService {
  public enum Failure: String, Error, Sendable {
    /// There is no session bus, no service on it, or no such collection.
    case absent
    /// It is there, and only the person can open it.
    case locked
    /// It said no, or nothing in time. Whether it did what it was asked is not known.
    case broken

    public var code: String { "keyring.\(rawValue)" }

    /// The failure that a code names, if it names one.
    public init?(code: String) {
      guard code.hasPrefix("keyring.") else { return nil }
      self.init(rawValue: String(code.dropFirst("keyring.".count)))
    }
  }

  /// What an item is found by; not secret, and kept in the clear by most keyrings.
  public typealias Attributes = [String: String]

  private static let name = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let noObject = "/"

  private let bus: SessionBus
  private let mayStart: Bool

  /// Connects with a bus, such as `unix:path=/run/user/1000/bus`.
  ///
  /// `mayStart` is whether the bus may start a service that is not running, as most can.
  public init(at address: String, mayStart: Bool, patience: Duration) throws(Failure) {
    bus = try SessionBus(address: address, patience: patience)
    self.mayStart = mayStart
  }

  /// The path of the collection that new secrets go to, if there is one and it is open.
  public func openDefaultCollection() throws(Failure) -> String? {
    let reply = try call(Self.root, "Service", "ReadAlias") { (call) throws(Failure) in
      try call.append("default")
    }
    let collection = try reply.objectPath()
    guard collection != Self.noObject, try !isLocked(collection) else { return nil }
    return collection
  }

  /// The secret of the item with these attributes; nil where an open collection has none.
  public func secret(
    _ attributes: Attributes, in collection: String
  ) throws(Failure) -> [UInt8]? {
    guard let item = try items(attributes, in: collection).first else { return nil }
    let session = try openSession()
    let reply = try call(item, "Item", "GetSecret") { (call) throws(Failure) in
      try call.append(objectPath: session)
    }
    return try reply.secret()
  }

  /// Puts a secret in the place of the one with the same attributes, or adds it.
  public func store(
    _ secret: [UInt8], label: String, _ attributes: Attributes, in collection: String
  ) throws(Failure) {
    let session = try openSession()
    let reply = try call(collection, "Collection", "CreateItem") { (call) throws(Failure) in
      try call.appendProperties(label: label, attributes)
      try call.append(secret: secret, session: session)
      try call.append(true)
    }
    let item = try reply.objectPath()
    guard item != Self.noObject else { throw .locked }
  }

  /// Removes every item with these attributes; none there is success.
  public func remove(_ attributes: Attributes, in collection: String) throws(Failure) {
    for item in try items(attributes, in: collection) {
      let prompt = try call(item, "Item", "Delete") { (_) throws(Failure) in }.objectPath()
      guard prompt == Self.noObject else { throw .locked }
    }
  }

  /// Throws ``Failure/locked`` where the collection is, so that "none" means that there is none.
  private func items(
    _ attributes: Attributes, in collection: String
  ) throws(Failure) -> [String] {
    guard try !isLocked(collection) else { throw .locked }
    let reply = try call(collection, "Collection", "SearchItems") { (call) throws(Failure) in
      try call.append(attributes)
    }
    return try reply.objectPaths()
  }

  private func isLocked(_ collection: String) throws(Failure) -> Bool {
    let reply = try bus.call(
      Self.name, collection, "org.freedesktop.DBus.Properties", "Get", mayStart: mayStart
    ) { (call) throws(Failure) in
      try call.append("org.freedesktop.Secret.Collection")
      try call.append("Locked")
    }
    return try reply.variantBool()
  }

  /// A way for secrets over this connection; the service ends it with the connection.
  private func openSession() throws(Failure) -> String {
    let reply = try call(Self.root, "Service", "OpenSession") { (call) throws(Failure) in
      try call.append("plain")
      try call.append(variant: "")
    }
    return try reply.sessionPath()
  }

  private func call(
    _ path: String, _ interface: String, _ member: String,
    _ write: (BusMessage) throws(Failure) -> Void
  ) throws(Failure) -> BusMessage {
    try bus.call(
      Self.name, path, "org.freedesktop.Secret.\(interface)", member, mayStart: mayStart, write)
  }
}
