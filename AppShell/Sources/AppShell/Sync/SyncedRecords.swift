import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What an app does with its own tables when the shell synchronises them.
///
/// All of it runs inside transactions of the store, on its thread: only the transaction may be
/// used, and nothing may be kept beyond it.
public protocol SyncedRecords: Sendable {
  /// How many records there are; shown before an account becomes their owner.
  func count(_ transaction: borrowing Transaction) throws(StoreError) -> Int

  /// What the store holds behind `record`, in rising order of ids, at most `limit`; nil begins with the
  /// first.
  ///
  /// For each record what would be queued if it were edited now; without what never travels and what is
  /// computed from others. Asked of the file alone, because a store whose bookkeeping is damaged may not
  /// open.
  static func current(
    after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [RecordChange]

  /// Saves what came from elsewhere. The same batch may come again.
  ///
  /// A change that is trashed (`isTrashed`) was perhaps not meant to go: keep what only this device knows.
  func apply(_ batch: Batch, _ transaction: borrowing Transaction) throws(StoreError)

  /// What a record would be with `body`, for the person who decides between two of them; nil: deleted.
  ///
  /// `detail` is what it says beside its facts, in plain; nil where there is none or it is locked. Such as "write chapter, 25 min, yesterday 09:30". Words that only this device knows may stand in it.
  func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> String

  /// Queues what has become due, such as day summaries; about 2 ms a call.
  ///
  /// - Returns: whether there is more to do.
  func prepareOutgoing(_ transaction: borrowing Transaction) throws(StoreError) -> Bool

  /// What the app does when it is asked to from the Hub; by default nothing.
  var actions: PerformedActions { get }

  /// The days of which the app shows what other apps said, as far as the person shares it; by default
  /// none, and nothing is asked.
  ///
  /// At most ``SharedDays/daysMax`` days.
  func sharedDays(_ transaction: borrowing Transaction) throws(StoreError) -> ClosedRange<Day>?

  /// Domains beside the app's own that it reads and never writes; by default none.
  ///
  /// Their changes come to ``apply(_:_:)`` as others do, in passes of their own.
  static var inbound: [Domain] { get }

  /// Called once days are counted by another zone than before, in the transaction of that change.
  func zoneChanged(
    from old: ZoneOffsets, to new: ZoneOffsets, _ transaction: borrowing Transaction
  ) throws(StoreError)
}

extension SyncedRecords {
  public var actions: PerformedActions { .none }

  public static var inbound: [Domain] { [] }

  public func sharedDays(
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> ClosedRange<Day>? { nil }
}
