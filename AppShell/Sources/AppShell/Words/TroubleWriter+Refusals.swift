import HubContracts
import PersonalSyncKit
import ToolboxHTTPClient

extension TroubleWriter {
  /// What the code of a failed pass means, as it was kept in the store.
  func trouble(failureCode code: String) -> Trouble {
    if code == HTTPClientError.tlsFailed.code { return trouble(SyncError.unreachable(.tlsFailed)) }
    if code.hasPrefix("http_client.") { return trouble(SyncError.unreachable(.cannotConnect)) }
    if code == SyncError.invalidResponse.code { return trouble(SyncError.invalidResponse) }
    if code == SyncError.hubKeyChanged.code { return trouble(SyncError.hubKeyChanged) }
    if code == SyncError.hubWentBack.code { return trouble(SyncError.hubWentBack) }
    if let ours = failureHere(code) { return ours }
    return refused(code, retryAfterSeconds: nil)
  }

  /// A failure that the Hub had no part in; nil for every other code.
  private func failureHere(_ code: String) -> Trouble? {
    struct NotSaved: Error {}
    if code == JournalError.diskFull.code { return trouble(SyncError.journal(.diskFull)) }
    if code == SyncError.applyFailed(NotSaved()).code {
      return trouble(SyncError.applyFailed(NotSaved()))
    }
    guard code.hasPrefix("journal.") else { return nil }
    return trouble(SyncError.journal(.unavailable(code: code)))
  }

  /// What the Hub's own refusals mean for a person.
  func refused(_ code: String, retryAfterSeconds seconds: Int?) -> Trouble {
    guard let known = HubErrorCode(rawValue: code) else {
      return Trouble(
        .hub, code, "The Hub answered with something unexpected (\(code)).",
        "Check the address; try again later. \(waitingIsSafe)")
    }
    let (kind, what, remedy) = words(known, seconds)
    return Trouble(kind, code, what, "\(remedy) \(waitingIsSafe)")
  }

  private func words(
    _ code: HubErrorCode, _ seconds: Int?
  ) -> (kind: Trouble.Kind, what: String, remedy: String) {
    let later = seconds.map { "Try again in \($0) s." } ?? "Try again later."
    switch code {
    case .accessDenied:
      return (
        .personNeeded, "The request was denied on the Hub's page.",
        "If that was a mistake, run \(command("connect URL")) again."
      )
    case .expiredToken:
      return (
        .personNeeded, "The code has run out before it was approved.",
        "Run \(command("connect URL")) again and type the new code."
      )
    case .invalidGrant:
      return (
        .personNeeded, "The Hub does not know this code any more.",
        "Run \(command("connect URL")) again and type the new code."
      )
    case .documentOwned:
      return (
        .personNeeded, "This store belongs to another account of that Hub, for ever.",
        "Sign in with that account, or give the other one a store of its own with --data DIR."
      )
    case .unauthorized:
      return (
        .personNeeded, "The Hub has ended this session.",
        "Sign in again with \(command("connect URL"))."
      )
    case .unknownClient, .unknownDomain, .forbidden:
      return (.hub, "That Hub does not know \(app.title).", "The Hub may need an update.")
    case .tooManyRequests, .tooManyStreams, .slowDown:
      return (.hub, "The Hub asks to be left alone for a while.", later)
    case .busy, .requestTimeout, .actionHeld, .actionNotReady:
      return (.hub, "The Hub is busy.", later)
    case .storageUnavailable:
      return (
        .hub, "The Hub cannot use its database now.", "Its owner has to look at it. \(later)"
      )
    case .storageFull: return (.hub, "The Hub's disk is full.", "Free some space there.")
    case .hubBug, .invalidAnswer:
      return (.hub, "The Hub made a mistake of its own.", "Its log says more. \(later)")
    case .notFound, .wrongHost, .methodNotSupported:
      return (.hub, "There is no Hub at this address.", "Check the address.")
    case .badRequest, .invalidJSON, .invalidRequest, .invalidDomain, .invalidRange,
      .invalidPagination, .unsupportedMediaType,
      .payloadTooLarge, .headersTooLarge, .crossSite, .ambiguousCredentials, .authorizationPending,
      .contractViolation, .unknownRecordType, .contentFrozen, .idempotencyKeyReused, .cursorExpired,
      .passkeyRefused, .unknownAction, .actionIDReused, .actionOver, .leaseLost, .undoUnavailable:
      return (
        .hub, "The Hub and \(app.title) do not understand each other (\(code.rawValue)).",
        "One of them may need an update."
      )
    }
  }
}
