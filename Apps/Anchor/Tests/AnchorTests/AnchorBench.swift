import AnchorImport
import AnchorModel
import AppShell
import AppShellTesting
import Foundation
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxSQLite

@testable import Anchor

/// One device with Anchor on it: its store, its connection with a Hub in memory, its clock.
///
/// The clock starts on Monday 2026-11-30, 09:00 in Berlin.
final class AnchorBench: Sendable {
  let bench: Bench
  let store: AnchorStore
  let connection: HubConnection

  init(zone: String = "Europe/Berlin", seed: UInt64 = 1, sharing other: AnchorBench? = nil)
    async throws
  {
    bench = Bench(seed: seed, zone: zone, sharing: other?.bench)
    store = try AnchorStore.open(
      StoreFolder(app: "anchor", path: bench.folder.file("anchor")), on: bench.machine)
    connection = try await HubConnection.open(
      AnchorApp.profile, store.app, records: AnchorRecords(store: store), on: bench.machine)
  }

  /// A second device of the same person, connected, with everything that has been sent.
  func secondDevice() async throws -> AnchorBench {
    let second = try await AnchorBench(seed: 2, sharing: self)
    try await second.connect()
    try await second.synchronize()
    return second
  }

  /// The same store as another process has it.
  func anotherProcess() throws -> AnchorStore {
    try AnchorStore.open(store.app.folder, on: bench.machine)
  }

  var now: Instant { Instant(clamping: bench.clock.nowMilliseconds) }

  func wait(minutes: Int) { bench.clock.advance(milliseconds: Int64(minutes) * 60_000) }

  func wait(seconds: Int) { bench.clock.advance(milliseconds: Int64(seconds) * 1_000) }

  /// A finished session that ends now and lasted so long.
  @discardableResult
  func log(minutes: Int, _ title: String = "write") async throws -> FocusSession {
    try await store.log(
      from: now.adding(seconds: -minutes * 60), to: now, words: words(title))
  }

  @discardableResult
  func addHabit(
    _ name: String, _ cadence: HabitCadence = .daily, target: String? = nil, unit: String = "",
    since: String? = nil
  ) async throws -> Habit {
    let measure = try target.flatMap(HabitAmount.init(_:)).map {
      try HabitMeasure(unit: unit, target: $0)
    }
    return try await store.addHabit(
      HabitWish(words: try HabitWords(name: name), measure: measure, cadence: cadence),
      since: since.map { day($0) })
  }

  /// What was said of a habit, the newest first.
  func days(of habit: HabitID) async throws -> [CheckIn] {
    let history = try await store.habit(habit)
    return history.daysSaid.compactMap(history.checkIn(on:))
  }

  /// Of habits, done and scheduled.
  func figures(_ on: String = "2026-11-30") async throws -> (Int, Int) {
    let figures = try await store.view(of: day(on)).figures.habits
    return (figures.done, figures.scheduled)
  }

  func connect(as name: String = "Ada", zone: String = "Europe/Berlin") async throws {
    try await bench.connect(connection, as: bench.hub.account(name, timeZone: zone))
  }

  @discardableResult
  func synchronize() async throws -> PassReport {
    guard case .completed(let report) = try await connection.synchronize() else {
      throw AnchorError.refused(.nothingActive)
    }
    return report
  }

  func sessions() async throws -> [FocusSession] {
    try await store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try SessionTable.started(in: .earliest..<Instant.latest, transaction)
      }
    }
  }

  func waiting() async throws -> Int { try await connection.standing().status.waiting }

  // MARK: - What the Hub holds

  func hubFeed(_ name: String = "Ada", zone: String = "Europe/Berlin") -> [Change] {
    bench.hub.feed(of: bench.hub.account(name, timeZone: zone), .anchor)
  }

  func hubSummary(
    _ day: String, of name: String = "Ada", zone: String = "Europe/Berlin"
  ) throws -> AnchorDaySummary? {
    let change = hubFeed(name, zone: zone).first { $0.record.description == "summary-\(day)" }
    return try change.map { try AnchorDaySummary.contract.decode(facts(of: $0)) }
  }

  func hubSessions() throws -> [FocusSessionFacts] {
    try hubFeed().filter { $0.record.type == "focusSession" && $0.operation == .upsert }
      .map { try FocusSessionFacts.contract.decode(facts(of: $0)) }
  }

  func hubCheckIns() throws -> [HabitCompletionFacts] {
    try hubFeed().filter { $0.record.type == "habitCompletion" && $0.operation == .upsert }
      .map { try HabitCompletionFacts.contract.decode(facts(of: $0)) }
  }

  private func facts(of change: Change) throws -> [UInt8] {
    try RecordBody.read(change.body, domain: .anchor).facts
  }
}

func words(_ title: String = "", tags: [String] = [], notes: String = "") -> SessionWords {
  do { return try SessionWords(title: title, tags: tags, notes: notes) } catch {
    preconditionFailure("refused words: \(error)")
  }
}

func day(_ text: String) -> AnchorModel.Day {
  guard let day = AnchorModel.Day(text) else { preconditionFailure("not a day: \(text)") }
  return day
}

func fixture(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  return Array(try Data(contentsOf: folder.appendingPathComponent("Fixtures/\(name)")))
}
