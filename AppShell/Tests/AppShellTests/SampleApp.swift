import AppShell
import AppShellTesting
import HubContracts
import PersonalSyncKit
import ToolboxSQLite
import WebInterface

/// The least that an app can be: one table of minutes, under the contract of focus sessions.
struct SampleApp: App {
  let store: AppStore
  let machine: Machine

  static let version = "1"
  static let summary = "A sample."
  static let verbWithoutWords: String? = nil
  static let verbs: [AppVerb<SampleApp>] = []

  static func open(_ folder: StoreFolder, on machine: Machine) throws(StoreError) -> SampleApp {
    SampleApp(store: try AppStore.open(folder, schema: schema, on: machine), machine: machine)
  }

  var records: SampleRecords { SampleRecords() }

  func status() async throws(Trouble) -> Answer { Answer("Fine.") { $0.string("fine") } }
  func undo() async throws(Trouble) -> Answer { Answer("Undone.") { $0.string("undone") } }
  func keepTime() async throws(Trouble) {}

  func pages(on machine: Machine) -> AppPages {
    AppPages(
      navigation: [.init("Home", "/", .today)],
      routes: [
        .get("/") { (call) throws(Trouble) in call.page("Home", at: "/") { p("Hello.") } },
        .get("/things/:name") { (call) throws(Trouble) in
          call.page("Thing") { p(HTML("It is \(call.parameter).")) }
        },
        .post("/rename") { (call) throws(Trouble) in
          if call["name"].isEmpty {
            throw Trouble(.refused, "sample.no_name", "It needs a name.", "Give it one.")
          }
          return call.seeOther("/")
        },
      ])
  }

  static let profile = AppProfile(
    "anchor", .anchor, .anchor, records: ("session", "sessions"), port: 8_766)

  static let schema = Schema(
    component: "sample",
    steps: ["CREATE TABLE sample(record TEXT PRIMARY KEY, minutes INTEGER NOT NULL) STRICT"])

  static func folder(on bench: Bench) -> StoreFolder {
    StoreFolder(app: profile.name, path: bench.folder.file("anchor"))
  }

  static func open(
    on bench: Bench, schema: Schema = schema
  ) throws(StoreError) -> AppStore {
    try AppStore.open(folder(on: bench), schema: schema, on: bench.machine)
  }

  static func connection(on bench: Bench) async throws(StoreError) -> HubConnection {
    try await HubConnection.open(
      profile, open(on: bench), records: SampleRecords(), on: bench.machine)
  }

  static func record(_ number: UInt8) -> RecordID {
    RecordID(
      type: "focusSession",
      uuid: "00000000-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)")
  }

  static func save(
    _ number: UInt8, minutes: Int, in store: AppStore, on bench: Bench
  ) async throws(StoreError) {
    let now = bench.clock.nowMilliseconds
    try await store.database.write { (transaction) throws(StoreError) in
      let start = Minute(containingMilliseconds: now)
      let facts = FocusSessionFacts(
        startedAt: start, endedAt: start, focusedMinutes: minutes, completed: true)
      try inStore { () throws(SQLiteError) in
        try transaction.run(
          "INSERT OR REPLACE INTO sample VALUES(?, ?)", .text(record(number).description),
          .integer(minutes))
      }
      try inStore { () throws(JournalError) in
        try store.journal.enqueue(
          .upsert(record(number), facts, occurredAt: start), nowMilliseconds: now, in: transaction)
      }
    }
  }

  static func minutes(_ number: UInt8, in store: AppStore) async throws(StoreError) -> Int64? {
    try await store.database.read { (transaction) throws(StoreError) in
      try inStore { () throws(SQLiteError) in
        try transaction.first(
          "SELECT minutes FROM sample WHERE record = ?", .text(record(number).description)
        ) { $0.integer(0) }
      }
    }
  }
}

struct SampleRecords: SyncedRecords {
  func count(_ transaction: borrowing Transaction) throws(StoreError) -> Int {
    try inStore { () throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM sample") { Int($0.integer(0)) } ?? 0
    }
  }

  static func current(
    after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [RecordChange] {
    try inStore { () throws(SQLiteError) in
      try transaction.all(
        "SELECT record, minutes FROM sample WHERE record > ? ORDER BY record LIMIT ?",
        .text(record?.description ?? ""), .integer(limit)
      ) { (row) throws(SQLiteError) in
        guard let record = RecordID(row.text(0)) else { throw row.damaged() }
        let start = Minute(number: 0)
        return .upsert(
          record,
          FocusSessionFacts(
            startedAt: start, endedAt: start, focusedMinutes: Int(row.integer(1)), completed: true),
          occurredAt: start)
      }
    }
  }

  func apply(_ batch: Batch, _ transaction: borrowing Transaction) throws(StoreError) {
    for change in batch.changes {
      let facts: FocusSessionFacts?
      do throws(ContractViolation) { facts = try change.facts(as: FocusSessionFacts.self) } catch {
        preconditionFailure("the kit hands over what keeps its contract")
      }
      try inStore { () throws(SQLiteError) in
        try transaction.run(
          "INSERT OR REPLACE INTO sample VALUES(?, ?)", .text(change.record.description),
          .integer(facts?.focusedMinutes ?? -1))
      }
    }
  }

  func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?, _ transaction: borrowing Transaction
  ) throws(StoreError) -> String {
    guard let body else { return "deleted" }
    do throws(ContractViolation) {
      return try body.facts(as: FocusSessionFacts.self).map { "\($0.focusedMinutes) min" }
        ?? "other"
    } catch { preconditionFailure("the kit hands over what keeps its contract") }
  }

  func prepareOutgoing(_ transaction: borrowing Transaction) throws(StoreError) -> Bool { false }

  func zoneChanged(
    from old: ZoneOffsets, to new: ZoneOffsets, _ transaction: borrowing Transaction
  ) throws(StoreError) {}
}
