import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// The one device grant that waits at a ``FakeHub``.
struct FakeGrant: Sendable {
  enum State: Sendable { case pending, denied, approved(FakeHub.Account) }

  var client: String
  var document: DocumentID
  var unownedRecords: Int64
  var state = State.pending
}

extension FakeHub {
  /// What the waiting grant says it would adopt; nil where none waits.
  public var unownedRecordsOfGrant: Int64? { memory.withLock { $0.grant?.unownedRecords } }

  /// Lets the waiting grant succeed with its next poll.
  public func approveGrant(as account: Account) {
    memory.withLock { $0.grant?.state = .approved(account) }
  }

  public func denyGrant() { memory.withLock { $0.grant?.state = .denied } }

  func startGrant(_ request: HTTPRequest) -> HTTPResponse {
    let node: JSONNode
    do { node = try JSONNode.parse(request.body) } catch { return Self.refusal(.invalidJSON) }
    guard case .string(let client) = node["client_id"]?.value,
      case .string(let text) = node["document_id"]?.value, let document = DocumentID(text),
      case .integer(let unowned) = node["unowned_records"]?.value
    else { return Self.refusal(.invalidRequest) }
    memory.withLock {
      $0.grant = FakeGrant(client: client, document: document, unownedRecords: unowned)
    }
    let body = JSONWriter.write { json in
      json.object { json in
        json.member("device_code", "fake-device-code")
        json.member("user_code", "BCDF-GHJK")
        json.member("verification_uri", "http://localhost/connect")
        json.member("verification_uri_complete", "http://localhost/connect?code=BCDF-GHJK")
        json.member("expires_in", 600)
        json.member("interval", 1)
      }
    }
    return HTTPResponse(status: 200, body: .bytes(body))
  }

  func pollGrant() -> HTTPResponse {
    guard let grant = memory.withLock({ $0.grant }) else { return Self.refusal(.invalidGrant) }
    switch grant.state {
    case .pending: return Self.refusal(.authorizationPending)
    case .denied: return Self.refusal(.accessDenied)
    case .approved(let account):
      memory.withLock { $0.grant = nil }
      return answer(with: signIn(account, client: grant.client, document: grant.document))
    }
  }

  func answer(with session: Session) -> HTTPResponse {
    let body = JSONWriter.write { json in
      json.object { json in
        json.member("access_token", session.bearer)
        json.member("token_type", "Bearer")
        json.member("revoke_handle", session.revokeHandle)
        json.member("session_id", session.id.description)
        json.member("hub_key", Base64URL.encode(key.publicKey.bytes))
      }
    }
    return HTTPResponse(status: 200, body: .bytes(body))
  }
}
