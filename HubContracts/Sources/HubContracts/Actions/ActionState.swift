/// Where an action stands; words of the wire, never renamed.
public enum ActionState: String, Sendable, CaseIterable {
  /// Waits for the person to confirm it on the Hub's page.
  case proposed
  /// Approved; waits for the app.
  case queued
  /// An app has it and decides.
  case leased
  /// The app has done it.
  case applied
  /// The person said no.
  case declined
  /// The person took it back before an app had it.
  case cancelled
  /// The app could not do it; ``ActionRefusal`` says why.
  case rejected
  /// Nobody did it in time.
  case expired
  /// The app is asked to take it back.
  case undoRequested = "undo_requested"
  case undone
  /// It was not taken back; ``ActionRefusal`` says why.
  case undoRefused = "undo_refused"

  /// Whether an app may still do it.
  public var isOpen: Bool {
    switch self {
    case .proposed, .queued, .leased: true
    case .applied, .declined, .cancelled, .rejected, .expired, .undoRequested, .undone,
      .undoRefused:
      false
    }
  }
}

/// Why an app did not do what it was asked; a closed list, so that no app sends words of its own.
public enum ActionRefusal: String, Sendable, CaseIterable {
  /// The app's rules do not allow it as things stand.
  case notPossible = "not_possible"
  /// What it is about was changed after the moment that it was made for (ACT-11).
  case changedSince = "changed_since"
  /// What it is about is not there.
  case notFound = "not_found"
  /// It was so already.
  case alreadyDone = "already_done"
  /// The person said no in the app.
  case declined
  /// It reached the app too late (ACT-08).
  case expired
  /// The app could not save it.
  case failed
}
