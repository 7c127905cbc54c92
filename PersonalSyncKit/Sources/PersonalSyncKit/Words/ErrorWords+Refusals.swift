import HubContracts

extension ErrorWords {
  /// What the Hub's own code means; `seconds` is when it wants to be asked again.
  init(refusal code: String, after seconds: Int?) {
    let later = seconds.map { "Try again in \($0) s." } ?? "Try again later."
    guard let known = HubErrorCode(rawValue: code) else {
      self.init("The Hub answered with something unexpected.", "Check the address. \(later)", code)
      return
    }
    let (what, remedy) = Self.words(known, later)
    self.init(what, remedy, code)
  }

  private static func words(_ code: HubErrorCode, _ later: String) -> (String, String) {
    switch code {
    case .accessDenied: ("The request was denied on the Hub's page.", "Sign in again to ask anew.")
    case .expiredToken:
      ("The code ran out before it was approved.", "Sign in again and approve the new code.")
    case .invalidGrant:
      ("The Hub does not know this code any more.", "Sign in again and approve the new code.")
    case .documentOwned:
      (
        "This store belongs to another account of that Hub, for ever.",
        "Sign in with that account, or use another store."
      )
    case .unauthorized: ("The Hub has ended this session.", "Sign in again; what waits is kept.")
    case .unknownClient, .unknownDomain:
      (
        "That Hub was built without this app's contract.",
        "Run a Hub that was built from the same tree as the app."
      )
    case .forbidden: ("The Hub does not let this app do that.", "Connect the app anew.")
    case .tooManyRequests, .tooManyStreams, .slowDown:
      ("The Hub asks to be left alone for a while.", later)
    case .busy, .requestTimeout, .actionHeld, .actionNotReady: ("The Hub is busy.", later)
    case .storageUnavailable:
      ("The Hub cannot use its database now.", "Its owner has to look at it. \(later)")
    case .storageFull: ("The Hub's disk is full.", "Its owner has to free some space there.")
    case .hubBug, .invalidAnswer:
      ("The Hub made a mistake of its own.", "Its log says more. \(later)")
    case .notFound, .wrongHost, .methodNotSupported:
      ("There is no Hub at this address.", "Check the address.")
    case .badRequest, .invalidJSON, .invalidRequest, .invalidDomain, .invalidRange,
      .invalidPagination, .unsupportedMediaType, .payloadTooLarge, .headersTooLarge, .crossSite,
      .ambiguousCredentials, .authorizationPending, .contractViolation, .unknownRecordType,
      .contentFrozen, .idempotencyKeyReused, .cursorExpired, .passkeyRefused, .unknownAction,
      .actionIDReused, .actionOver, .leaseLost, .undoUnavailable:
      (
        "The Hub and this app do not understand each other.",
        "One of them may need an update; what waits is kept."
      )
    }
  }
}
