import HubContracts
import ToolboxSQLite

/// What the journal keeps as a witness.
struct AuditKept: Sendable, Equatable {
  var checkpoint: SignedCheckpoint?
  var marks: [AuditMark]
  var alarm: AuditAlarm?
}

extension Journal {
  /// Pairs that do not fit are kept up to so many; the first ones say the most.
  static let auditEvidenceMax = 20

  func audit(_ transaction: borrowing Transaction) throws(JournalError) -> AuditKept {
    try inJournal { () throws(SQLiteError) in
      let marks = try transaction.all("SELECT size, link FROM sync_audit_mark ORDER BY size") {
        AuditMark(size: $0.integer(0), link: $0.blob(1))
      }
      return try transaction.first("SELECT note, alarm FROM sync_audit") {
        (row) throws(SQLiteError) in
        var checkpoint: SignedCheckpoint?
        if let note = row.optionalBlob(0) {
          guard let read = SignedCheckpoint(note: note) else { throw row.damaged() }
          checkpoint = read
        }
        return AuditKept(
          checkpoint: checkpoint, marks: marks,
          alarm: row.optionalText(1).flatMap(AuditAlarm.init(rawValue:)))
      } ?? AuditKept(checkpoint: nil, marks: marks, alarm: nil)
    }
  }

  /// How the chain stands, for a person; nil before the Hub has shown one.
  func auditStatus(_ transaction: borrowing Transaction) throws(JournalError) -> AuditStatus? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT size, checked_ms, alarm, alarm_ms, lost_from, lost_to, lost_ms,
          (SELECT count(*) FROM sync_audit_evidence), accepted_ms FROM sync_audit
        """
      ) { (row) throws(SQLiteError) in
        var lost: ClosedRange<Int64>?
        if let from = row.optionalInteger(4), let to = row.optionalInteger(5) {
          guard from <= to else { throw row.damaged() }
          lost = from...to
        }
        var status = AuditStatus(size: row.integer(0), checkedAtMilliseconds: row.integer(1))
        status.alarm = row.optionalText(2).flatMap(AuditAlarm.init(rawValue:))
        status.alarmSinceMilliseconds = row.optionalInteger(3)
        status.lost = lost
        status.lostAtMilliseconds = row.optionalInteger(6)
        status.evidence = Int(row.integer(7))
        status.acceptedAtMilliseconds = row.optionalInteger(8)
        return status
      }
    }
  }

  /// Keeps a checkpoint that fits; an alarm of before is over, and its evidence stays.
  ///
  /// - `lost`: entries that went with a restore; what was checked of the chain beyond them is forgotten.
  func accept(
    _ signed: SignedCheckpoint, lost: ClosedRange<Int64>?, nowMilliseconds now: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    let checkpoint = signed.checkpoint
    var marks = try audit(transaction).marks
    if let lost { marks.removeAll { $0.size >= lost.lowerBound } }
    marks.append(AuditMark(size: checkpoint.size, link: checkpoint.link))
    marks = WitnessRule.thinned(marks, size: checkpoint.size)
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_audit(one, note, size, checked_ms) VALUES(1, ?1, ?2, ?3)
        ON CONFLICT(one) DO UPDATE SET
          note = ?1, size = ?2, checked_ms = ?3, alarm = NULL, alarm_ms = NULL
        """, .blob(signed.note), .integer(checkpoint.size), .integer(now))
      if let lost {
        try transaction.run(
          "UPDATE sync_audit SET lost_from = ?, lost_to = ?, lost_ms = ?",
          .integer(lost.lowerBound), .integer(lost.upperBound), .integer(now))
      }
      try transaction.run("DELETE FROM sync_audit_mark")
      for mark in marks {
        try transaction.run(
          "INSERT INTO sync_audit_mark(size, link) VALUES(?, ?)", .integer(mark.size),
          .blob(mark.link))
      }
    }
  }

  /// Says that the checkpoint that was kept is still the newest.
  func endAuditAlarm(_ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run("UPDATE sync_audit SET alarm = NULL, alarm_ms = NULL")
    }
  }

  /// Lets what the Hub shows count from now on, as the person's own word: what was checked before is given
  /// up, and the next checkpoint is taken as the first was.
  ///
  /// What did not fit stays as evidence, and that it was accepted is told with it. False, with nothing
  /// changed, where nothing is wrong.
  public func acceptAudit(
    nowMilliseconds now: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        UPDATE sync_audit SET note = NULL, size = 0, alarm = NULL, alarm_ms = NULL, accepted_ms = ?
        WHERE alarm IS NOT NULL
        """, .integer(now))
      guard transaction.changes == 1 else { return false }
      try transaction.run("DELETE FROM sync_audit_mark")
      return true
    }
  }

  /// Keeps what does not fit; the checkpoint that was checked stays as it is.
  func sound(
    _ alarm: AuditAlarm, over offered: [UInt8]?, nowMilliseconds now: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    let kept = try audit(transaction).checkpoint?.note
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_audit(one, size, checked_ms, alarm, alarm_ms) VALUES(1, 0, ?1, ?2, ?1)
        ON CONFLICT(one) DO UPDATE SET alarm_ms = coalesce(alarm_ms, ?1), alarm = ?2
        """, .integer(now), .text(alarm.rawValue))
      guard let offered else { return }
      try transaction.run(
        """
        INSERT INTO sync_audit_evidence(found_ms, alarm, kept, offered)
        SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM sync_audit_evidence) < ?5
          AND NOT EXISTS(
            SELECT 1 FROM sync_audit_evidence WHERE alarm = ?2 AND kept IS ?3 AND offered = ?4)
        """,
        .integer(now), .text(alarm.rawValue), .optional(kept), .blob(offered),
        .integer(Self.auditEvidenceMax))
    }
  }

  /// What did not fit, the first first.
  public func auditEvidence(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [AuditEvidence] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        "SELECT alarm, found_ms, kept, offered FROM sync_audit_evidence ORDER BY number"
      ) { (row) throws(SQLiteError) in
        guard let alarm = AuditAlarm(rawValue: row.text(0)) else { throw row.damaged() }
        return AuditEvidence(
          alarm: alarm, foundAtMilliseconds: row.integer(1), kept: row.optionalBlob(2),
          offered: row.blob(3))
      }
    }
  }
}
