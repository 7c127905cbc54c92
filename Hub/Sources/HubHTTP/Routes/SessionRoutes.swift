import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxHTTP

/// `/v1/session…`, `/oauth/revoke` and `/.well-known/hub`: who a device is to the Hub, and who the Hub is.
///
/// Source: docs/protocol/identity.md, "The session statement".
public struct SessionRoutes: Sendable {
  static let bodyBytesMax = 1_024

  private let identity: IdentityService
  private let audit: AuditService

  public init(identity: IdentityService, audit: AuditService) {
    self.identity = identity
    self.audit = audit
  }

  public var routes: [Route] {
    [
      .device(
        .get, "/v1/session", isUse: false,
        summary: "The session's own statement, signed over the caller's nonce.",
        respond: statement
      ).described(Self.statementDescription),
      Route(
        .delete, "/v1/session", access: .open,
        summary: "End a session by its bearer or its revoke handle.", respond: signOut
      ).described(Self.signOutDescription),
      .device(
        .post, "/v1/session/rotate", body: .jsonOrForm(bytesMax: Self.bodyBytesMax), isUse: false,
        summary: "Offer the bearer that the session goes on with, as a hash.", respond: rotate
      ).described(Self.rotateDescription),
      .device(
        .put, AttentionCounts.path, body: .json(bytesMax: Self.bodyBytesMax),
        summary: "Say how much waits on the device for the person.", respond: attention
      ).described(Self.attentionDescription),
      Route(
        .post, "/oauth/revoke", access: .open, body: .jsonOrForm(bytesMax: Self.bodyBytesMax),
        summary: "End a session by its bearer or its revoke handle (RFC 7009).", respond: revoke
      ).described(Self.revokeDescription),
      Route(
        .get, HubStatement.path, access: .open,
        summary: "Who this Hub is, signed over the caller's nonce.", respond: hubStatement
      ).described(Self.hubStatementDescription),
    ]
  }

  /// Says whose session this is; the store is not bound by asking.
  ///
  /// Replies:
  /// - 200: a `SessionStatement`; `Hub-Signature` is the Ed25519 signature over exactly its bytes, and
  ///   `Hub-Audit` the newest checkpoint of the audit chain, so that the device sees it before it syncs.
  /// - 400: `Hub-Nonce` is not base64url of 32 bytes.
  private func statement(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    guard let nonce = Self.nonce(of: routed.request) else { return Self.nonceNeeded }
    var response = Self.signed(identity.statement(of: device.deviceSession, nonce: nonce))
    await audit.add(to: &response, for: device)
    return response
  }

  /// Ends a session, at once.
  ///
  /// Reads the credential itself, because a revoke handle is good for nothing else.
  ///
  /// Replies:
  /// - 204: the session is over; also where it was over before, so that it is safe to repeat.
  /// - 401: this was never a session's secret.
  /// - 429: this network has sent too many that ended nothing.
  private func signOut(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(StorageError) {
      let token = routed.request.bearer ?? ""
      return switch try await identity.revoke(token: token, from: routed.network) {
      case .over: HTTPResponse(status: 204)
      case .unknown:
        .error(.unauthorized, "Send the session's bearer or its revoke handle.")
      case .wait(let seconds): Self.tooManyRevocations(retryAfter: seconds)
      }
    } catch { return .failure(error) }
  }

  private static func tooManyRevocations(retryAfter seconds: Int) -> HTTPResponse {
    .error(
      .tooManyRequests, "Too many secrets that end nothing; try again later.",
      retryAfter: seconds)
  }

  /// Keeps the hash of the bearer that the client goes on with (SES-04).
  ///
  /// Both bearers are good until the first request with the new one, which retires the old.
  ///
  /// Replies:
  /// - 204: kept; the same request may be repeated, also when its answer was lost.
  /// - 400: `next` is no base64url of 32 bytes, or was a bearer before. Nothing was kept.
  private func rotate(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let text = try RequestFields(routed.request).required("next")
      do throws(StorageError) {
        guard let next = TokenHash(base64URL: text),
          try await identity.offerToken(next, to: device.deviceSession)
        else {
          return .error(
            .invalidRequest, "next must be base64url of the SHA-256 of a bearer never used.")
        }
        return HTTPResponse(status: 204)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  /// Keeps how much waits where the session's app is, in place of what it said before.
  ///
  /// Replies:
  /// - 204: kept; safe to repeat.
  /// - 400: nothing kept; the same body can never succeed.
  private func attention(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let counts = try AttentionCounts.read(routed.request.body)
      do throws(StorageError) {
        try await identity.setAttention(counts, of: device.deviceSession)
        return HTTPResponse(status: 204)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  /// Ends the session of a secret, at once, and tells nobody whether there was one.
  ///
  /// Replies:
  /// - 200: no session has this secret any more; the same for what never was one.
  /// - 400: there is no `token`.
  /// - 429: this network has sent too many that ended nothing.
  private func revoke(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let token = try RequestFields(routed.request).required("token")
      do throws(StorageError) {
        return switch try await identity.revoke(token: token, from: routed.network) {
        case .over, .unknown: HTTPResponse(status: 200)
        case .wait(let seconds): Self.tooManyRevocations(retryAfter: seconds)
        }
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  private func hubStatement(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let nonce = Self.nonce(of: routed.request) else { return Self.nonceNeeded }
    return Self.signed(identity.hubStatement(origin: routed.origin.text, nonce: nonce))
  }

  private static func nonce(of request: HTTPRequest) -> String? {
    let values = request.headers.values(of: SessionStatement.nonceHeader)
    guard values.count == 1, let nonce = values.first, nonce.utf8.count == 43,
      Base64URL.decode(nonce)?.count == 32
    else { return nil }
    return nonce
  }

  private static let nonceNeeded = HTTPResponse.error(
    .invalidRequest, "Send \(SessionStatement.nonceHeader): base64url of 32 random bytes.")

  private static func signed(_ statement: SignedStatement) -> HTTPResponse {
    var response = HTTPResponse.json(statement.bytes)
    response.headers[SessionStatement.signatureHeader] = statement.signature
    return response
  }
}
