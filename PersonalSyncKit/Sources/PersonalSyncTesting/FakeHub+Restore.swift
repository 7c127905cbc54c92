import HubContracts

extension FakeHub {
  /// What a backup of a ``FakeHub`` holds: every record, and no session.
  public struct Backup: Sendable {
    let feeds: [AccountID: FakeFeed]
    let epoch: Epoch
    let floor: Int64
  }

  /// Forgets the deletions that were stored before `milliseconds` (docs/protocol/sync.md, H5).
  public func purge(olderThan milliseconds: Int64) {
    memory.withLock { memory in
      for account in memory.feeds.keys {
        memory.feeds[account]?.purge(storedBefore: milliseconds)
      }
    }
  }

  public func backUp() -> Backup {
    memory.withLock { Backup(feeds: $0.feeds, epoch: $0.epoch, floor: $0.floor) }
  }

  /// Goes back to what the backup holds, in a new epoch; sessions stay as they are.
  public func restore(from backup: Backup) {
    memory.withLock { memory in
      memory.feeds = backup.feeds
      memory.attention = [:]
      // As the real one, which takes the second of the restore: no two restores share an epoch.
      memory.epoch = Epoch(memory.epoch.number + 1)
      memory.floor = memory.epoch.number << 32
    }
  }

  /// Puts the backup in place as somebody does who copies the file and tells nobody: the epoch is the
  /// old one.
  public func replaceSilently(with backup: Backup) {
    memory.withLock { memory in
      (memory.feeds, memory.epoch, memory.floor) = (backup.feeds, backup.epoch, backup.floor)
    }
  }
}
