import Foundation
import HubContracts
import HubCore
import HubStorageSQLite
import HubTesting
import Testing
import ToolboxSQLite

/// Each wall between accounts alone keeps them apart; without both, these checks see it.
@Suite struct WallTests {
  /// A file in which two accounts have records of the same names.
  private struct Shared {
    let identity: TestIdentity
    let first: AccountNumber
    let second: AccountNumber
    /// Of the second account.
    let device: DeviceSession
    /// That the first account asked for.
    let action: ActionID
    let day = Day(number: 20_833)

    init() async throws {
      identity = try TestIdentity()
      let (owner, guest) = (try await identity.makeOwner(), try await identity.makeGuest())
      (first, second) = (owner.session.account.number, guest.session.account.number)
      device = try await identity.connect(guest).session
      try await identity.ask(for: StartFocus(minutes: 22), by: guest)
      action = try await identity.ask(for: StartFocus(minutes: 111), by: owner)
      try await identity.database.setPerformed(
        [ActionName(.anchor, "startFocus")], by: try await identity.connect(owner).session.id,
        of: first)
      let start = Minute(number: day.number * 1_440 + 600)
      for (account, minutes) in [(first, 111), (second, 222)] {
        var session = identity.focusSession(
          from: start, to: Minute(number: start.number + 30), focusedMinutes: minutes)
        session.record = RecordID(
          type: "focusSession", uuid: "33333333-3333-4333-8333-333333333333")
        try await identity.push(
          [session, identity.summary(day, focusedMinutes: minutes)], of: account)
      }
      // More for one of them, so that counts and cursors differ.
      try await identity.push(
        (0..<2).map { _ in identity.focusSession(from: start, to: nil, focusedMinutes: 111) },
        of: first)
    }
  }

  /// Forgets every condition on the account, as a bug would.
  private static func forgetting(_ sql: String) -> String {
    sql.replacing(/([a-z]\.)?account = (\?[0-9]*|m\.account)/) { "(\($0.output.2) IS NOT NULL)" }
  }

  private static func open(
    _ shared: Shared, isScoped: Bool, hasWall: Bool
  ) throws -> HubDatabase {
    var rules = StatementRules(admits: { _, _ in true })
    if hasWall { rules.admits = TenantWall.rules.admits }
    if !isScoped { rules.rewrite = { Self.forgetting($0) } }
    let path = shared.identity.folder.appendingPathComponent("hub.db").path
    return try HubDatabase.open(path: path, rules: rules)
  }

  /// The readings by which the second account sees something of the first.
  private static func leaks(_ storage: HubDatabase, _ shared: Shared) async -> Set<String> {
    let bob = shared.second
    let kinds = Happening.kinds
    var leaks: Set<String> = []
    func look<Value>(
      _ name: String, _ read: () async throws -> Value, isOwn: (Value) -> Bool
    ) async {
      // What is refused tells nothing.
      do { if !isOwn(try await read()) { leaks.insert(name) } } catch {}
    }
    func says(_ changes: [Change]) -> Bool {
      changes.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains(":111") }
    }
    let allDay = RecordQuery.allTime
    await look("counts") {
      try await storage.counts(of: bob)
    } isOwn: {
      $0.values.reduce(0, +) == 2
    }
    await look("moments") {
      try await storage.moments(in: allDay, of: bob)
    } isOwn: {
      $0.count == 2
    }
    await look("summaries") {
      try await storage.summaries(in: .anchor, of: shared.day...shared.day, of: bob)
    } isOwn: {
      $0.count == 1 && says($0)
    }
    await look("records") {
      try await storage.records(RecordQuery(kinds, limit: 50), of: bob)
    } isOwn: {
      says($0)
    }
    await look("count") {
      try await storage.count(RecordQuery(kinds, limit: 50), of: bob)
    } isOwn: {
      $0 == 1
    }
    await look("pull") {
      try await storage.pull(.anchor, after: .start, isWhole: false, of: bob)
    } isOwn: {
      guard case .page(let page) = $0 else { return true }
      return page.changes.count == 2 && says(page.changes)
    }
    await look("heads") {
      try await storage.heads([.anchor], of: bob)
    } isOwn: {
      $0.map(\.cursor) == [Cursor(2)]
    }
    await look("timeline") {
      try await storage.timeline(Int64.min..<Int64.max, of: bob, limit: 50)
    } isOwn: {
      says($0)
    }
    return leaks
  }

  /// The same of what the second account's app was asked to do and of what is on record.
  ///
  /// Own is what both walls together give.
  private static func otherLeaks(
    _ storage: HubDatabase, _ shared: Shared
  ) async throws -> Set<String> {
    let bob = shared.second
    let walled = shared.identity.database
    var leaks: Set<String> = []
    func look<Value: Equatable>(
      _ name: String, _ read: (HubDatabase) async throws -> Value
    ) async throws {
      let own = try await read(walled)
      // What is refused tells nothing.
      do { if try await read(storage) != own { leaks.insert(name) } } catch {}
    }
    let now = shared.identity.clock.nowMilliseconds
    try await look("action") { try await $0.action(shared.action, of: bob) }
    try await look("actions") { try await $0.actions(before: nil, limit: 50, of: bob).map(\.id) }
    try await look("inbox") {
      try await $0.inbox(of: shared.device, in: [.anchor], at: now, limit: 50).map(\.id)
    }
    try await look("performed") { try await $0.performedActions(of: bob) }
    try await look("audit events") { try await $0.auditEvents(of: bob, countMax: 100) }
    try await look("audit commitments") {
      try await $0.auditCommitments(after: 0, upTo: 100, limit: 100, of: bob)
    }
    return leaks
  }

  @Test func `with both walls nobody sees another's records`() async throws {
    let shared = try await Shared()
    let storage = try Self.open(shared, isScoped: true, hasWall: true)

    #expect(await Self.leaks(storage, shared).isEmpty)
    #expect(try await Self.otherLeaks(storage, shared).isEmpty)
  }

  @Test func `without the wall of plans the scope keeps accounts apart (ISO-03, ISO-24)`()
    async throws
  {
    let shared = try await Shared()
    let storage = try Self.open(shared, isScoped: true, hasWall: false)

    #expect(await Self.leaks(storage, shared).isEmpty)
    #expect(try await Self.otherLeaks(storage, shared).isEmpty)
  }

  @Test func `without the scope the wall of plans refuses every statement (ISO-24, ISO-25)`()
    async throws
  {
    let shared = try await Shared()
    let storage = try Self.open(shared, isScoped: false, hasWall: true)

    #expect(await Self.leaks(storage, shared).isEmpty)
    #expect(try await Self.otherLeaks(storage, shared).isEmpty)
    await #expect(throws: StorageError.self) { try await storage.counts(of: shared.second) }
  }

  @Test func `without both every reading leaks, so these checks can see it (ISO-24)`() async throws
  {
    let shared = try await Shared()
    let storage = try Self.open(shared, isScoped: false, hasWall: false)

    #expect(
      await Self.leaks(storage, shared) == [
        "counts", "moments", "summaries", "records", "count", "pull", "heads", "timeline",
      ])
    let others = try await Self.otherLeaks(storage, shared)
    #expect(
      others == [
        "action", "actions", "inbox", "performed", "audit events", "audit commitments",
      ])
  }
}
