import HubContracts
import PersonalSyncKit
import ToolboxSQLite
import ToolboxSQLiteTesting

/// What broke; the message says which promise and where.
public enum Broken: Error, CustomStringConvertible {
  case promise(String)

  public var description: String {
    switch self {
    case .promise(let text): text
    }
  }
}

/// A device of a ``World`` and what the world knows about it.
final class WorldDevice {
  /// An edit as it was made here.
  struct Edit: Hashable {
    var record: RecordID
    /// Nil for a delete.
    var minutes: Int?
  }

  /// An edit with the stamp that the journal gave it.
  struct StampedEdit {
    var edit: Edit
    var stamp: Stamp
  }

  /// What a device has of a record, made here or elsewhere.
  struct Holding {
    var record: RecordID
    var stamp: Stamp
    var isDelete: Bool
  }

  /// What the world knows of a device at the moment of a backup, and the backup.
  struct Backup {
    fileprivate let files: FaultyDisk.Copy
    fileprivate let notes: Set<NoteStore.Note>
    fileprivate let edits: [RecordID: [StampedEdit]]
    fileprivate let holdings: [RecordID: Holding]
    fileprivate let refused: [Edit]
    fileprivate let cursor: Int64
  }

  let name: String
  let device: TestDevice
  let clock: SkewedClock
  /// Set once, when the device is connected.
  var owner: AccountID?
  var lastCursor: Int64 = 0
  var sessionChanges = 0
  /// Whether a fault is armed or has just happened, so that errors of the store are no finding.
  var isDiskFaulty = false
  var backup: Backup?
  private(set) var wasRestored = false
  /// The edits of each record, oldest first.
  private(set) var edits: [RecordID: [StampedEdit]] = [:]
  /// What this device had when the Hub was last restored.
  private var holdings: [RecordID: Holding] = [:]
  /// Edits that threw while the disk was faulty.
  private var doubtful: [Edit] = []
  /// Edits that a faulty disk refused.
  ///
  /// Written behind the end of the log and never synced, they may be found in a copy of the files.
  private var refused: [Edit] = []
  private var readBodies: [[UInt8]: Edit] = [:]

  init(name: String, device: TestDevice, clock: SkewedClock) {
    self.name = name
    self.device = device
    self.clock = clock
  }

  /// Whose it is: what stands before the hyphen.
  var person: String { String(name.prefix { $0 != "-" }) }

  func save(_ record: RecordID, _ minutes: Int?) async throws {
    try await finishSave()
    let edit = Edit(record: record, minutes: minutes)
    do throws(JournalError) {
      try await device.store.save(
        record, minutes: minutes, nowMilliseconds: clock.nowMilliseconds)
    } catch {
      guard isDiskFaulty else { throw error }
      doubtful.append(edit)
      return
    }
    try await note(edit)
  }

  /// Whether an edit is in the app's store and not yet in the outbox.
  var isSaving: Bool { begun != nil }
  private var begun: Edit?

  /// The first half of an edit of an app whose store is not SQLite: its own save.
  func beginSave(_ record: RecordID, _ minutes: Int?) async throws {
    try await finishSave()
    if minutes == nil, let store = device.store as? DetachedNoteStore {
      try await store.detached.willDelete(NoteStore.change(record, nil))
    }
    try await device.store.put([record: minutes])
    begun = Edit(record: record, minutes: minutes)
  }

  /// The second half of ``beginSave(_:_:)``: its place in the outbox.
  func finishSave() async throws {
    guard let edit = begun, !isDiskFaulty else { return }
    begun = nil
    try await device.runtime.enqueue(NoteStore.change(edit.record, edit.minutes))
    try await note(edit)
  }

  /// What the app does at its start; returns how many edits were found.
  func catchUp() async throws -> Int {
    let found = try await device.catchUp()
    guard let edit = begun else { return found }
    begun = nil
    try await note(edit)
    return found
  }

  private func note(_ edit: Edit) async throws {
    guard let waiting = try await waiting(edit.record) else {
      // Made and deleted before the Hub heard of it: there is nothing to follow.
      edits[edit.record] = nil
      holdings[edit.record] = nil
      return
    }
    edits[edit.record, default: []].append(StampedEdit(edit: edit, stamp: waiting.stamp))
  }

  /// Finds out what became of the edits that threw.
  ///
  /// Refused by a disk that goes on, an edit is not there. Where the device stopped in the middle it may
  /// be there, and is then an edit like any other.
  func settleDoubts(afterStop isAfterStop: Bool) async throws {
    defer {
      refused += doubtful
      doubtful = []
    }
    for edit in doubtful {
      let isThere = try await holds(edit)
      guard isThere || device.form == .detached else { continue }
      guard isAfterStop || device.form == .detached else {
        throw Broken.promise("\(name) stored an edit that it refused")
      }
      // The app's file and the journal are two: the person says it once more.
      if device.form == .detached {
        let minutes = try await device.store.notes().first { $0.id == edit.record }?.minutes
        guard minutes == edit.minutes else { continue }
        try await device.store.save(
          edit.record, minutes: minutes, nowMilliseconds: clock.nowMilliseconds)
      }
      if try await holds(edit) { try await note(edit) }
    }
  }

  private func holds(_ edit: Edit) async throws -> Bool {
    guard let waiting = try await waiting(edit.record) else {
      let wasKnown = edits[edit.record]?.last?.edit.minutes != nil
      let isGone = try await !device.store.notes().contains { $0.id == edit.record }
      return edit.minutes == nil && wasKnown && isGone
    }
    // Not what waits anew because the Hub has lost it.
    return waiting.edit == edit && waiting.stamp != edits[edit.record]?.last?.stamp
  }

  // MARK: - Backups

  func backUp() async throws {
    backup = Backup(
      files: device.disk.copy(), notes: try await device.store.notes(), edits: edits,
      holdings: holdings, refused: refused, cursor: lastCursor)
  }

  /// Goes back to a backup; edits made since are gone, unless they had reached the Hub.
  func restore(_ backup: Backup) async throws {
    device.disk.restart(from: backup.files)
    try device.relaunch()
    try await putBack(backup.notes)
    (edits, holdings) = (backup.edits, backup.holdings)
    (lastCursor, wasRestored) = (backup.cursor, true)
    refused = backup.refused
    for edit in refused where try await holds(edit) { try await note(edit) }
  }

  /// The part of a backup that is in no database.
  private func putBack(_ notes: Set<NoteStore.Note>) async throws {
    guard device.form == .detached else { return }
    var changes = [RecordID: Int?](
      uniqueKeysWithValues: try await device.store.notes().map { ($0.id, nil) })
    for note in notes { changes[note.id] = .some(note.minutes) }
    try await device.store.put(changes)
    try await device.catchUp()
  }

  // MARK: - Over a restore of the Hub

  /// Notes what the device knows of each record, as the Hub is about to be put back to a backup.
  func noteHoldings() async throws {
    let deleted = LocalEdit.deletedFingerprint
    let known = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT record, coalesce(lost_ms, modified_ms), fingerprint, lost_ms IS NULL FROM sync_record"
      ) {
        Holding(
          record: $0.text(0), milliseconds: $0.integer(1),
          isDelete: $0.integer(3) == 1 && $0.blob(2) == deleted)
      }
    }
    for holding in known { holdings[holding.record] = holding }
  }

  /// All that must not be lost: every edit that was made here, and what came from elsewhere.
  var answersFor: [Holding] {
    edits.values.joined().map {
      Holding(record: $0.edit.record, stamp: $0.stamp, isDelete: $0.edit.minutes == nil)
    } + holdings.values
  }

  /// Whether a comparison with the whole feed is under way.
  func isComparing() async throws -> Bool {
    guard !device.disk.isStopped else { return false }
    return try await number("SELECT count(*) FROM sync_reconcile WHERE kind IS NOT NULL") > 0
  }

  /// Lets the errors pass that the world's own faults cause; any other is a finding.
  func expect(_ error: SyncError) throws {
    switch error {
    case .unreachable, .hubRefused, .invalidResponse, .signInNeeded, .applyFailed: return
    case .sessionChanged: sessionChanges += 1
    case .journal where isDiskFaulty: return
    case .ownership, .journal, .hubKeyChanged, .hubWentBack, .recursiveSynchronize:
      throw Broken.promise("\(person)'s pass failed with \(error.code)")
    }
  }

  /// Whose the store says that it is.
  func owningAccount() async throws -> AccountID? {
    let journal = device.store.journal
    return try await device.store.pool.read { (transaction) throws(JournalError) in
      try journal.owner(transaction)?.account
    }
  }

  func cursor() async throws -> Int64 {
    try await number("SELECT coalesce(max(cursor), 0) FROM sync_position")
  }

  /// The epoch under which the feed was last read.
  func epoch() async throws -> Int64 {
    try await number("SELECT coalesce(max(epoch), 1) FROM sync_position")
  }

  func inFlightCount() async throws -> Int64 {
    try await number("SELECT count(*) FROM sync_in_flight")
  }

  func parkedCount() async throws -> Int64 {
    try await number("SELECT count(*) FROM sync_parked")
  }

  private func waiting(_ record: RecordID) async throws -> StampedEdit? {
    let row = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT modified_ms, body FROM sync_outbox WHERE record = ?", .text(record.description)
      ) { (stamp: Stamp(milliseconds: $0.integer(0)), body: $0.blob(1)) }
    }
    guard let row else { return nil }
    return StampedEdit(edit: try read(row.body, of: record), stamp: row.stamp)
  }

  /// What the journal keeps of edits of `records`: waiting, on their way, refused or beaten.
  func keptEdits(of records: Set<RecordID>) async throws -> Set<Edit> {
    let rows = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        """
        SELECT record, body FROM sync_outbox UNION ALL SELECT record, body FROM sync_in_flight
        UNION ALL SELECT record, body FROM sync_quarantine
        UNION ALL SELECT record, local_body FROM sync_conflict
        """
      ) { ($0.text(0), $0.blob(1)) }
    }
    let wanted = Dictionary(
      records.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
    var kept = Set<Edit>()
    for (text, body) in rows {
      guard let record = wanted[text] else { continue }
      kept.insert(try read(body, of: record))
    }
    return kept
  }

  /// What a kept body says.
  ///
  /// The same bodies are looked at after every step, so each is read once.
  private func read(_ body: [UInt8], of record: RecordID) throws -> Edit {
    if let edit = readBodies[body], edit.record == record { return edit }
    let edit = try Edit(record, body)
    readBodies[body] = edit
    return edit
  }

  /// Records with an edit that waits or is on its way.
  func waitingRecords() async throws -> Set<RecordID> {
    let rows = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT record FROM sync_outbox UNION SELECT record FROM sync_in_flight"
      ) { $0.text(0) }
    }
    return Set(rows.compactMap(RecordID.init))
  }

  /// Records with an edit that waits, or is on its way under none of `keys`.
  func waitingRecords(notUnder keys: Set<IdempotencyKey>) async throws -> Set<RecordID> {
    let rows = try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT record, NULL FROM sync_outbox UNION ALL SELECT record, key FROM sync_in_flight"
      ) { ($0.text(0), $0.optionalBlob(1)) }
    }
    return Set(
      rows.compactMap { record, key in
        if let key = key.flatMap(IdempotencyKey.init(bytes:)), keys.contains(key) { return nil }
        return RecordID(record)
      })
  }

  func leftovers() async throws -> Int64 {
    try await number(
      """
      SELECT (SELECT count(*) FROM sync_outbox) + (SELECT count(*) FROM sync_in_flight)
        + (SELECT count(*) FROM sync_quarantine) + (SELECT count(*) FROM sync_parked)
      """)
  }

  func conflicts() async throws -> [KeptConflict] {
    let journal = device.store.journal
    return try await device.store.pool.read { (transaction) throws(JournalError) in
      try journal.conflicts(transaction)
    }
  }

  private func number(_ sql: StaticString) async throws -> Int64 {
    try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(sql) { $0.integer(0) } ?? 0
    }
  }
}

extension WorldDevice.Holding {
  fileprivate init(record text: String, milliseconds: Int64, isDelete: Bool) {
    guard let record = RecordID(text) else { preconditionFailure("a journal names its records") }
    self.init(record: record, stamp: Stamp(milliseconds: milliseconds), isDelete: isDelete)
  }
}

extension WorldDevice.Edit {
  init(_ record: RecordID, _ body: [UInt8]) throws {
    guard body != RecordBody.tombstone else {
      self.init(record: record, minutes: nil)
      return
    }
    self.init(record: record, minutes: try Self.minutes(of: body))
  }

  static func minutes(of body: [UInt8]) throws -> Int {
    let record = try RecordBody.read(body, domain: .anchor)
    return try FocusSessionFacts.contract.decode(record.facts).focusedMinutes
  }
}

extension IdentityError {
  /// Whether the world's own faults explain it; `isDiskFaulty` where they include the disk.
  func isExplained(isDiskFaulty: Bool) -> Bool {
    switch self {
    case .unreachable, .refused, .invalidResponse, .sessionChanged: true
    case .secrets, .journal: isDiskFaulty
    case .address, .hubKeyChanged, .differentAccount: false
    }
  }
}
