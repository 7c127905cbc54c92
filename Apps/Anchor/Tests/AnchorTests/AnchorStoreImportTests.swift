import AnchorImport
import AnchorModel
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct AnchorStoreImportTests {
  @Test func `an import is planned without writing, carried out at once, and undone whole`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.log(minutes: 30, "mine")
    let mine = try await device.sessions()
    let plan = try await device.store.planImport(fixture("timewarrior.json"))
    #expect(try await device.sessions() == mine)

    let done = try await device.store.carryOut(plan)
    #expect(!done.additions.isEmpty)
    #expect(try await device.sessions().count == 1 + done.additions.count)
    let undone = try await device.store.undo()

    #expect(undone.action == .importFile)
    #expect(undone.inverse == .sessions(done.sessions.map { .removed($0) }))
    #expect(try await device.sessions() == mine)
  }

  @Test func `the same file twice adds nothing and leaves no second step to undo`() async throws {
    let device = try await AnchorBench()
    let file = try fixture("timewarrior.json")
    _ = try await device.store.carryOut(try await device.store.planImport(file))
    let once = try await device.sessions()

    let again = try await device.store.carryOut(try await device.store.planImport(file))

    #expect(again.additions.isEmpty)
    #expect(try await device.sessions() == once)
    _ = try await device.store.undo()
    #expect(try await device.sessions().isEmpty)
  }

  @Test func `an interval in the minutes of an earlier import is added, and goes with its row`()
    async throws
  {
    let device = try await AnchorBench()
    func export(_ seconds: String) -> [UInt8] {
      Array(#"[{"start":"20231001T1030\#(seconds)Z","end":"20231001T110000Z"}]"#.utf8)
    }
    _ = try await device.store.carryOut(try await device.store.planImport(export("00")))

    let second = try await device.store.carryOut(try await device.store.planImport(export("07")))

    #expect(second.additions.count == 1)
    #expect(try await device.sessions().count == 2)
    _ = try await device.store.undo()
    #expect(try await device.sessions().count == 1)
    let rows = try await device.store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try transaction.first("SELECT count(*) FROM imported_row") { Int($0.integer(0)) }
      }
    }
    #expect(rows == 1)
    #expect(try await device.store.planImport(export("07")).additions.count == 1)
  }

  @Test func `what another process imported since the plan is not added again`() async throws {
    let device = try await AnchorBench()
    let file = try fixture("timewarrior.json")
    let plan = try await device.store.planImport(file)
    let other = try device.anotherProcess()
    _ = try await other.carryOut(try await other.planImport(file))

    let done = try await device.store.carryOut(plan)

    #expect(done.additions.isEmpty)
    #expect(try await device.sessions().count == plan.additions.count)
  }

  @Test func `an import that the disk has no room for adds nothing`() async throws {
    let device = try await AnchorBench()
    let plan = try await device.store.planImport(manyIntervals(800))
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try transaction.execute(script: "PRAGMA max_page_count = 1")
      }
    }

    await #expect(throws: AnchorError.store(.diskFull)) {
      try await device.store.carryOut(plan)
    }

    #expect(try await device.sessions().isEmpty)
    #expect(try await device.waiting() == 0)
  }

  @Test func `nothing imported is sent before the account was approved, and all of it after`()
    async throws
  {
    let device = try await AnchorBench()
    _ = try await device.store.carryOut(
      try await device.store.planImport(fixture("timewarrior.json")))
    let count = try await device.sessions().count
    #expect(try await device.waiting() == count)

    try await device.connect()
    #expect(device.hubFeed().isEmpty)
    try await device.synchronize()

    #expect(try device.hubSessions().count == count)
  }

  /// A file of so many intervals of half an hour, back from a known day.
  private func manyIntervals(_ count: Int) -> [UInt8] {
    let rows = (0..<count).map { number in
      let (day, hour) = (1 + number / 20 % 28, number % 20)
      let month = 1 + number / 560
      let date = "2025\(pad(month))\(pad(day))T\(pad(hour))"
      return #"{"id":\#(number),"start":"\#(date)0000Z","end":"\#(date)3000Z","tags":["t"]}"#
    }
    return Array("[\(rows.joined(separator: ","))]".utf8)
  }

  private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
