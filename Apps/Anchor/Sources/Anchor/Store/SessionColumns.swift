import AnchorModel
import ToolboxSQLite

/// A session as the columns of a row, in the order of ``anchorSchema``.
struct SessionColumns {
  let id: SQLiteValue
  let started: SQLiteValue
  let planned: SQLiteValue
  let banked: SQLiteValue
  let phase: SQLiteValue
  let phaseSecond: SQLiteValue
  let reason: SQLiteValue
  let title: SQLiteValue
  let tags: SQLiteValue
  let notes: SQLiteValue
  let pauses: SQLiteValue
  let batch: SQLiteValue
  let isFull: SQLiteValue

  init(_ session: FocusSession) {
    id = .text(session.id.description)
    started = .second(session.startedAt)
    planned = .integer(session.plannedSeconds)
    banked = .integer(session.bankedSeconds)
    reason = .optional(session.endReason?.rawValue)
    switch session.phase {
    case .running(let since): (phase, phaseSecond) = (.text("running"), .second(since))
    case .paused(let since): (phase, phaseSecond) = (.text("paused"), .second(since))
    case .finished(let end, _): (phase, phaseSecond) = (.text("finished"), .second(end))
    case .openElsewhere: (phase, phaseSecond) = (.text("elsewhere"), .null)
    }
    title = .text(session.words.title)
    // A tag is one line, so a line holds one tag.
    tags = .text(session.words.tags.joined(separator: "\n"))
    notes = .text(session.words.notes)
    pauses = .text(
      session.pauses.map { "\($0.from.wholeSeconds)-\($0.to.wholeSeconds)" }
        .joined(separator: "\n"))
    batch = .optional(session.importBatch?.description)
    isFull = .integer(session.detail == .full ? 1 : 0)
  }

  /// The session of a row whose columns stand from `first` on; a row that is none is damage.
  static func read(
    _ row: borrowing Row, from first: Int32 = 0
  ) throws(SQLiteError) -> FocusSession {
    guard let id = SessionID(row.text(first)), let phase = phase(row, from: first),
      let pauses = pauses(row.text(first + 10)),
      let started = Instant(wholeSeconds: row.integer(first + 1))
    else { throw row.damaged() }
    let batch = row.optionalText(first + 11).flatMap(ImportBatchID.init(_:))
    let session = FocusSession(
      id: id, startedAt: started, plannedSeconds: Int(row.integer(first + 2)),
      bankedSeconds: Int(row.integer(first + 3)), phase: phase, pauses: pauses,
      words: try words(row, from: first), importBatch: batch,
      detail: row.integer(first + 12) == 1 ? .full : .factsOnly)
    guard let session else { throw row.damaged() }
    return session
  }

  private static func phase(
    _ row: borrowing Row, from first: Int32
  ) -> FocusSession.Phase? {
    let second = row.optionalInteger(first + 5).flatMap(Instant.init(wholeSeconds:))
    switch (row.text(first + 4), second) {
    case ("running", let since?): return .running(since: since)
    case ("paused", let since?): return .paused(since: since)
    case ("elsewhere", nil): return .openElsewhere
    case ("finished", let end?):
      guard let reason = row.optionalText(first + 6) else {
        return .finished(at: end, reason: nil)
      }
      return FocusSession.EndReason(rawValue: reason).map { .finished(at: end, reason: $0) }
    default: return nil
    }
  }

  private static func words(
    _ row: borrowing Row, from first: Int32
  ) throws(SQLiteError) -> SessionWords {
    let tags = row.text(first + 8)
    do throws(SessionRefusal) {
      return try SessionWords(
        title: row.text(first + 7), tags: tags.split(separator: "\n").map(String.init),
        notes: row.text(first + 9))
    } catch { throw row.damaged() }
  }

  private static func pauses(_ text: String) -> [FocusSession.Pause]? {
    var pauses: [FocusSession.Pause] = []
    for line in text.split(separator: "\n") {
      // A second before 1970 begins with a hyphen of its own.
      guard let hyphen = line.dropFirst().firstIndex(of: "-"),
        let from = Int64(line[..<hyphen]).flatMap(Instant.init(wholeSeconds:)),
        let to = Int64(line[line.index(after: hyphen)...]).flatMap(Instant.init(wholeSeconds:)),
        let pause = FocusSession.Pause(from: from, to: to)
      else { return nil }
      pauses.append(pause)
    }
    return pauses
  }
}

extension Instant {
  /// Seconds since 1970 UTC; every instant of a session is a whole second.
  var wholeSeconds: Int64 { wholeSecond.milliseconds / 1_000 }

  /// Nil outside the years 1 to 9999.
  init?(wholeSeconds seconds: Int64) {
    let (milliseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000)
    if isTooFar { return nil }
    self.init(milliseconds: milliseconds)
  }
}

extension SQLiteValue {
  static func second(_ instant: Instant) -> SQLiteValue { .integer(instant.wholeSeconds) }
}
