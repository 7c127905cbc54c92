import HubContracts
import ToolboxSQLite

extension Journal {
  /// Notes that the figures of `day` may have changed; call it where they are changed.
  public func summaryChanged(
    _ domain: Domain, _ day: Day, in transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_summary(domain, day, is_due) VALUES(?, ?, 1)
        ON CONFLICT(domain, day) DO UPDATE SET is_due = 1
        """,
        .domain(domain), .integer(day.number))
    }
  }

  /// The days whose summaries have changed and may be sent now, in order.
  public func dueSummaries(
    _ domain: Domain, today: Day, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> [Day] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        """
        SELECT day, sent_ms FROM sync_summary
        WHERE domain = ? AND is_due = 1 AND day BETWEEN ? AND ? ORDER BY day
        """,
        .domain(domain), .integer(today.number - SummarySchedule.daysBack),
        .integer(today.number + SummarySchedule.daysAhead)
      ) { (Day(number: $0.integer(0)), $0.optionalInteger(1)) }
      .filter { day, lastSent in
        SummarySchedule.isDue(
          day, today: today, lastSent: lastSent, nowMilliseconds: nowMilliseconds)
      }
      .map(\.0)
    }
  }

  /// Queues the summary of a day that ``dueSummaries(_:today:nowMilliseconds:_:)`` named.
  ///
  /// A summary that says what the Hub knows already is not queued and does not count as sent.
  public func enqueueSummary<Record: Facts>(
    _ day: Day, _ facts: Record, occurredAt: Minute, nowMilliseconds: Int64,
    in transaction: borrowing Transaction
  ) throws(JournalError) {
    let domain = Record.contract.record.domain
    let before = try pendingStamp(domain, .summary(day), transaction)
    try enqueue(
      .upsert(.summary(day), facts, occurredAt: occurredAt), nowMilliseconds: nowMilliseconds,
      in: transaction)
    let isQueued = try pendingStamp(domain, .summary(day), transaction) != before
    try settleSummary(domain, day, sentAt: isQueued ? nowMilliseconds : nil, transaction)
  }

  /// Leaves a day unsent, because this device does not know its exact figures.
  public func skipSummary(
    _ domain: Domain, _ day: Day, in transaction: borrowing Transaction
  ) throws(JournalError) {
    try settleSummary(domain, day, sentAt: nil, transaction)
  }

  private func settleSummary(
    _ domain: Domain, _ day: Day, sentAt milliseconds: Int64?, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        UPDATE sync_summary SET is_due = 0, sent_ms = coalesce(?, sent_ms)
        WHERE domain = ? AND day = ?
        """,
        .optional(milliseconds), .domain(domain), .integer(day.number))
    }
  }

  private func pendingStamp(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int64? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT modified_ms FROM sync_outbox WHERE domain = ? AND record = ?",
        .domain(domain), .record(record)
      ) { $0.integer(0) }
    }
  }
}
