import HubContracts
import ToolboxSQLite

/// A version made elsewhere, as it came and as it was read, and what both sides began from.
struct Meeting {
  var remote: RemoteChange
  var change: Change
  var base: [UInt8]?
  /// Whether this device has seen a newer detail of the record: then an edit that waits stays.
  var isRolledBack = false
}

extension Journal {
  /// Settles a change with the edit of its record that waits, if any; returns what the app has to save.
  func settle(
    _ meeting: Meeting, with waiting: LocalEdit?, _ nowMilliseconds: Int64,
    _ counts: inout ApplyCounts, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> RemoteChange? {
    guard let local = waiting else { return meeting.remote }
    let content = meeting.remote.content
    let isFrozen = vocabulary.freezes(
      local.operation == .upsert ? local.body : content.body, local.domain)
    var resolution = ConflictRule.resolve(
      local, meeting.change, remote: content, isContentFrozen: isFrozen)
    if resolution == .keepLocal, wouldTakeDetail(local, from: meeting) { resolution = .takeRemote }
    if meeting.isRolledBack, resolution == .takeRemote { resolution = .keepLocal }
    switch resolution {
    case .same:
      try forget(meeting.change, transaction)
      return meeting.remote
    case .sameButLater: return nil
    case .keepLocal, .takeRemote:
      counts.conflicts += 1
      let answer = isFrozen || meeting.isRolledBack ? nil : appsAnswer(meeting, local)
      switch answer ?? (resolution == .keepLocal ? .keepLocal : .takeRemote) {
      case .keepLocal:
        try keepLocal(local, over: meeting, nowMilliseconds, transaction)
        return nil
      case .takeRemote:
        try keep(local, meeting, winner: .remote, nowMilliseconds: nowMilliseconds, transaction)
        try forget(meeting.change, transaction)
        return meeting.remote
      case .merged(let merged):
        return try merge(merged, local, meeting, nowMilliseconds, transaction)
      }
    }
  }

  /// Whether an edit would leave a record without the detail that this device cannot read, however late it
  /// was made: then it is the edit that is kept aside.
  private func wouldTakeDetail(_ local: LocalEdit, from meeting: Meeting) -> Bool {
    meeting.remote.isDetailLocked && local.operation == .upsert && local.detail == nil
      && local.sealed(vocabulary) == nil
  }

  /// What the app's own rule says; nil where it has none or is not asked.
  private func appsAnswer(_ meeting: Meeting, _ local: LocalEdit) -> ConflictResolution? {
    // The rule sees facts: what it made of both would have neither's detail.
    guard let resolve, local.record.summaryDay == nil, local.detail == nil,
      meeting.remote.detail == nil
    else { return nil }
    var conflict = RecordConflict(
      domain: local.domain, record: local.record, localModifiedAt: local.modifiedAt,
      remote: meeting.remote.body, remoteModifiedAt: meeting.remote.modifiedAt)
    do throws(RecordRefusal) {
      if local.operation == .upsert {
        conflict.local = try vocabulary.read(local.body, local.domain)
      }
      if let base = meeting.base, base != RecordBody.tombstone {
        conflict.base = try vocabulary.read(base, local.domain)
      }
    } catch {
      // What cannot be read cannot be judged: the later one wins.
      return nil
    }
    return resolve(conflict)
  }

  private func keepLocal(
    _ local: LocalEdit, over meeting: Meeting, _ nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let change = meeting.change
    try keep(local, meeting, winner: .local, nowMilliseconds: nowMilliseconds, transaction)
    guard local.modifiedAt <= change.modifiedAt else { return }
    // Against the stamps, so it needs a new one: a third device that knows no such rule would take the
    // older one for overtaken.
    let stamp = try stamp(after: local, change, transaction)
    try transaction.run(
      "UPDATE sync_outbox SET modified_ms = ? WHERE domain = ? AND record = ?",
      .stamp(stamp), .domain(local.domain), .record(local.record))
  }

  /// Queues what the app made of both sides, on the Hub's version, and hands it over.
  private func merge(
    _ merged: RecordBody, _ local: LocalEdit, _ meeting: Meeting, _ nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> RemoteChange {
    let remote = meeting.remote
    try keepLostDetails(merged, local, meeting, nowMilliseconds, transaction)
    try forget(meeting.change, transaction)
    guard merged != remote.body else { return remote }
    let isLocalLater = local.modifiedAt > remote.modifiedAt
    let edit = LocalEdit(
      domain: local.domain, record: local.record, operation: .upsert,
      occurredAt: isLocalLater ? local.occurredAt : remote.occurredAt,
      modifiedAt: try stamp(after: local, meeting.change, transaction),
      body: merged.canonical)
    try put(edit, fingerprint: edit.fingerprint, transaction)
    return RemoteChange(
      domain: edit.domain, record: edit.record, version: remote.version,
      occurredAt: edit.occurredAt, modifiedAt: edit.modifiedAt, origin: device, body: merged)
  }

  /// Keeps each side whose sealed detail is not in what was made of both: the app could not read it.
  private func keepLostDetails(
    _ merged: RecordBody, _ local: LocalEdit, _ meeting: Meeting, _ nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if let detail = meeting.remote.body?.sealed, detail != merged.sealed {
      try keep(local, meeting, winner: .local, nowMilliseconds: nowMilliseconds, transaction)
    }
    if let detail = local.sealed(vocabulary), detail != merged.sealed {
      try keep(local, meeting, winner: .remote, nowMilliseconds: nowMilliseconds, transaction)
    }
  }

  private func keep(
    _ local: LocalEdit, _ meeting: Meeting, winner: KeptConflict.Winner, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try keep(
      local, meeting.change, detail: meeting.remote.detail, winner: winner,
      nowMilliseconds: nowMilliseconds, transaction)
  }

  /// Just later than both sides of a conflict.
  ///
  /// By no clock, so that two devices, or one that is asked twice, make the same of the same two sides.
  private func stamp(
    after local: LocalEdit, _ change: Change, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Stamp {
    let latest = max(local.modifiedAt, change.modifiedAt)
    let stamp = Stamp(milliseconds: min(latest.milliseconds + 1, SyncLimits.stampMax))
    try sawStamp(stamp, transaction)
    return stamp
  }
}
