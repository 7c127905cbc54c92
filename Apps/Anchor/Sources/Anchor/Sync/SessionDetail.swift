import AnchorModel
import PersonalSyncKit

/// What of a session only the person's own devices may know: its words, its exact times and its plan.
///
/// Source: docs/protocol/privacy.md, contract `focusSession` of domain `anchor`. An import batch stays
/// on the device that made it: taking an import back is that device's.
struct SessionDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case startedAt, endedAt, focusedSeconds, plannedSeconds, outcome, pauses, title, tags, notes
  }

  struct Pause: Codable, Equatable {
    let from: Int64
    let to: Int64
  }

  /// Seconds since 1970 UTC, as are all times here.
  let startedAt: Int64
  let endedAt: Int64
  let focusedSeconds: Int
  let plannedSeconds: Int
  let outcome: String?
  let pauses: [Pause]
  let title: String
  let tags: [String]
  let notes: String

  /// Nil for a session that has not ended, or of which this device knows facts only.
  init?(of session: FocusSession) {
    guard session.detail == .full, let end = session.endedAt else { return nil }
    startedAt = session.startedAt.wholeSeconds
    endedAt = end.wholeSeconds
    focusedSeconds = session.bankedSeconds
    plannedSeconds = session.plannedSeconds
    outcome = session.endReason?.rawValue
    pauses = session.pauses.map { Pause(from: $0.from.wholeSeconds, to: $0.to.wholeSeconds) }
    title = session.words.title
    tags = session.words.tags
    notes = session.words.notes
  }

  /// The session that was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func session(_ id: SessionID, importBatch: ImportBatchID?) -> FocusSession? {
    guard let start = Instant(wholeSeconds: startedAt), let end = Instant(wholeSeconds: endedAt)
    else { return nil }
    var reason: FocusSession.EndReason?
    if let outcome {
      guard let known = FocusSession.EndReason(rawValue: outcome) else { return nil }
      reason = known
    }
    var pauses: [FocusSession.Pause] = []
    for pause in self.pauses {
      guard let from = Instant(wholeSeconds: pause.from), let to = Instant(wholeSeconds: pause.to),
        let pause = FocusSession.Pause(from: from, to: to)
      else { return nil }
      pauses.append(pause)
    }
    let words: SessionWords
    do throws(SessionRefusal) {
      words = try SessionWords(title: title, tags: tags, notes: notes)
    } catch { return nil }
    return FocusSession(
      id: id, startedAt: start, plannedSeconds: plannedSeconds, bankedSeconds: focusedSeconds,
      phase: .finished(at: end, reason: reason), pauses: pauses, words: words,
      importBatch: importBatch)
  }
}
