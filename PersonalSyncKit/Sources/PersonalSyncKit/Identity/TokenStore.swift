import HubContracts
import ToolboxCrypto
import ToolboxJSON
import ToolboxLocks

/// The secrets of one store's session; never printed.
public struct SessionSecrets: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  public var session: SessionID
  public var bearer: String
  /// Can do one thing, end the session; kept after a sign-out that could not reach the Hub.
  public var revokeHandle: String
  public var origin: String
  /// The store's generation with which the session became current, or is about to.
  public var generation: Int64

  public init(
    session: SessionID, bearer: String, revokeHandle: String, origin: String, generation: Int64
  ) {
    self.session = session
    self.bearer = bearer
    self.revokeHandle = revokeHandle
    self.origin = origin
    self.generation = generation
  }

  public var description: String { "SessionSecrets(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a token store holds: the session of now, one that is being signed in to, and the ends of older
/// ones that the Hub must hear of.
public struct StoredSecrets: Sendable, Equatable {
  public var current: SessionSecrets?
  /// Saved before its session is made current, and then moved to ``current``.
  ///
  /// Whoever looks meanwhile leaves it alone: a sign-in under way and one that a crash cut off look the
  /// same.
  public var next: SessionSecrets?
  public var revocations: [PendingRevocation] = []

  public init() {}
}

/// A session that has ended here and that the Hub still takes for current.
public struct PendingRevocation: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  public var origin: String
  public var revokeHandle: String

  public var description: String { "PendingRevocation(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where secrets are kept, outside the store's database.
///
/// Two processes may use one store: a change is made on what is there, with nobody between.
public protocol TokenStore: Sendable {
  func load() throws(TokenStoreError) -> StoredSecrets
  /// Changes the secrets; on return the change is on disk, and on throw nothing was changed.
  ///
  /// Secrets that cannot be read are replaced: they hold no session that could be used.
  func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError)
}

/// Why secrets could not be read or kept.
public enum TokenStoreError: Error, Equatable, Sendable {
  case unavailable(code: String)
  /// What was read is not what was once saved. Sign in again; the file is replaced then.
  case unreadable

  public var code: String {
    switch self {
    case .unavailable(let code): code
    case .unreadable: "token_store.unreadable"
    }
  }
}

/// Secrets in a file for the owner's eyes only, beside the app's data.
public struct FileTokenStore: TokenStore {
  private let file: SecretFile
  private let lockPath: String
  /// Ends of sessions that are remembered at most; older ones have long expired.
  private static let revocationsMax = 20

  public init(path: String) {
    file = SecretFile(path: path)
    lockPath = path + ".lock"
  }

  public func load() throws(TokenStoreError) -> StoredSecrets {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .unavailable(code: error.code) }
    guard let bytes else { return StoredSecrets() }
    let node: JSONNode
    do { node = try JSONNode.parse(bytes) } catch { throw .unreadable }
    guard let secrets = StoredSecrets(node) else { throw .unreadable }
    return secrets
  }

  public func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    let lock: FileLock
    do { lock = try FileLock.hold(path: lockPath) } catch { throw .unavailable(code: error.code) }
    defer { withExtendedLifetime(lock) {} }
    var secrets = StoredSecrets()
    do throws(TokenStoreError) { secrets = try load() } catch {
      guard error == .unreadable else { throw error }
    }
    let before = secrets
    change(&secrets)
    guard secrets != before else { return }
    secrets.revocations = secrets.revocations.suffix(Self.revocationsMax)
    do { try file.write(secrets.json) } catch { throw .unavailable(code: error.code) }
  }
}

extension StoredSecrets {
  fileprivate init?(_ node: JSONNode) {
    guard case .array(let revocations) = node["revocations"]?.value else { return nil }
    for entry in revocations {
      guard let origin = entry["origin"]?.text, let handle = entry["revokeHandle"]?.text else {
        return nil
      }
      self.revocations.append(PendingRevocation(origin: origin, revokeHandle: handle))
    }
    for (member, property) in Self.sessions {
      guard let node = node[member.description] else { continue }
      guard let secrets = SessionSecrets(node) else { return nil }
      self[keyPath: property] = secrets
    }
  }

  private static var sessions: [(StaticString, WritableKeyPath<StoredSecrets, SessionSecrets?>)] {
    [("current", \.current), ("next", \.next)]
  }

  fileprivate var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        for (member, property) in Self.sessions {
          if let secrets = self[keyPath: property] {
            json.member(member) { json in secrets.write(to: &json) }
          }
        }
        json.member("revocations") { json in
          json.array(revocations) { json, entry in
            json.object { json in
              json.member("origin", entry.origin)
              json.member("revokeHandle", entry.revokeHandle)
            }
          }
        }
      }
    }
  }
}

extension SessionSecrets {
  fileprivate init?(_ node: JSONNode) {
    guard let session = node["session"]?.text.flatMap(SessionID.init(_:)),
      let bearer = node["bearer"]?.text, let handle = node["revokeHandle"]?.text,
      let origin = node["origin"]?.text, let generation = node["generation"]?.integer
    else { return nil }
    self.init(
      session: session, bearer: bearer, revokeHandle: handle, origin: origin,
      generation: generation)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("session", session.description)
      json.member("bearer", bearer)
      json.member("revokeHandle", revokeHandle)
      json.member("origin", origin)
      json.member("generation", generation)
    }
  }
}

extension JSONNode {
  var text: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  var integer: Int64? {
    guard case .integer(let integer) = value else { return nil }
    return integer
  }
}
