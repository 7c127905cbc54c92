import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// A bearer that its session has gone on from.
struct FakeRetiredBearer: Sendable {
  var session: SessionID
  var atMilliseconds: Int64
}

extension FakeHub {
  /// All that the Hub knows of sessions at one moment.
  public struct Sessions: Sendable {
    let live: [String: LiveSession]
    let retired: [String: FakeRetiredBearer]
  }

  public var sessions: Sessions {
    memory.withLock { Sessions(live: $0.sessions, retired: $0.retired) }
  }

  /// Goes back to the sessions of a moment, as those who crashed then would find them.
  public func restore(_ sessions: Sessions) {
    memory.withLock { ($0.sessions, $0.retired) = (sessions.live, sessions.retired) }
  }

  /// Whose session a bearer is; nil where it is none of now.
  public func account(ofBearer bearer: String) -> Account? {
    memory.withLock { $0.sessions[bearer]?.account }
  }

  /// Whether this is a session's bearer of now.
  public func isLive(bearer: String) -> Bool { memory.withLock { $0.sessions[bearer] != nil } }
}

/// How sessions of a ``FakeHub`` change their bearer and end, by the rules of the real one.
extension FakeHub {
  /// The session of a bearer; one that was offered takes its predecessor's place, and one that was
  /// retired more than a minute ago ends its session.
  func session(of bearer: String) -> LiveSession? {
    let now = clock.nowMilliseconds
    return memory.withLock { memory in
      if let session = memory.sessions[bearer] { return session }
      let hash = Self.hash(of: bearer)
      if let (old, found) = memory.sessions.first(where: { $0.value.next == hash }) {
        var session = found
        session.next = nil
        memory.sessions[old] = nil
        memory.sessions[bearer] = session
        memory.retired[old] = FakeRetiredBearer(session: session.id, atMilliseconds: now)
        return session
      }
      if let retired = memory.retired[bearer], now - retired.atMilliseconds >= 60_000 {
        memory.sessions = memory.sessions.filter { $0.value.id != retired.session }
      }
      return nil
    }
  }

  func rotate(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    let node: JSONNode
    do { node = try JSONNode.parse(request.body) } catch { return Self.refusal(.invalidRequest) }
    guard case .string(let next) = node["next"]?.value, let bearer = Self.bearer(request)
    else { return Self.refusal(.invalidRequest) }
    memory.withLock { $0.sessions[bearer]?.next = next }
    return HTTPResponse(status: 204)
  }

  func revoke(_ request: HTTPRequest) -> HTTPResponse {
    let form = String(decoding: request.body, as: UTF8.self)
    guard form.hasPrefix("token="), form.count > 6 else { return Self.refusal(.invalidRequest) }
    let token = String(form.dropFirst(6))
    memory.withLock { memory in
      memory.sessions = memory.sessions.filter {
        $0.key != token && $0.value.revokeHandle != token
      }
    }
    return HTTPResponse(status: 200)
  }

  private static func hash(of bearer: String) -> String {
    Base64URL.encode(SHA256.hash(Array(bearer.utf8)))
  }
}
