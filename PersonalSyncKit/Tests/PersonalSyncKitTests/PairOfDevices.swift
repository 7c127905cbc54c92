import HubContracts
import PersonalSyncTesting
import ToolboxSQLite

@testable import PersonalSyncKit

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

extension ContractsDigest {
  /// Of some other version than this.
  static func other(_ number: UInt8) -> ContractsDigest {
    let digits = Array("00000000000000".utf8) + Array(String(number + 16, radix: 16).utf8)
    guard let digest = ContractsDigest(utf8: digits[...]) else {
      preconditionFailure("16 digits are a digest")
    }
    return digest
  }
}

extension Vocabulary {
  /// A program that knows other contracts: not the types of `unknown`, and that freezes `frozen`.
  static func other(
    _ number: UInt8, unknown: Set<String> = [], frozen: Set<String> = []
  ) -> Vocabulary {
    Vocabulary(
      digest: .other(number),
      read: { (bytes, domain) throws(RecordRefusal) in
        let body = try RecordBody.read(bytes, domain: domain)
        guard !unknown.contains(body.type) else { throw .unknownType }
        return body
      },
      freezes: { body, domain in
        frozen.contains { String(decoding: body, as: UTF8.self).contains("\"type\":\"\($0)\"") }
      })
  }
}

extension TestDevice {
  /// Queues something in a transaction of its own, as the app does beside its rows.
  func enqueue(_ change: RecordChange) async throws(SyncError) {
    try await runtime.enqueue(change)
  }

  /// Runs something of the journal's in a transaction.
  func inJournal<Result: Sendable>(
    _ body: @escaping @Sendable (Journal, borrowing Transaction) throws(JournalError) -> Result
  ) async throws(JournalError) -> Result {
    let journal = store.journal
    return try await store.pool.write { (transaction) throws(JournalError) in
      try body(journal, transaction)
    }
  }

  /// Queues records "n0", "n1" … in one transaction.
  func queueMany(_ count: Int) async throws(JournalError) {
    try await inJournal { (journal, transaction) throws(JournalError) in
      for index in 0..<count {
        try journal.enqueue(
          NoteStore.change(.named("n\(index)"), index % 1_000), nowMilliseconds: 1,
          in: transaction)
      }
    }
  }

  /// Restores the loser of a conflict; false where there is none any more.
  func restore(_ conflict: KeptConflict) async throws(SyncError) -> Bool {
    try await runtime.restoreConflict(conflict.id)
  }

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
