import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxSQLite

/// Two devices of Ada's, one Hub, one clock: what most tests start from.
struct PairOfDevices {
  let clock = HandClock()
  let dice = Dice(seed: 7)
  let hub: FakeHub
  let ada: FakeHub.Account
  let bob: FakeHub.Account
  let first: TestDevice
  let second: TestDevice

  /// Both devices with a journal of `form`.
  init(_ form: JournalForm = .attached) throws {
    hub = FakeHub(clock: clock, random: dice)
    ada = hub.account("Ada")
    bob = hub.account("Bob")
    first = try TestDevice(
      "first", form: form, link: FaultyLink(to: hub), clock: clock, random: dice)
    second = try TestDevice(
      "second", form: form, link: FaultyLink(to: hub), clock: clock, random: dice)
  }

  /// The same with both devices connected as Ada's.
  static func connected(_ form: JournalForm = .attached) async throws -> PairOfDevices {
    let pair = try PairOfDevices(form)
    try await pair.first.connect(to: pair.hub, as: pair.ada)
    try await pair.second.connect(to: pair.hub, as: pair.ada)
    return pair
  }

  /// Lets time pass, so that the next edit is later than every one before.
  func pass(milliseconds: Int64 = 1_000) { clock.advance(milliseconds: milliseconds) }

  /// Both devices synchronise until neither has anything new.
  func settle() async throws {
    for _ in 0..<2 {
      try await first.synchronize()
      try await second.synchronize()
    }
  }
}

extension TestDevice {
  func conflicts() async throws(JournalError) -> [KeptConflict] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.conflicts(transaction)
    }
  }

  /// Saves `n0`, `n1` … with 1, 2 … minutes, at once.
  func saveMany(_ count: Int) async throws(JournalError) {
    let ids = (0..<count).map { RecordID.named("n\($0)") }
    try await store.put(Dictionary(uniqueKeysWithValues: zip(ids, (1...count).map { $0 })))
    let (journal, now) = (store.journal, clock.nowMilliseconds)
    try await store.pool.write { (transaction) throws(JournalError) in
      for (index, id) in ids.enumerated() {
        try journal.enqueue(
          NoteStore.change(id, 1 + index), nowMilliseconds: now, in: transaction)
      }
    }
  }

  func cursor() async throws(SQLiteError) -> Int64 {
    try await store.pool.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT max(cursor) FROM sync_position") { $0.integer(0) } ?? 0
    }
  }

  func quarantined() async throws(JournalError) -> [QuarantinedEdit] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.quarantined(transaction)
    }
  }
}
