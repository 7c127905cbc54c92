/// Sessions written down after the fact, and corrections.
extension FocusSession {
  /// A finished session that the person enters afterwards; all of its time was focus.
  ///
  /// - Throws: ``SessionRefusal/timesRefused(_:)`` for an end that is not at least a second after
  ///   the start or lies after `now`, or a span over ``recordedSecondsMax``.
  public static func log(
    _ id: SessionID, from start: Instant, to end: Instant, words: SessionWords, now: Instant
  ) throws(SessionRefusal) -> FocusSession {
    guard end.wholeSecond > start.wholeSecond else {
      throw .timesRefused(.endNotAfterStart(start: start, end: end))
    }
    guard end <= now else { throw .timesRefused(.inFuture(end, now: now)) }
    return try record(id, from: start, to: end, words: words, importBatch: nil)
  }

  /// A finished session from another program's file; it may be empty (end at start).
  ///
  /// - Throws: ``SessionRefusal/timesRefused(_:)`` for an end before the start, or a span over
  ///   ``recordedSecondsMax``.
  public static func record(
    _ id: SessionID, from start: Instant, to end: Instant, words: SessionWords,
    importBatch: ImportBatchID?
  ) throws(SessionRefusal) -> FocusSession {
    let (start, end) = (start.wholeSecond, end.wholeSecond)
    guard end >= start else {
      throw .timesRefused(.endNotAfterStart(start: start, end: end))
    }
    let seconds = end.seconds(since: start)
    guard seconds <= recordedSecondsMax else { throw .timesRefused(.tooLong(seconds: seconds)) }
    return FocusSession(
      holding: id, startedAt: start, plannedSeconds: 0, bankedSeconds: seconds,
      phase: .finished(at: end, reason: .completed), words: words, importBatch: importBatch)
  }

  /// The same under another id, for a session that is not stored yet.
  public func identified(as id: SessionID) -> FocusSession {
    FocusSession(
      holding: id, startedAt: startedAt, plannedSeconds: plannedSeconds,
      bankedSeconds: bankedSeconds, phase: phase, pauses: pauses, words: words,
      importBatch: importBatch, detail: detail)
  }

  /// Replaces title, tags and notes.
  ///
  /// - Throws: ``SessionRefusal/factsOnly(_:)``: what another device wrote is not here to edit.
  public mutating func rewrite(_ words: SessionWords) throws(SessionRefusal) {
    guard detail == .full else { throw .factsOnly(id) }
    self.words = words
  }
}
