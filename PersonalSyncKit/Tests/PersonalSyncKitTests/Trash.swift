import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxLocks

extension TestDevice {
  func trash() async throws(JournalError) -> [TrashedRecord] {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.trash(transaction)
    }
  }

  /// Takes a note out of the trash, as an app does.
  func restoreTrashed(_ name: String) async throws {
    let (journal, now) = (store.journal, clock.nowMilliseconds)
    let change = try await store.pool.write { (transaction) throws(JournalError) in
      try journal.restoreTrashed(.named(name), in: .anchor, nowMilliseconds: now, transaction)
    }
    guard let change else { return }
    let facts = try change.facts(as: FocusSessionFacts.self)
    try await store.put([change.record: facts?.focusedMinutes])
  }
}

/// Says when a number of times is over.
final class Countdown: Sendable {
  private let left: Locked<Int>

  init(_ times: Int) { left = Locked(times) }

  func isOver() -> Bool {
    left.withLock { left in
      left -= 1
      return left < 0
    }
  }
}
