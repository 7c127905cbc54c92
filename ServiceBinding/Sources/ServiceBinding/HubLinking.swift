import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON

/// Why a person's link with their Hub did not come about; nothing of it is kept.
public enum LinkFailure: Error, Equatable, Sendable {
  /// The Hub did not answer; the person can try again from the beginning.
  case unreachable(HTTPClientError)
  /// The code is too old, was used, or is none.
  case refused
  /// What answered is not the Hub whose key the service knows, or is not about this link.
  case notTheHub
}

/// What a service keeps of a link, beside its id.
public struct LinkSecrets: Sendable, Equatable, CustomStringConvertible {
  public let bearer: String
  /// Ends the link, and can do nothing else.
  public let revokeHandle: String

  public init(bearer: String, revokeHandle: String) {
    self.bearer = bearer
    self.revokeHandle = revokeHandle
  }

  public var description: String { "LinkSecrets(redacted)" }
}

/// How a service connects one of its people with their Hub: the browser goes there and comes back
/// with a code (docs/protocol/identity.md, "Through a browser beside the app").
public struct HubLinking: Sendable {
  private let hub: PinnedHub
  private let hubOrigin: HTTPOrigin
  private let client: any HTTPClient
  /// The product's name in the fleet.
  private let product: String
  private let callback: String

  /// - `origin`: The service's own, as the Hub's settings have it.
  public init(
    hub: PinnedHub, at hubOrigin: HTTPOrigin, product: String, origin: String,
    client: any HTTPClient
  ) {
    self.hub = hub
    self.hubOrigin = hubOrigin
    self.product = product
    self.client = client
    callback = origin + Self.callbackPath
  }

  /// Where the browser comes back to.
  public static let callbackPath = "/callback"

  /// Where the browser of the person goes.
  ///
  /// - `link`: Random, and never used for another person.
  /// - `state`: Random, and known to this browser's session with the service alone.
  /// - `verifier`: 43…128 random characters of base64url that stay at the service.
  public func address(for link: DocumentID, state: String, verifier: String) -> String {
    let query: HTTPQuery = [
      "response_type": "code", "client_id": product, "redirect_uri": callback, "state": state,
      "code_challenge": Base64URL.encode(SHA256.hash(Array(verifier.utf8))),
      "code_challenge_method": "S256", "document_id": link.description, "platform": "browser",
      "unowned_records": "0",
    ]
    return "\(hubOrigin)/oauth/authorize?\(query.encoded)"
  }

  /// Trades the code for the link's secrets, and brings the link into use.
  ///
  /// On return the Hub asks about the person; on throw it does not.
  /// - `nonce`: 32 random bytes.
  public func redeem(
    code: String, verifier: String, link: DocumentID, nonce: [UInt8]
  ) async throws(LinkFailure) -> LinkSecrets {
    let form: HTTPQuery = [
      "grant_type": "authorization_code", "code": code, "code_verifier": verifier,
      "client_id": product, "redirect_uri": callback,
    ]
    let answer = try await send(
      HTTPRequest(
        method: .post, path: "/oauth/token",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(form.encoded.utf8)))
    guard answer.status == 200, let secrets = Self.secrets(in: answer) else { throw .refused }
    try await check(secrets, link, nonce)
    // Asking for what waits is the first use, by which the Hub takes the link for good.
    let first = try await send(Self.get("/v1/actions", secrets))
    guard first.status == 200 else { throw .refused }
    return secrets
  }

  /// Keeps the link from ending for want of use; to be called once a day.
  ///
  /// False where the person has ended it at the Hub.
  public func keepAlive(_ secrets: LinkSecrets) async throws(LinkFailure) -> Bool {
    switch try await send(Self.get("/v1/actions", secrets)).status {
    case 200: true
    case 401: false
    default: throw .refused
    }
  }

  /// Ends the link at the Hub; safe to repeat.
  public func end(_ secrets: LinkSecrets) async throws(LinkFailure) {
    let answer = try await send(
      HTTPRequest(
        method: .delete, path: "/v1/session",
        headers: ["Authorization": "Bearer \(secrets.revokeHandle)"]))
    guard [204, 401].contains(answer.status) else { throw .refused }
  }

  /// Whoever answered has to be the Hub of the key, and to speak about this link.
  private func check(
    _ secrets: LinkSecrets, _ link: DocumentID, _ nonce: [UInt8]
  ) async throws(LinkFailure) {
    let nonce = Base64URL.encode(nonce)
    var request = Self.get("/v1/session", secrets)
    request.headers[SessionStatement.nonceHeader] = nonce
    let answer = try await send(request)
    guard answer.status == 200, let bytes = answer.bytes,
      let signature = answer.headers[SessionStatement.signatureHeader].flatMap(Base64URL.decode),
      hub.key.isValid(signature, over: bytes)
    else { throw .notTheHub }
    let statement: SessionStatement
    do { statement = try SessionStatement.read(bytes) } catch { throw .notTheHub }
    guard statement.nonce == nonce, statement.document == link, statement.client == product,
      statement.hub == hub.id
    else { throw .notTheHub }
  }

  private static func get(_ path: String, _ secrets: LinkSecrets) -> HTTPRequest {
    HTTPRequest(
      method: .get, path: path, headers: ["Authorization": "Bearer \(secrets.bearer)"])
  }

  private func send(_ request: HTTPRequest) async throws(LinkFailure) -> HTTPResponse {
    do throws(HTTPClientError) { return try await client.send(request, to: hubOrigin) } catch {
      throw .unreachable(error)
    }
  }

  private static func secrets(in answer: HTTPResponse) -> LinkSecrets? {
    let node: JSONNode
    do throws(JSONError) { node = try JSONNode.parse(answer.bytes ?? []) } catch { return nil }
    guard case .string(let bearer) = node["access_token"]?.value,
      case .string(let handle) = node["revoke_handle"]?.value
    else { return nil }
    return LinkSecrets(bearer: bearer, revokeHandle: handle)
  }
}
