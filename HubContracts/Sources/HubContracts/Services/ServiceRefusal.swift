import ToolboxJSON

/// Why a service does not answer a Hub's request; a code is never renamed or reused.
///
/// docs/protocol/service-binding.md, "Refusals", lists them; a test compares.
public enum ServiceRefusal: String, Error, Sendable, CaseIterable {
  /// The body is larger than ``ServiceLimits/requestBytesMax``; nothing of it was looked at.
  case tooLarge = "too_large"
  /// Not signed by a Hub that this service knows.
  case badSignature = "bad_signature"
  /// Signed, but no request as this protocol has it, or sent to another target than it names.
  case malformed
  /// Made for another service.
  case wrongAudience = "wrong_audience"
  /// Made too long ago, or in what is the future here.
  case stale
  /// Seen before.
  case replayed
  /// None of the service's people has connected this id.
  case unknownLink = "unknown_link"
  /// The service does not perform such an action.
  case unknownAction = "unknown_action"
  /// The parameters do not keep the action's contract.
  case contractViolation = "contract_violation"
  /// The id stands for another action already (ACT-03).
  case actionIDReused = "action_id_reused"
  /// The service has a problem of its own; the same may be asked again later.
  case unavailable

  public var status: Int {
    switch self {
    case .malformed: 400
    case .badSignature, .stale: 401
    case .wrongAudience: 403
    case .unknownLink: 404
    case .replayed, .actionIDReused: 409
    case .tooLarge: 413
    case .unknownAction, .contractViolation: 422
    case .unavailable: 503
    }
  }

  /// An answer's body.
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("error") { json in
          json.object { json in json.member("code", rawValue) }
        }
      }
    }
  }

  /// The refusal that a body says; nil for any other body, and for a code that this program does not know.
  public init?(json body: [UInt8]) {
    do throws(JSONError) {
      guard case .string(let code) = try JSONNode.parse(body)["error"]?["code"]?.value else {
        return nil
      }
      self.init(rawValue: code)
    } catch { return nil }
  }
}
