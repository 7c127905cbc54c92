import ToolboxJSON

/// Every code that the Hub can answer with; never renamed, never reused.
///
/// docs/protocol/errors.md lists them for people; a test compares.
public enum HubErrorCode: String, Sendable, CaseIterable {
  // The request cannot be understood. The same bytes can never succeed.
  case badRequest = "bad_request"
  case invalidJSON = "invalid_json"
  case invalidRequest = "invalid_request"
  case invalidDomain = "invalid_domain"
  case unknownDomain = "unknown_domain"
  case invalidRange = "invalid_range"
  case invalidPagination = "invalid_pagination"
  case unsupportedMediaType = "unsupported_media_type"
  case payloadTooLarge = "payload_too_large"
  case headersTooLarge = "headers_too_large"
  case methodNotSupported = "method_not_supported"
  case notFound = "not_found"
  case wrongHost = "wrong_host"
  case requestTimeout = "request_timeout"

  // Who asks, and what they may do.
  case unauthorized = "unauthorized"
  case forbidden = "forbidden"
  case crossSite = "cross_site"
  case ambiguousCredentials = "ambiguous_credentials"
  case tooManyRequests = "too_many_requests"

  // Device grant (RFC 8628 §3.5) and sign-in.
  case authorizationPending = "authorization_pending"
  case slowDown = "slow_down"
  case accessDenied = "access_denied"
  case expiredToken = "expired_token"
  case invalidGrant = "invalid_grant"
  case unknownClient = "unknown_client"
  case documentOwned = "document_owned"
  case passkeyRefused = "passkey_refused"

  // Sync.
  case contractViolation = "contract_violation"
  case unknownRecordType = "unknown_record_type"
  case contentFrozen = "content_frozen"
  case idempotencyKeyReused = "idempotency_key_reused"
  case cursorExpired = "cursor_expired"

  // Actions.
  case unknownAction = "unknown_action"
  case actionIDReused = "action_id_reused"
  case actionHeld = "action_held"
  case actionNotReady = "action_not_ready"
  case actionOver = "action_over"
  case leaseLost = "lease_lost"
  case undoUnavailable = "undo_unavailable"

  // The Hub itself.
  case busy
  case tooManyStreams = "too_many_streams"
  case storageFull = "storage_full"
  case storageUnavailable = "storage_unavailable"
  case hubBug = "hub.bug"
  /// An answer was made that HTTP cannot carry; a bug as well, seen by the server below.
  case invalidAnswer = "invalid_answer"

  public var status: Int {
    switch self {
    case .badRequest, .invalidJSON, .invalidRequest, .invalidDomain, .invalidRange,
      .invalidPagination, .ambiguousCredentials,
      .authorizationPending, .slowDown, .accessDenied, .expiredToken, .invalidGrant, .unknownClient,
      .contractViolation, .unknownRecordType, .contentFrozen, .idempotencyKeyReused:
      400
    case .unauthorized: 401
    case .forbidden, .crossSite: 403
    case .notFound, .unknownDomain, .unknownAction: 404
    case .requestTimeout: 408
    case .documentOwned, .actionIDReused, .actionHeld, .actionNotReady, .actionOver, .leaseLost,
      .undoUnavailable:
      409
    case .cursorExpired: 410
    case .payloadTooLarge: 413
    case .unsupportedMediaType: 415
    case .wrongHost: 421
    case .passkeyRefused: 422
    case .tooManyRequests: 429
    case .headersTooLarge: 431
    case .hubBug, .invalidAnswer: 500
    case .methodNotSupported: 501
    case .busy, .tooManyStreams, .storageUnavailable: 503
    case .storageFull: 507
    }
  }
}

/// The body of an answer that is not a success.
public struct HubErrorBody: Sendable, Equatable {
  public let code: String
  /// A sentence for a person; says nothing about the request's content.
  public let message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("error") { json in
          json.object { json in
            json.member("code", code)
            json.member("message", message)
          }
        }
      }
    }
  }

  /// Nil where the bytes are not an error of a Hub, as when a proxy answered.
  public init?(json bytes: [UInt8]) {
    guard bytes.count <= 65_536 else { return nil }
    let node: JSONNode
    do { node = try JSONNode.parse(bytes) } catch { return nil }
    guard let error = node["error"], case .string(let code) = error["code"]?.value,
      case .string(let message) = error["message"]?.value
    else { return nil }
    self.init(code: code, message: message)
  }
}
