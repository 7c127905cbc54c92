import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxLocks
import ToolboxSQLite

@testable import PersonalSyncKit

/// An app's own rule for conflicts (docs/protocol/sync.md, §6).
@Suite struct MergeRuleTests {
  /// Adds to what both began from what each side added: no minute is lost.
  private static let adding: ResolveConflict = { conflict in
    guard let local = minutes(conflict.local), let remote = minutes(conflict.remote) else {
      return conflict.local == nil ? .takeRemote : .keepLocal
    }
    return .merged(body(local + remote - (minutes(conflict.base) ?? 0)))
  }

  private static func minutes(_ body: RecordBody?) -> Int? {
    do throws(ContractViolation) {
      return try body?.facts(as: FocusSessionFacts.self)?.focusedMinutes
    } catch { return nil }
  }

  private static func body(_ minutes: Int, sealed: String? = nil) -> RecordBody {
    let facts = NoteStore.change(.named("a"), minutes).body?.facts ?? []
    return RecordBody(type: "focusSession", facts: facts, sealed: sealed)
  }

  /// Both devices hold "a" at 5 minutes; the second has a rule of its own.
  private func pairThatMerges(
    _ form: JournalForm, _ rule: @escaping ResolveConflict
  ) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try pair.second.relaunch(as: Program(resolve: rule))
    try await pair.first.save("a", 5)
    try await pair.settle()
    return pair
  }

  private func editBoth(_ pair: PairOfDevices, first: Int?, second: Int?) async throws {
    pair.pass()
    try await pair.second.save("a", second)
    pair.pass()
    try await pair.first.save("a", first)
    try await pair.first.synchronize()
  }

  @Test(arguments: JournalForm.allCases)
  func `what the app makes of both sides reaches both devices and nothing is kept aside`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatMerges(form, Self.adding)
    try await editBoth(pair, first: 15, second: 25)

    try await pair.second.synchronize()
    #expect(try await pair.second.minutes("a") == 35)
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 35)
    #expect(try await pair.second.conflicts().isEmpty)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(3)])
  }

  @Test(arguments: JournalForm.allCases)
  func `what was made of both is stamped later than either`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatMerges(form, Self.adding)
    try await editBoth(pair, first: 15, second: 25)
    let remote = try #require(pair.hub.feed(of: pair.ada, .anchor).first?.modifiedAt)
    pair.pass(milliseconds: -3_600_000)

    try await pair.second.synchronize()

    let merged = try #require(pair.hub.feed(of: pair.ada, .anchor).first?.modifiedAt)
    #expect(merged > remote)
  }

  @Test(arguments: JournalForm.allCases)
  func `the rule is told what both sides began from, also after a push of this device's`(
    form: JournalForm
  ) async throws {
    let seen = Locked<[RecordConflict]>([])
    let pair = try await pairThatMerges(form) { conflict in
      seen.withLock { $0.append(conflict) }
      return .takeRemote
    }
    try await pair.second.save("a", 7)
    try await pair.settle()

    try await editBoth(pair, first: 15, second: 25)
    try await pair.second.synchronize()

    let conflict = try #require(seen.withLock { $0 }.first)
    #expect(Self.minutes(conflict.base) == 7)
    #expect(Self.minutes(conflict.local) == 25 && Self.minutes(conflict.remote) == 15)
    #expect(conflict.remoteModifiedAt > conflict.localModifiedAt)
  }

  @Test(arguments: JournalForm.allCases)
  func `an app may keep the older edit, and the younger is kept aside`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatMerges(form) { _ in .keepLocal }
    try await editBoth(pair, first: 15, second: 25)

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 25)
    #expect(try await pair.second.minutes("a") == 25)
    #expect(try await pair.second.conflicts().map(\.winner) == [.local])
  }

  @Test(arguments: JournalForm.allCases)
  func `a sealed detail that the app left out is kept aside`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatMerges(form, Self.adding)
    pair.pass()
    try await pair.second.save("a", 25)
    pair.pass()
    try await pair.first.enqueue(
      RecordChange(
        .anchor, .named("a"), body: Self.body(15, sealed: "v1.c2VhbGVk"),
        occurredAt: Minute(number: 29_900_000)))
    try await pair.first.synchronize()

    try await pair.second.synchronize()

    let kept = try await pair.second.conflicts()
    #expect(kept.map(\.winner) == [.local])
    #expect(kept.contains { String(decoding: $0.remote.body, as: UTF8.self).contains("c2VhbGVk") })
  }

  @Test(arguments: JournalForm.allCases)
  func `an app without a rule keeps no content of what the Hub has acknowledged`(
    form: JournalForm
  ) async throws {
    let pair = try await pairThatMerges(form, Self.adding)

    let (plain, merging) = (try await bases(pair.first), try await bases(pair.second))

    #expect(plain == 0 && merging == 1)
  }

  private func bases(_ device: TestDevice) async throws -> Int64? {
    try await device.store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM sync_record WHERE body IS NOT NULL") {
        $0.integer(0)
      }
    }
  }
}
