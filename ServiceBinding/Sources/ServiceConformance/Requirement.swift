/// What a service must do for a Hub; the name of each is never changed.
///
/// Source: docs/protocol/service-binding.md, "Requirements".
public enum Requirement: String, Sendable, CaseIterable {
  case answersDay = "SVC-01"
  case boundedAnswer = "SVC-02"
  case refusesUnsigned = "SVC-03"
  case refusesForgery = "SVC-04"
  case refusesReplay = "SVC-05"
  case refusesOldAndFuture = "SVC-06"
  case refusesOtherAudience = "SVC-07"
  case refusesOtherTarget = "SVC-08"
  case refusesTooLarge = "SVC-09"
  case refusesMalformed = "SVC-10"
  case refusesUnknownLink = "SVC-11"
  case keepsPeopleApart = "SVC-12"
  case refusesUnknownAction = "SVC-13"
  case refusesBrokenContract = "SVC-14"
  case performsOnce = "SVC-15"
  case refusesReusedID = "SVC-16"
  case refusesExpired = "SVC-17"
  case takesBack = "SVC-18"
  case keepsLaterChanges = "SVC-19"

  /// One sentence of what is demanded.
  public var demand: String {
    switch self {
    case .answersDay: "A signed request for a day is answered by the contract of the domain."
    case .boundedAnswer: "Answers are small, of JSON, and set no cookie."
    case .refusesUnsigned: "A request without a signature, or with two, is refused."
    case .refusesForgery: "A request that was changed, or signed by another key, is refused."
    case .refusesReplay: "A request that was answered is refused when it comes again."
    case .refusesOldAndFuture: "A request of a minute ago, or of the next, is refused."
    case .refusesOtherAudience: "A request made for another service is refused."
    case .refusesOtherTarget: "A request sent to another address than it names is refused."
    case .refusesTooLarge: "A body over the limit is refused before it is looked at."
    case .refusesMalformed: "Signed bytes that are no request are refused."
    case .refusesUnknownLink: "A link that nobody has is refused."
    case .keepsPeopleApart: "What one person has is neither shown to nor changed for another."
    case .refusesUnknownAction: "An action that there is not is refused."
    case .refusesBrokenContract: "Parameters that break an action's contract are refused."
    case .performsOnce: "The same intent, twenty at once and again later, is performed once."
    case .refusesReusedID: "An id that stands for another action is refused."
    case .refusesExpired: "An intent whose time is over is not begun."
    case .takesBack: "What an inverse names is taken back, once."
    case .keepsLaterChanges: "An inverse does not undo what was changed since."
    }
  }

  /// What a developer does where it is not met.
  public var remedy: String {
    switch self {
    case .answersDay:
      "Answer 200 with ServiceDay.json: the day that was asked for, the summary, items, performs."
    case .boundedAnswer:
      "Send Content-Type: application/json, at most 16,384 bytes, and no Set-Cookie."
    case .refusesUnsigned, .refusesForgery:
      "Check Hub-Signature over the raw body with the pinned key before anything else; answer 401 "
        + "bad_signature."
    case .refusesReplay:
      "Keep each nonce until its request is too old anyway; answer 409 replayed."
    case .refusesOldAndFuture:
      "Compare time with your own clock, 30 seconds both ways; answer 401 stale."
    case .refusesOtherAudience: "Compare audience with your own origin; answer 403 wrong_audience."
    case .refusesOtherTarget: "Compare target with the path of the request; answer 400 malformed."
    case .refusesTooLarge: "Stop at 4,096 bytes; answer 413 too_large."
    case .refusesMalformed:
      "Read strictly: no unknown member, no member twice, no text after the end; answer 400 malformed."
    case .refusesUnknownLink: "Answer 404 unknown_link, and do nothing."
    case .keepsPeopleApart:
      "Look every record up by the person of the link; a foreign one is rejected as not_found."
    case .refusesUnknownAction: "Answer 422 unknown_action."
    case .refusesBrokenContract: "Answer 422 contract_violation, and do nothing."
    case .performsOnce:
      "Keep the intent's id and result in the transaction of the effect, unique by person."
    case .refusesReusedID:
      "Compare action, parameters and precondition with those kept; answer 409 action_id_reused."
    case .refusesExpired: "Compare expiresAt with your clock; answer 200, rejected, expired."
    case .takesBack:
      "Give an inverse with its precondition, and perform it like any action, also when it comes twice."
    case .keepsLaterChanges:
      "Compare the precondition's version in the transaction; answer 200, rejected, changed_since."
    }
  }
}

/// How one requirement was met.
public struct Finding: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    case passed
    /// What was seen instead, in words of the protocol.
    case failed(String)
    /// Could not be tried; why.
    case skipped(String)
  }

  public let requirement: Requirement
  public let outcome: Outcome
}
