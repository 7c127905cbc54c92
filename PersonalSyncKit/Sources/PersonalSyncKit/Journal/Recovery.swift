import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// What came of rebuilding a damaged journal.
public struct Recovery: Sendable, Equatable {
  /// Where the damaged bytes are kept, with `-wal` behind it for their log; never removed by the kit.
  public var copyPath: String
  /// The owner, where it could still be read; else the person says again whose the store is.
  public var owner: StoreOwner?
  /// Records of the store that wait to be compared with the Hub's.
  public var queued = 0
}

/// What could still be read of a damaged journal.
struct Salvage: Sendable {
  var document: DocumentID?
  var owner: StoreOwner?
  var boundMilliseconds: Int64 = 0
  /// Numbers of the domains of which this device holds the key.
  var sealing: [Int64] = []

  /// Reads what can be read; what cannot stays nil, because it is damaged.
  init(_ transaction: borrowing Transaction) {
    do throws(SQLiteError) {
      document =
        try transaction.first("SELECT document FROM sync_document") {
          DocumentID(bytes: $0.blob(0))
        } ?? nil
    } catch { document = nil }
    do throws(SQLiteError) {
      let found = try transaction.first("SELECT hub, hub_key, account, bound_ms FROM sync_owner") {
        (row) throws(SQLiteError) in
        guard let hub = HubID(bytes: row.blob(0)), let key = VerifyingKey(bytes: row.blob(1)),
          let account = AccountID(bytes: row.blob(2))
        else { throw row.damaged() }
        return (StoreOwner(hub: hub, hubKey: key, account: account), row.integer(3))
      }
      if let found { (owner, boundMilliseconds) = found }
    } catch { owner = nil }
    do throws(SQLiteError) {
      sealing = try transaction.all("SELECT domain FROM sync_sealing") { $0.integer(0) }
    } catch { sealing = [] }
  }

  init() {}
}

extension Journal {
  /// Makes the tables of a new journal and writes what is known from before into them.
  ///
  /// The store keeps its document and its owner where they are known, and is a new device: what the old
  /// one had on its way is not known any more. Nobody is signed in.
  static func remake(
    _ salvage: Salvage, install: InstallID?, random: any RandomBytes, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> Journal {
    guard let made = DocumentID(random.uuid()), let device = DeviceID(random.uuid()) else {
      preconditionFailure("a UUID is an id")
    }
    let names = Names(document: salvage.document ?? made, device: device, install: install)
    try inJournal { () throws(SQLiteError) in
      for step in journalSchemas.flatMap(\.steps) {
        try transaction.execute(script: step)
      }
      try transaction.execute(
        script: """
          CREATE TABLE IF NOT EXISTS schema_version(
            component TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL) STRICT
          """)
      for schema in journalSchemas {
        try transaction.run(
          "INSERT OR REPLACE INTO schema_version(component, version) VALUES(?, ?)",
          .text(schema.component), .integer(schema.steps.count))
      }
      try transaction.run(
        "INSERT INTO sync_document(one, document, device, install) VALUES(1, ?, ?, ?)",
        .blob(names.document.bytes), .blob(device.bytes), .optional(install?.bytes))
      // Above every generation of before, so that no grant of then is taken for one of now.
      try transaction.run("UPDATE sync_session SET generation = ?", .integer(nowMilliseconds))
      for domain in salvage.sealing {
        try transaction.run(
          "INSERT INTO sync_sealing(domain, opened_to, sealed_to) VALUES(?, '', '')",
          .integer(domain))
      }
      guard let owner = salvage.owner else { return }
      try transaction.run(
        "INSERT INTO sync_owner(one, hub, hub_key, account, bound_ms) VALUES(1, ?, ?, ?, ?)",
        .blob(owner.hub.bytes), .blob(owner.hubKey.bytes), .blob(owner.account.bytes),
        .integer(salvage.boundMilliseconds))
    }
    return Journal(names, Program())
  }

  /// Queues what the store holds, to be settled with what the Hub holds.
  ///
  /// Nobody knows any more when it was edited, so it is stamped with when it happened: what the Hub knows
  /// later wins, and what differs is kept as the loser of a conflict. A record that is missing here is
  /// not deleted anywhere.
  func queueHeld(
    _ records: [RecordChange], nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int {
    try inJournal { () throws(SQLiteError) in
      var queued = 0
      for record in records {
        guard let body = record.body else { continue }
        let stamp = min(max(0, record.occurredAt.milliseconds), nowMilliseconds)
        let content = KeptContent(
          body.canonical, detail: try detail(of: record, known: nil, transaction))
        try queueAgain(
          LocalEdit(
            domain: record.domain, record: record.record, operation: .upsert,
            occurredAt: record.occurredAt, modifiedAt: Stamp(milliseconds: stamp),
            content), transaction)
        try noteAsAbsent(record, content, Stamp(milliseconds: stamp), transaction)
        queued += 1
      }
      return queued
    }
  }

  /// Nobody knows any more whether the Hub holds it, so deleting it is a deletion to be sent.
  private func noteAsAbsent(
    _ record: RecordChange, _ content: KeptContent, _ stamp: Stamp,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR IGNORE INTO sync_record(domain, record, version, fingerprint, modified_ms)
      VALUES(?, ?, 0, ?, ?)
      """,
      .domain(record.domain), .record(record.record),
      .blob(LocalEdit.fingerprint(.upsert, content)), .stamp(stamp))
  }

  /// Refuses what is not damaged but newer than this program.
  static func refuseNewer(_ database: Database) throws(JournalError) {
    let found: Int64?
    do throws(SQLiteError) {
      found = try database.read { (transaction) throws(SQLiteError) in
        try transaction.first(
          "SELECT version FROM schema_version WHERE component = ?", .text(journalSchema.component)
        ) { $0.integer(0) }
      }
    } catch {
      // It cannot be read: that is the damage.
      return
    }
    if let found, found > Int64(journalSchema.steps.count) { throw .newerSchema }
  }
}
