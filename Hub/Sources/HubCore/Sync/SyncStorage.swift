import HubContracts

/// What the Hub keeps of its accounts' records.
///
/// Every form keeps H1–H4 and H7 of docs/protocol/sync.md: what `push` answered is on disk, cursors
/// rise in commit order within an account, the feed holds each record once at its newest cursor, and
/// no row of another account is read or written.
public protocol SyncStorage: Sendable {
  /// Stores what may be stored and answers each mutation, in order.
  ///
  /// One transaction: on throw nothing is stored. Requests that wait together share an fsync; one
  /// that fails spares the others. Safe to repeat.
  func push(
    _ mutations: [StampedMutation], to domain: Domain, from device: DeviceID,
    of account: AccountNumber
  ) async throws(StorageError) -> [MutationAnswer]

  /// The changes after `cursor`, ascending, bounded by ``SyncLimits``.
  ///
  /// A reader that comes from the start, `isWhole`, sees each record that is left and misses no
  /// deletion; only for others can a cursor have expired. The end of the feed is never before the
  /// horizon, so that who has read so far has not expired.
  func pull(
    _ domain: Domain, after cursor: Cursor, isWhole: Bool, of account: AccountNumber
  ) async throws(StorageError) -> PullAnswer

  /// Forgets at most `limit` tombstones that were stored before `milliseconds`, oldest first, and
  /// says how many it did.
  ///
  /// One transaction. What was forgotten moves the horizon of its feed: a reader that has not seen so
  /// far is told so. The keys of mutations stay, so that a late repetition finds its first answer and
  /// brings nothing back.
  func purgeTombstones(
    storedBefore milliseconds: Int64, limit: Int
  ) async throws(StorageError) -> Int

  /// How far the feeds of `domains` have come, one head each.
  func heads(
    _ domains: [Domain], of account: AccountNumber
  ) async throws(StorageError) -> [FeedHead]

  /// The newest version of one record, tombstones included; nil where there is none.
  func record(
    _ id: RecordID, in domain: Domain, of account: AccountNumber
  ) async throws(StorageError) -> Change?

  /// What happened in `minutes`, tombstones left out, ascending by `occurredAt`; at most `limit`.
  func timeline(
    _ minutes: Range<Int64>, of account: AccountNumber, limit: Int
  ) async throws(StorageError) -> [Change]

  /// Rises with each restore from a backup, not always by one.
  var epoch: Epoch { get }
}

/// What a reader of the feed gets.
public enum PullAnswer: Sendable, Equatable {
  case page(PullPage)
  /// Deletions behind this cursor have been forgotten: only a reading from the start is whole.
  case cursorExpired
}

/// A mutation with all that the Hub adds to it before it is stored.
public struct StampedMutation: Sendable {
  public let mutation: Mutation
  public let modifiedAt: Stamp
  public let digest: [UInt8]
  public let change: ChangeID
  public let recordedAtMilliseconds: Int64
}

public enum MutationAnswer: Sendable, Equatable {
  case accepted(version: Version, cursor: Cursor)
  case duplicate(version: Version, cursor: Cursor)
  case conflict(actual: Version, current: Change?)
  case reusedKey
  case contentFrozen
}
