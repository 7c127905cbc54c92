import AnchorModel
import AppShellTesting
import Foundation
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct AnchorMigrationTests {
  /// Each version that has shipped, as a store that holds one of everything.
  @Test(arguments: [1, 2, 3, 4, 5])
  func `a store of every shipped version opens with all that it held`(version: Int) async throws {
    let bench = Bench()
    let path = bench.folder.file("anchor")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let script = String(decoding: try fixture("stores/anchor-\(version).sql"), as: UTF8.self)
    try Database(path: "\(path)/anchor.db").execute(script: script)

    let store = try AnchorStore.open(.init(app: "anchor", path: path), on: bench.machine)
    let view = try await store.view(of: Day("2026-11-29"))

    #expect(view.timeline.entries.map(\.session.words.title) == ["write chapter", "reading", ""])
    #expect(view.timeline.entries.map(\.session.bankedSeconds) == [1_320, 900, 600])
    #expect(view.timeline.entries[0].session.pauses.count == 1)
    #expect(view.timeline.entries[0].session.words.tags == ["book", "code review"])
    #expect(view.timeline.entries[2].session.detail == .factsOnly)
    if version >= 4 { #expect(try await store.undo().action == .completeBlock) }
    #expect(try await store.undo().action == .log)
    let removed = try await store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try transaction.all("SELECT title FROM session_removed") { $0.text(0) }
      }
    }
    #expect(removed == (version == 1 ? [] : ["call"]))
  }

  @Test
  func `a store of version 3 opens with its habits, and what was said of them can be taken back`()
    async throws
  {
    let bench = Bench()
    let path = bench.folder.file("anchor")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let script = String(decoding: try fixture("stores/anchor-3.sql"), as: UTF8.self)
    try Database(path: "\(path)/anchor.db").execute(script: script)

    let store = try AnchorStore.open(.init(app: "anchor", path: path), on: bench.machine)
    let habits = try await store.habits()

    #expect(habits.map(\.habit.words.name) == ["phone -> walk", "read", ""])
    #expect(habits.map(\.habit.schedule.isArchived) == [true, false, true])
    #expect(habits[1].habit.schedule.cadence == .timesPerWeek(3))
    #expect(habits[1].habit.measure?.target == HabitAmount("20"))
    #expect(habits[1].daysSaid == [day("2026-11-29"), day("2026-11-28")])
    #expect(habits[1].checkIn(on: day("2026-11-28"))?.note == "on the train")
    #expect(try await store.undo().action == .log)
    #expect(try await store.undo().action == .checkIn)
    #expect(try await store.habit(habits[1].habit.id).daysSaid == [day("2026-11-28")])
  }

  @Test func `a store of version 4 opens with its plan, and what was done can be taken back`()
    async throws
  {
    let bench = Bench()
    let path = bench.folder.file("anchor")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let script = String(decoding: try fixture("stores/anchor-4.sql"), as: UTF8.self)
    try Database(path: "\(path)/anchor.db").execute(script: script)

    let store = try AnchorStore.open(.init(app: "anchor", path: path), on: bench.machine)
    let blocks = try await store.plan(of: day("2026-11-29")).plan.blocks

    #expect(blocks.map(\.words.title) == ["write", "mail"])
    #expect(blocks[0].words.intent == "two lines" && blocks[0].times.startMinute == 540)
    #expect(
      blocks[0].outcome == .done(try .init(from: second(1_795_939_200), to: second(1_795_942_800))))
    #expect(blocks[1].outcome == .moved(to: day("2026-11-30")) && blocks[1].kind == .routine)
    #expect(try await store.templates().map(\.weekdays) == [.workdays])
    #expect(try await store.undo().action == .completeBlock)
    #expect(try await store.plan(of: day("2026-11-29")).plan.blocks[0].isOpen)
    let notes = try await store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) -> [ReviewNotes] in
        try PlanItemTable.recorded(after: nil, limit: 10, transaction)
      }
    }
    #expect(notes.map(\.note) == ["a calm day"] && notes[0].causes == [blocks[0].id: .humanNeed])
  }

  private func second(_ number: Int64) throws -> Instant {
    try #require(Instant(wholeSeconds: number))
  }

  @Test func `the tables of the newest version are those of a store that grew up to it`() throws {
    let fresh = try Database(path: ":memory:")
    try anchorSchema.migrate(fresh)
    let grown = try Database(path: ":memory:")
    for count in 1...anchorSchema.steps.count {
      try Schema(component: "anchor", steps: Array(anchorSchema.steps.prefix(count))).migrate(grown)
    }

    #expect(try tables(of: grown) == tables(of: fresh))
  }

  private func tables(of database: Database) throws -> [String] {
    try database.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name"
      ) {
        $0.text(0)
      }
    }
  }
}
