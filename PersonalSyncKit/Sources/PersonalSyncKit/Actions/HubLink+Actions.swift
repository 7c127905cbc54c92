import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient

/// The wire of actions; a Hub that is older than they are says that there is nothing at these paths.
extension HubLink {
  enum LeaseReply: Sendable {
    case leased(bytes: [UInt8], signature: [UInt8])
    /// Somebody else has it, it is over, or it is not for this app.
    case notForUs
  }

  /// Says what this app performs; false where the Hub knows no actions.
  func tell(performed actions: [ActionName]) async throws(SyncError) -> Bool {
    let response = try await sendAction(
      .put, "/v1/actions/performed", PerformedActionsRequest(actions).json)
    switch response.status {
    case 204: return true
    case 404: return false
    default: throw Self.refusal(response)
    }
  }

  /// What waits for this app; nothing where the Hub knows no actions.
  func inbox() async throws(SyncError) -> ActionInbox {
    let response = try await sendAction(.get, "/v1/actions", [])
    switch response.status {
    case 200:
      do { return try ActionInbox.read(response.bytes ?? []) } catch { throw .invalidResponse }
    case 404: return ActionInbox([])
    default: throw Self.refusal(response)
    }
  }

  func lease(_ id: ActionID) async throws(SyncError) -> LeaseReply {
    let response = try await sendAction(.post, "/v1/actions/\(id)/lease", [])
    switch response.status {
    case 200:
      guard let text = response.headers[ActionLease.signatureHeader],
        let signature = Base64URL.decode(text)
      else { throw .invalidResponse }
      return .leased(bytes: response.bytes ?? [], signature: signature)
    case 404, 409: return .notForUs
    default: throw Self.refusal(response)
    }
  }

  /// Sends a receipt; returns once the Hub has it, or never wants it.
  func tell(_ receipt: ActionReceipt, of id: ActionID) async throws(SyncError) {
    let response = try await sendAction(.post, "/v1/actions/\(id)/receipt", receipt.json)
    switch response.status {
    case 200, 404, 409: return
    default: throw Self.refusal(response)
    }
  }

  private func sendAction(
    _ method: HTTPMethod, _ path: String, _ body: [UInt8]
  ) async throws(SyncError) -> HTTPResponse {
    var request = HTTPRequest(method: method, path: path, body: body)
    request.headers["Authorization"] = "Bearer \(bearer)"
    if !body.isEmpty { request.headers["Content-Type"] = "application/json" }
    do { return try await http.send(request, to: origin) } catch { throw .unreachable(error) }
  }
}
