import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// The kit's bookkeeping in a file of its own, for an app whose store is not SQLite.
///
/// The app's save and the journal's are two, so the order matters (docs/protocol/sync.md, S2 and S3):
/// - After an edit: save it, then ``enqueue(_:nowMilliseconds:)``.
/// - Around a delete: ``willDelete(_:)``, remove it, then ``enqueue(_:nowMilliseconds:)``.
/// - At every start: ``catchUp(with:nowMilliseconds:)``, which queues what a crash between the two left
///   behind.
public struct DetachedJournal: Sendable {
  public let journal: Journal
  /// The journal's own file; the app keeps nothing of its own in it.
  public let store: DatabasePool
  /// A file beside the journal, by which processes keep their passes apart.
  let lockPath: String

  /// Opens or makes a journal at `path`, in a folder that exists.
  ///
  /// `install` as for ``Journal/attach(to:install:random:resolve:)``; `resolve` is the app's own rule for
  /// conflicts, without which the later edit wins.
  public static func open(
    path: String, install: InstallID? = nil, random: any RandomBytes,
    resolve: ResolveConflict? = nil
  ) throws(JournalError) -> DetachedJournal {
    try open(path: path, install: install, random: random, as: Program(resolve: resolve))
  }

  package static func open(
    path: String, install: InstallID?, random: any RandomBytes, as program: Program
  ) throws(JournalError) -> DetachedJournal {
    try refuseDamaged(path)
    var journal: Journal?
    let store = try DatabasePool.open(
      path: path, vfs: program.vfs
    ) { (database) throws(JournalError) in
      journal = try Journal.attach(to: database, install: install, random: random, as: program)
    }
    guard let journal else { preconditionFailure("attached or thrown") }
    return DetachedJournal(journal: journal, store: store, lockPath: path + ".lock")
  }

  /// Queues a change that the app has saved.
  ///
  /// Contract (docs/protocol/sync.md, S1):
  /// - On return it is on disk; never waits for the network, a running sync or a sign-in.
  /// - Its time does not grow with the length of the outbox, and saying the same again does nothing.
  public func enqueue(
    _ change: RecordChange, nowMilliseconds: Int64
  ) async throws(JournalError) {
    let journal = journal
    try await store.write { (transaction) throws(JournalError) in
      try journal.enqueue(change, nowMilliseconds: nowMilliseconds, in: transaction)
    }
  }

  /// Says that the app is about to remove a record from its store; `change` is the delete.
  ///
  /// On return it is on disk. Where the program ends between the removal and ``enqueue(_:nowMilliseconds:)``,
  /// ``catchUp(with:nowMilliseconds:)`` queues the delete; where it ends before the removal, the record
  /// stays and nothing is queued. Without this word such a delete is not found again. Any edit of the
  /// record that is queued takes the word back.
  public func willDelete(_ change: RecordChange) async throws(JournalError) {
    precondition(change.body == nil, "only a delete is announced")
    let journal = journal
    try await store.write { (transaction) throws(JournalError) in
      try journal.noteIntendedDelete(change, transaction)
    }
  }

  /// Queues what the app's store holds and the Hub does not know, at a start of the app; returns how many
  /// records.
  ///
  /// - `records` are all those of the store now, saved as they are; nothing is edited meanwhile. One that is known, waits, is on its way,
  ///   in quarantine, or was just given from elsewhere, is left as it is, and so is one that
  ///   ``enqueue(_:nowMilliseconds:)`` refuses for what it says.
  /// - A record that is missing is taken for deleted only where ``willDelete(_:)`` was said of it.
  /// - Written 500 at a time, behind the person's own writes; running it again does nothing more.
  @discardableResult
  public func catchUp(
    with records: [RecordChange], nowMilliseconds: Int64
  ) async throws(JournalError) -> Int {
    let journal = journal
    var queued = 0
    for start in stride(from: 0, to: records.count, by: Self.recordsAtOnce) {
      let some = Array(records[start..<min(start + Self.recordsAtOnce, records.count)])
      queued += try await store.write(.background) { (transaction) throws(JournalError) in
        var queued = 0
        for record in some
        where try journal.catchUp(with: record, nowMilliseconds: nowMilliseconds, transaction) {
          queued += 1
        }
        return queued
      }
    }
    return queued + (try await finishDeletes(beside: records, nowMilliseconds: nowMilliseconds))
  }

  /// Queues the deletes that were announced and done, and takes back those that were not done.
  private func finishDeletes(
    beside records: [RecordChange], nowMilliseconds: Int64
  ) async throws(JournalError) -> Int {
    let (journal, held) = (journal, Set(records.map(\.record)))
    return try await store.write(.background) { (transaction) throws(JournalError) in
      var queued = 0
      for delete in try journal.intendedDeletes(transaction) {
        if !held.contains(delete.record) {
          try journal.enqueue(delete, nowMilliseconds: nowMilliseconds, in: transaction)
          queued += 1
        } else {
          try journal.forgetIntendedDelete(delete.domain, delete.record, transaction)
        }
      }
      return queued
    }
  }

  static let recordsAtOnce = 500
}
