import AppShell
import AppShellTesting
import Foundation
import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCommandLine
import ToolboxSQLite

@testable import PersonalSyncKit

/// What synchronising leaves to the person: at the terminal, and on the page.
@Suite struct AttentionTests {
  private let bench = Bench()
  private let ada: FakeHub.Account

  init() { ada = bench.hub.account("Ada") }

  private func type(_ words: String..., typing: [String] = [], on bench: Bench? = nil) async -> (
    status: Int32, output: String, complaints: String
  ) {
    let console = ScriptedConsole(typing: typing, isInteractive: true)
    let bench = bench ?? self.bench
    let status = await AppProgram(SampleApp.self, on: bench.machine).tool.run(
      words + ["--data", SampleApp.folder(on: bench).path], console)
    return (status.code, console.output, console.complaints)
  }

  /// Two devices that both changed record 1; this one learns that the other was later.
  private func conflict() async throws -> HubConnection {
    let here = try await SampleApp.connection(on: bench)
    try await bench.connect(here, as: ada)
    let otherBench = Bench(seed: 2, sharing: bench)
    let elsewhere = try await SampleApp.connection(on: otherBench)
    try await otherBench.connect(elsewhere, as: ada)
    try await SampleApp.save(1, minutes: 10, in: here.store, on: bench)
    _ = try await here.synchronize()
    _ = try await elsewhere.synchronize()

    try await SampleApp.save(1, minutes: 25, in: here.store, on: bench)
    bench.clock.advance(milliseconds: 60_000)
    try await SampleApp.save(1, minutes: 50, in: elsewhere.store, on: otherBench)
    _ = try await elsewhere.synchronize()
    _ = try await here.synchronize()
    return here
  }

  @Test func `without anything to decide it says so`() async throws {
    #expect(await type("attention").output == "Nothing to look at.\n")
  }

  @Test func `both sides of a conflict are shown, with what to type`() async throws {
    _ = try await conflict()

    let list = await type("attention")
    let status = await type("status")

    #expect(list.output.contains("From another device, shown now: 50 min"))
    #expect(list.output.contains("From this device, kept aside: 25 min"))
    #expect(list.output.contains("attention --take-other 1"))
    #expect(status.output.contains("1 conflict to look at"))
    #expect(status.output.contains("attention"))
  }

  @Test func `the side kept aside is taken, and reaches the Hub`() async throws {
    let here = try await conflict()

    let taken = await type("attention", "--take-other", "1")
    _ = try await here.synchronize()

    #expect(taken.status == 0)
    #expect(try await SampleApp.minutes(1, in: here.store) == 25)
    let body = try #require(bench.hub.feed(of: ada, .anchor).first?.body)
    #expect(String(decoding: body, as: UTF8.self).contains("\"focusedMinutes\":25"))
    #expect(try await here.standing().headline == "Up to date")
    #expect(await type("attention").output == "Nothing to look at.\n")
  }

  @Test func `the side shown is kept, and the other is forgotten`() async throws {
    let here = try await conflict()

    let kept = await type("attention", "--keep", "1")
    let again = await type("attention", "--keep", "1")

    #expect((kept.status, again.status) == (0, 1))
    #expect(again.complaints.contains("nothing of that number"))
    #expect(try await SampleApp.minutes(1, in: here.store) == 50)
    #expect(try await here.standing().status.conflicts == 0)
  }

  @Test func `several decisions at once are none`() async throws {
    _ = try await conflict()

    let both = await type("attention", "--keep", "1", "--take-other", "1")

    #expect(both.status == 2)
    #expect(await type("attention").output.contains("Conflict 1"))
  }

  @Test func `what the Hub refused is told with its reason, and sent again when asked`()
    async throws
  {
    let here = try await SampleApp.connection(on: bench)
    try await bench.connect(here, as: ada)
    let journal = here.store.journal
    let bad = RecordChange(
      .anchor, SampleApp.record(1),
      body: RecordBody(type: "focusSession", facts: Array(#"{"completed":7}"#.utf8)),
      occurredAt: Minute(number: 0))
    try await here.store.database.write(.local) { (transaction) throws(JournalError) in
      try journal.enqueue(bad, nowMilliseconds: 0, in: transaction)
    }
    _ = try await here.synchronize()

    let list = await type("attention")
    let again = await type("attention", "--send-again")
    let waiting = try await here.standing().status.waiting
    _ = try await here.synchronize()

    #expect(list.output.contains("Refused by the Hub, kept here:"))
    #expect(list.output.contains("contract_violation"))
    #expect(again.output == "1 change goes with the next sync.\n")
    #expect(waiting == 1)
    #expect(try await here.standing().status.quarantined == 1)
  }

  @Test func `what is in the trash comes back here and at the Hub`() async throws {
    let here = try await SampleApp.connection(on: bench)
    try await bench.connect(here, as: ada)
    let body = Array(
      #"{"type":"focusSession","facts":{"completed":true,"endedAt":"2026-11-30T08:00:00Z","focusedMinutes":33,"startedAt":"2026-11-30T08:00:00Z"}}"#
        .utf8)
    let now = bench.clock.nowMilliseconds
    try await here.store.database.write(.local) { (transaction) throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO sync_trash(domain, record, trashed_ms, occurred_minute, body) VALUES(?, ?, ?, 0, ?)",
        .domain(.anchor), .record(SampleApp.record(1)), .integer(now), .blob(body))
    }

    let list = await type("attention")
    let back = await type("attention", "--bring-back", "00000000")
    _ = try await here.synchronize()

    #expect(list.output.contains("00000000  33 min, deleted 09:00"))
    #expect(back.output == "Back: 33 min.\n")
    #expect(try await SampleApp.minutes(1, in: here.store) == 33)
    #expect(bench.hub.feed(of: ada, .anchor).count == 1)
  }

  @Test func `the page shows the same and decides the same`() async throws {
    let here = try await conflict()
    let visitor = try Visitor<SampleApp>(on: bench)

    let status = await visitor.get("/hub")
    let page = await visitor.get("/hub/attention")
    let taken = await visitor.post("/hub/attention/take-other", "number=1")
    let again = await visitor.post("/hub/attention/take-other", "number=1")

    #expect(status.text.contains("/hub/attention"))
    #expect(page.text.contains("From this device, kept aside") && page.text.contains("25 min"))
    #expect(taken.headers["Location"] == "/hub/attention")
    #expect(again.headers["Location"] == "/hub/attention?gone=1")
    #expect(await visitor.get("/hub/attention?gone=1").text.contains("decided already"))
    #expect(try await SampleApp.minutes(1, in: here.store) == 25)
  }

  // MARK: - recover

  @Test(arguments: ["sync_position", "sync_document"])
  func `damaged bookkeeping is rebuilt from the records, and nothing is lost anywhere`(
    table: String
  ) async throws {
    do {
      let here = try await SampleApp.connection(on: bench)
      try await bench.connect(here, as: ada)
      try await SampleApp.save(1, minutes: 10, in: here.store, on: bench)
      _ = try await here.synchronize()
      try await SampleApp.save(2, minutes: 20, in: here.store, on: bench)
      try await here.store.database.write(.local) { (transaction) throws(SQLiteError) in
        try transaction.execute(script: "DROP TABLE \(table)")
      }
    }
    let status = await type("status")
    #expect((status.output + status.complaints).contains("recover"))

    let no = await type("recover", typing: ["n"])
    let recovered = await type("recover", "--yes")

    #expect(no.status == 1)
    #expect(recovered.status == 0)
    #expect(recovered.output.contains("2 records will be compared"))
    let copies = try FileManager.default.contentsOfDirectory(
      atPath: SampleApp.folder(on: bench).path
    ).filter { $0.contains(".damaged-") }
    #expect(!copies.isEmpty)
    let here = try await SampleApp.connection(on: bench)
    try await bench.connect(here, as: ada)
    _ = try await here.synchronize()
    #expect(bench.hub.feed(of: ada, .anchor).filter { $0.operation == .upsert }.count == 2)
    #expect(try await SampleApp.minutes(1, in: here.store) == 10)
  }

  @Test func `sound bookkeeping is not rebuilt`() async throws {
    _ = try await conflict()

    let refused = await type("recover", "--yes")

    #expect(refused.status == 1)
    #expect(refused.complaints.contains("is not damaged"))
    #expect(await type("attention").output.contains("Conflict 1"))
  }
}
