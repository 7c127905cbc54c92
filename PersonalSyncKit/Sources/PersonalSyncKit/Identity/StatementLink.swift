import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient

/// Asks a Hub who a bearer belongs to, and believes only what it signed over a fresh nonce.
struct StatementLink: Sendable {
  let http: any HTTPClient
  let client: String
  let document: DocumentID

  enum Reply: Sendable {
    case verified(SessionStatement, VerifyingKey)
    /// The Hub does not know the bearer, or has ended its session.
    case unauthorized
  }

  /// Who `secrets` belong to; `pinned` is the key that must have signed it, nil before the first
  /// sign-in.
  func ask(
    _ secrets: SessionSecrets, at origin: HTTPOrigin, pinned: VerifyingKey?,
    random: any RandomBytes
  ) async throws(IdentityError) -> Reply {
    let nonce = Base64URL.encode(random.bytes(32))
    let request = HTTPRequest(
      method: .get, path: "/v1/session",
      headers: [
        "Authorization": "Bearer \(secrets.bearer)", SessionStatement.nonceHeader: nonce,
      ])
    let response: HTTPResponse
    do { response = try await http.send(request, to: origin) } catch { throw .unreachable(error) }
    if response.status == 401 { return .unauthorized }
    let bytes = response.bytes ?? []
    guard response.status == 200 else {
      throw .refused(code: HubErrorBody(json: bytes)?.code ?? "http_\(response.status)")
    }
    let signature = response.headers[SessionStatement.signatureHeader].flatMap(Base64URL.decode)
    let statement: SessionStatement
    do { statement = try SessionStatement.read(bytes) } catch { throw .invalidResponse }
    let key = try check(statement, bytes, signature ?? [], nonce, secrets.session)
    if let pinned, pinned != key { throw .hubKeyChanged }
    return .verified(statement, key)
  }

  private func check(
    _ statement: SessionStatement, _ bytes: [UInt8], _ signature: [UInt8], _ nonce: String,
    _ session: SessionID
  ) throws(IdentityError) -> VerifyingKey {
    guard let key = Base64URL.decode(statement.hubKey).flatMap(VerifyingKey.init(bytes:)),
      HubID(bytes: Array(SHA256.hash(key.bytes).prefix(16))) == statement.hub,
      key.isValid(signature, over: bytes), statement.nonce == nonce,
      statement.session == session, statement.client == client, statement.document == document
    else { throw .invalidResponse }
    return key
  }
}
