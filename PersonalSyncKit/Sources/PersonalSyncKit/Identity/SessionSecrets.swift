import HubContracts
import PersonalSyncSealed

/// The secrets of one session; never printed.
public struct SessionSecrets: Sendable, Equatable {
  public var session: SessionID
  public var bearer: String
  /// The bearer to go on with, saved before the Hub hears of its hash; nil while none is on its way.
  public var nextBearer: String?
  /// Can do one thing, end the session.
  public var revokeHandle: String
  public var origin: String
  /// The store's generation with which the session became current, or is about to.
  public var generation: Int64
  /// Since when there is this bearer, on this machine's clock.
  public var bearerSinceMilliseconds: Int64

  public init(
    session: SessionID, bearer: String, revokeHandle: String, origin: String, generation: Int64,
    bearerSinceMilliseconds: Int64
  ) {
    self.session = session
    self.bearer = bearer
    self.revokeHandle = revokeHandle
    self.origin = origin
    self.generation = generation
    self.bearerSinceMilliseconds = bearerSinceMilliseconds
  }
}

extension SessionSecrets: CustomStringConvertible, CustomReflectable {
  public var description: String { "SessionSecrets(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a token store holds: the secrets of the session of now, those of sign-ins that are under way or
/// were cut off, and the keys of sealed details.
///
/// Keys outlive sessions: what waits to be sealed waits also while nobody is signed in. Which session is current is said by the store's database alone, so there is no moment at which the two
/// could name different ones.
public struct StoredSecrets: Sendable, Equatable {
  public var sessions: [SessionSecrets] = []
  /// At most one for each scope and epoch.
  public var keys: [DomainKey] = []

  public init() {}

  public var isEmpty: Bool { sessions.isEmpty && keys.isEmpty }

  public subscript(session: SessionID) -> SessionSecrets? {
    sessions.first { $0.session == session }
  }

  /// Changes the secrets of a session, if they are there.
  mutating func change(_ session: SessionID, _ body: (inout SessionSecrets) -> Void) {
    guard let index = sessions.firstIndex(where: { $0.session == session }) else { return }
    body(&sessions[index])
  }

  mutating func remove(_ sessions: [SessionID]) {
    self.sessions.removeAll { sessions.contains($0.session) }
  }
}
