import HubContracts
import PersonalSyncKit
import ToolboxLocks

/// Remembers which records an app was handed.
final class Recorder: Sendable {
  private let seen = Locked<Set<RecordID>>([])

  var records: Set<RecordID> { seen.withLock { $0 } }

  func add(_ batch: Batch) {
    let ids = batch.changes.map(\.record)
    seen.withLock { $0.formUnion(ids) }
  }
}
