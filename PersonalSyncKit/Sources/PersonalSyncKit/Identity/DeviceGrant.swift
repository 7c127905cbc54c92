import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON

/// What the person is shown while a sign-in waits for the approval on the Hub's page (RFC 8628).
public struct DevicePrompt: Sendable, CustomStringConvertible, CustomReflectable {
  /// Such as `WDJB-MJHT`; typed on the Hub's page.
  public let userCode: String
  public let verificationURI: String
  /// The same page with the code filled in.
  public let verificationURIComplete: String
  public let expiresInSeconds: Int64

  let origin: HTTPOrigin
  let deviceCode: String
  let verifier: String
  let intervalSeconds: Int64
  /// The session that was current when this sign-in began; another one since ends it.
  let generation: Int64

  public var description: String { "DevicePrompt(\(userCode))" }
  public var customMirror: Mirror { Mirror(self, children: ["userCode": userCode]) }
}

/// A session as the Hub gave it, before it is proved; never printed.
struct GrantedSession: Sendable, CustomStringConvertible, CustomReflectable {
  let session: SessionID
  let bearer: String
  let revokeHandle: String

  var description: String { "GrantedSession(redacted)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// The requests of a device grant, and the one that fetches a session; holds no state.
struct DeviceGrantLink: Sendable {
  enum Poll: Sendable {
    case granted(GrantedSession)
    case pending
    case slowDown
  }

  let http: any HTTPClient
  let client: String

  func start(
    at origin: HTTPOrigin, document: DocumentID, unownedRecords: Int, generation: Int64,
    random: any RandomBytes
  ) async throws(IdentityError) -> DevicePrompt {
    let verifier = Base64URL.encode(random.bytes(32))
    let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
    let body = JSONWriter.write { json in
      json.object { json in
        json.member("client_id", client)
        json.member("document_id", document.description)
        json.member("code_challenge", challenge)
        json.member("code_challenge_method", "S256")
        json.member("platform", "linux")
        json.member("unowned_records", unownedRecords)
      }
    }
    let answer = try await post("/oauth/device_authorization", body, to: origin)
    guard let deviceCode = answer["device_code"]?.text, let userCode = answer["user_code"]?.text,
      let uri = answer["verification_uri"]?.text,
      let complete = answer["verification_uri_complete"]?.text,
      let expires = answer["expires_in"]?.integer, let interval = answer["interval"]?.integer,
      (1...3600).contains(expires), (1...60).contains(interval)
    else { throw .invalidResponse }
    return DevicePrompt(
      userCode: userCode, verificationURI: uri, verificationURIComplete: complete,
      expiresInSeconds: expires, origin: origin, deviceCode: deviceCode, verifier: verifier,
      intervalSeconds: interval, generation: generation)
  }

  func poll(_ prompt: DevicePrompt) async throws(IdentityError) -> Poll {
    let body = JSONWriter.write { json in
      json.object { json in
        json.member("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
        json.member("client_id", client)
        json.member("device_code", prompt.deviceCode)
        json.member("code_verifier", prompt.verifier)
      }
    }
    do throws(IdentityError) {
      return .granted(try await session(for: body, at: prompt.origin))
    } catch {
      switch error {
      case .refused(HubErrorCode.authorizationPending.rawValue): return .pending
      case .refused(HubErrorCode.slowDown.rawValue): return .slowDown
      default: throw error
      }
    }
  }

  /// Fetches the session of a code that came through a browser.
  func exchange(
    _ code: String, _ request: AuthorizationRequest
  ) async throws(IdentityError) -> GrantedSession {
    try await session(for: request.body(for: code), at: request.origin)
  }

  private func session(
    for body: [UInt8], at origin: HTTPOrigin
  ) async throws(IdentityError) -> GrantedSession {
    let answer = try await post("/oauth/token", body, to: origin)
    guard let bearer = answer["access_token"]?.text, let handle = answer["revoke_handle"]?.text,
      let session = answer["session_id"]?.text.flatMap(SessionID.init(_:))
    else { throw .invalidResponse }
    return GrantedSession(session: session, bearer: bearer, revokeHandle: handle)
  }

  private func post(
    _ path: String, _ body: [UInt8], to origin: HTTPOrigin
  ) async throws(IdentityError) -> JSONNode {
    let request = HTTPRequest(
      method: .post, path: path, headers: ["Content-Type": "application/json"], body: body)
    let response: HTTPResponse
    do { response = try await http.send(request, to: origin) } catch { throw .unreachable(error) }
    let bytes = response.bytes ?? []
    guard response.status == 200 else {
      throw .refused(code: HubErrorBody(json: bytes)?.code ?? "http_\(response.status)")
    }
    do { return try JSONNode.parse(bytes) } catch { throw .invalidResponse }
  }
}
