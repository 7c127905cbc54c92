import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON

/// Asks a Hub who it is and who a bearer belongs to, and believes only what it signed over a fresh
/// nonce.
struct StatementLink: Sendable {
  let http: any HTTPClient
  let client: String
  let document: DocumentID

  enum Reply: Sendable {
    /// `checkpoint` is the newest of the Hub's audit chain, as it came with the statement.
    case verified(SessionStatement, VerifyingKey, checkpoint: String?)
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
    return .verified(statement, key, checkpoint: response.headers[SignedCheckpoint.header])
  }

  /// Throws unless whoever answers at `origin` holds the key that the store knows the Hub by.
  ///
  /// Asked before a bearer is shown: a program that took the Hub's port while it was down learns
  /// nothing, and its word that a session has ended is not believed.
  func requireHub(
    _ key: VerifyingKey, at origin: HTTPOrigin, random: any RandomBytes
  ) async throws(IdentityError) {
    let nonce = Base64URL.encode(random.bytes(32))
    let request = HTTPRequest(
      method: .get, path: HubStatement.path, headers: [SessionStatement.nonceHeader: nonce])
    let response: HTTPResponse
    do { response = try await http.send(request, to: origin) } catch { throw .unreachable(error) }
    if response.status >= 500 || response.status == 429 {
      throw .refused(
        code: HubErrorBody(json: response.bytes ?? [])?.code ?? "http_\(response.status)")
    }
    let signature = response.headers[SessionStatement.signatureHeader].flatMap(Base64URL.decode)
    let statement: HubStatement
    do { statement = try HubStatement.read(response.bytes ?? []) } catch { throw .invalidResponse }
    guard Base64URL.decode(statement.hubKey) == key.bytes else { throw .hubKeyChanged }
    guard statement.nonce == nonce, statement.origin == origin.description,
      key.isValid(signature ?? [], over: response.bytes ?? [])
    else { throw .invalidResponse }
  }

  /// Ends the session of a revoke handle; false where the Hub has not heard of it.
  func revoke(_ handle: String, at origin: HTTPOrigin) async throws(IdentityError) -> Bool {
    let request = HTTPRequest(
      method: .post, path: "/oauth/revoke",
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("token=\(handle)".utf8))
    do {
      let status = try await http.send(request, to: origin).status
      // 400: the Hub can make nothing of the handle and never will.
      return status == 200 || status == 400
    } catch { throw .unreachable(error) }
  }

  /// Tells the Hub the hash of the bearer that the session will go on with; whether it has taken it.
  func offer(_ hash: String, with bearer: String, at origin: HTTPOrigin) async -> Bool {
    let body = JSONWriter.write { json in
      json.object { json in json.member("next", hash) }
    }
    let request = HTTPRequest(
      method: .post, path: "/v1/session/rotate",
      headers: ["Authorization": "Bearer \(bearer)", "Content-Type": "application/json"],
      body: body)
    do { return try await http.send(request, to: origin).status == 204 } catch { return false }
  }

  private func check(
    _ statement: SessionStatement, _ bytes: [UInt8], _ signature: [UInt8], _ nonce: String,
    _ session: SessionID
  ) throws(IdentityError) -> VerifyingKey {
    guard let key = Base64URL.decode(statement.hubKey).flatMap(VerifyingKey.init(bytes:)),
      HubID(bytes: Array(SHA256.hash(key.bytes).prefix(16))) == statement.hub,
      key.isValid(signature, over: bytes), statement.nonce == nonce,
      statement.session == session, statement.client == client, statement.document == document,
      isShowable(statement.accountName), isShowable(statement.timeZone)
    else { throw .invalidResponse }
    return key
  }

  /// At most 64 characters on one line: what a Hub says must not look like the kit's own words.
  private func isShowable(_ text: String) -> Bool {
    text.count <= 64
      && text.unicodeScalars.allSatisfy {
        !$0.properties.isNoncharacterCodePoint && $0.value >= 0x20
      }
      && !text.unicodeScalars.contains { [0x7F, 0x85, 0x2028, 0x2029].contains($0.value) }
  }
}
