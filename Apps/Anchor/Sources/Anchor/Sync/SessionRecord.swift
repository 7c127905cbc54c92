import AnchorModel
import HubContracts
import PersonalSyncKit

/// A session as the Hub knows it, and back.
///
/// Source: docs/protocol/privacy.md, contract `focusSession` of domain `anchor`.
enum SessionRecord {
  /// What the Hub is told of a session as it is now.
  ///
  /// One that runs or is paused need not travel: another device could do nothing with it, and
  /// would count it as over should this one never come back. So it has no record until it ends.
  static func change(for session: FocusSession) -> RecordChange {
    if session.isActive { return deletion(of: session) }
    let facts = SessionFacts(of: session)
    return .upsert(
      recordID(of: session.id),
      FocusSessionFacts(
        startedAt: Minute(facts.startedAt), endedAt: facts.endedAt.map { Minute($0) },
        focusedMinutes: facts.focusedMinutes, completed: facts.isCompleted),
      detail: SessionDetail(of: session).map { DetailDraft($0) },
      occurredAt: Minute(facts.startedAt))
  }

  static func deletion(of session: FocusSession) -> RecordChange {
    .delete(.anchor, recordID(of: session.id), occurredAt: Minute(session.startedAt))
  }

  static func recordID(of id: AnchorModel.SessionID) -> RecordID {
    RecordID(type: FocusSessionFacts.contract.record.type, uuid: id.description)
  }

  /// Nil for a record of another kind, such as a day's summary.
  static func sessionID(of record: RecordID) -> AnchorModel.SessionID? {
    guard record.type == FocusSessionFacts.contract.record.type else { return nil }
    return AnchorModel.SessionID(String(record.description.suffix(36)))
  }

  /// The session that a detail tells of; nil where there is none or this program cannot read it.
  static func session(
    _ id: AnchorModel.SessionID, in detail: [UInt8]?, over held: FocusSession?
  ) -> FocusSession? {
    detail.flatMap(SessionDetail.init(opened:))?.session(id, importBatch: held?.importBatch)
  }

  /// The facts of a record; nil where they are of another type.
  ///
  /// A contract says nothing about how facts fit together. An end before the start is taken as the
  /// start, and "completed" without an end as not completed, rather than lose the session.
  static func facts(of body: RecordBody) -> SessionFacts? {
    guard let read = body.checkedFacts(as: FocusSessionFacts.self) else { return nil }
    let start = read.startedAt.instant
    let end = read.endedAt.map { max(start, $0.instant) }
    return SessionFacts(
      startedAt: start, endedAt: end, focusedMinutes: read.focusedMinutes,
      isCompleted: read.completed && end != nil)
  }
}

extension Minute {
  init(_ instant: Instant) { self.init(containingMilliseconds: instant.milliseconds) }

  /// The start of the minute.
  var instant: Instant { Instant(clamping: milliseconds) }
}
