/// What the Hub may know about a session: times in whole minutes and a flag, no words.
///
/// Source: docs/protocol/privacy.md, contract `focusSession` of domain `anchor`.
public struct SessionFacts: Equatable, Sendable {
  public static let focusedMinutesMax = 1_440

  /// The whole UTC minute in which the session started.
  public let startedAt: Instant
  /// The whole UTC minute in which it ended; nil until then.
  public let endedAt: Instant?
  /// Whole minutes of focus, rounded down: 0…1,440.
  ///
  /// Of an unfinished session, only what is banked, so that facts change with what the person does
  /// and not with the clock.
  public let focusedMinutes: Int
  public let isCompleted: Bool

  /// Facts that were received, cut to whole minutes.
  ///
  /// Nil for what no session gives: an end before the start, minutes out of range, or completed
  /// without an end.
  public init?(startedAt: Instant, endedAt: Instant?, focusedMinutes: Int, isCompleted: Bool) {
    let start = startedAt.wholeMinute
    guard (0...Self.focusedMinutesMax).contains(focusedMinutes),
      endedAt.map({ $0.wholeMinute >= start }) ?? !isCompleted
    else { return nil }
    self.startedAt = start
    self.endedAt = endedAt?.wholeMinute
    self.focusedMinutes = focusedMinutes
    self.isCompleted = isCompleted
  }

  /// The facts that a session gives.
  public init(of session: FocusSession) {
    startedAt = session.startedAt.wholeMinute
    endedAt = session.endedAt?.wholeMinute
    focusedMinutes = min(session.bankedSeconds / 60, Self.focusedMinutesMax)
    isCompleted = session.isCompleted
  }

  /// The session `id` as this device should hold it after receiving these facts.
  ///
  /// Facts never blank or round what is known here: where a fact is what `local` itself would
  /// give, the exact value stays; only a fact that differs is taken. Words, plan, pauses and
  /// import batch always stay. `local` is the session of that id in the store; nil makes one of
  /// facts only. The result gives these facts again, so merging twice changes nothing more.
  public func merged(into local: FocusSession?, id: SessionID) -> FocusSession {
    guard var session = local else {
      let phase: FocusSession.Phase =
        if let endedAt {
          .finished(at: endedAt, reason: isCompleted ? .completed : nil)
        } else {
          .openElsewhere
        }
      return FocusSession(
        holding: id, startedAt: startedAt, plannedSeconds: 0, bankedSeconds: focusedMinutes * 60,
        phase: phase, detail: .factsOnly)
    }
    let known = SessionFacts(of: session)
    if startedAt != known.startedAt { session.startedAt = startedAt }
    if focusedMinutes != known.focusedMinutes { session.bankedSeconds = focusedMinutes * 60 }
    if endedAt != known.endedAt || isCompleted != known.isCompleted {
      session.phase = phase(replacingThatOf: session, known: known)
    }
    return session
  }

  private func phase(
    replacingThatOf session: FocusSession, known: SessionFacts
  ) -> FocusSession.Phase {
    guard let endedAt else { return .openElsewhere }
    let end = endedAt == known.endedAt ? session.endedAt ?? endedAt : endedAt
    // Facts tell completed from not completed; which of the two others it was, only we may know.
    let isReasonKnown = session.isFinished && isCompleted == known.isCompleted
    let reason = isReasonKnown ? session.endReason : isCompleted ? .completed : nil
    // An exact start that was kept may lie some seconds after the whole minute of the end.
    return .finished(at: max(session.startedAt, end), reason: reason)
  }
}
