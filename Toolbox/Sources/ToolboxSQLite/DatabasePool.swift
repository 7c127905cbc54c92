import CSQLite
import Dispatch
import ToolboxLocks

/// One SQLite file with a writer that commits in groups, and readers beside it.
///
/// Writes that wait together share one transaction and one fsync. Local writes go before
/// ``Urgency/background`` ones, which run one at a time so that a person never waits for a sync.
/// Each connection lives on its own serial queue.
public final class DatabasePool: Sendable {
  public enum Urgency: Sendable { case local, background }

  // Readers first, because they are let go in this order: the connection that closes last moves the
  // log into the file, and one that may only read cannot.
  private let readers: [ReaderQueue]
  private let writer: WriterQueue
  private let nextReader = Locked(0)

  /// Opens `path`, lets `prepare` build the schema, then opens the readers.
  ///
  /// `vfs` names one of SQLite's file systems; nil is the system's own. `rules` hold for everything
  /// after `prepare`.
  public static func open<Failure: SQLiteFailing>(
    path: String, readers: Int = 1, vfs: String? = nil, rules: StatementRules? = nil,
    prepare: (Database) throws(Failure) -> Void
  ) throws(Failure) -> DatabasePool {
    precondition(readers > 0, "a pool has a reader")
    let database: Database
    do { database = try Database(path: path, vfs: vfs) } catch { throw Failure(sqlite: error) }
    try prepare(database)
    database.rules = rules
    var queues: [ReaderQueue] = []
    do {
      let checkpoints = CheckpointQueue(try Database(path: path, vfs: vfs))
      database.observeLog { [unowned database] pages in
        checkpoints.logHolds(pages, writer: database)
      }
      for _ in 0..<readers {
        let reader = try Database(path: path, access: .readOnly, vfs: vfs)
        reader.rules = rules
        queues.append(ReaderQueue(reader))
      }
    } catch { throw Failure(sqlite: error) }
    return DatabasePool(writer: WriterQueue(database), readers: queues)
  }

  private init(writer: WriterQueue, readers: [ReaderQueue]) {
    self.writer = writer
    self.readers = readers
  }

  /// Runs `body` in a transaction and returns when its effect is on disk.
  ///
  /// On throw, nothing that `body` did is kept; its neighbours in the group are. `body` may be run a
  /// second time, when a neighbour made the first attempt fail: its only effects are on the
  /// transaction. Cancelling the caller does not stop a write that has begun.
  public func write<Result: Sendable, Failure: SQLiteFailing>(
    _ urgency: Urgency = .local,
    _ body: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      writer.submit(WriteJob(body, continuation), urgency)
    }
    return try result.get()
  }

  /// What has been written since the file was opened.
  public var writeCounts: WriteCounts { writer.counts }

  /// Runs `body` on one unchanging view that holds every write answered before the call.
  public func read<Result: Sendable, Failure: SQLiteFailing>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let index = nextReader.withLock { next in
      next = (next + 1) % readers.count
      return next
    }
    let reader = readers[index]
    return try await reader.run(body)
  }
}

/// How much was written; only rises.
public struct WriteCounts: Sendable, Equatable {
  /// Writes that are on disk.
  public var writes = 0
  /// Transactions that they shared, each with its fsync.
  public var commits = 0
  /// Writes of which nothing was kept.
  public var failures = 0
  /// Local writes that were asked for, done or not.
  public var localRequests = 0

  public init() {}
}

/// Moves the write-ahead log into the file, on a connection and queue of its own.
///
/// SQLite's own way is to do it inside the commit that fills the log, where a person's write would
/// wait for tens of milliseconds.
private final class CheckpointQueue: @unchecked Sendable {
  // Safe because `database` is touched only on `queue`.
  /// A checkpoint begins when the log holds so many pages.
  private static let pagesToBegin = 4_000
  /// A log of this size (64 MiB) is not kept up with: the writer then does it itself.
  private static let pagesMax = 16_000

  private let database: Database
  private let queue = DispatchQueue(label: "sqlite.checkpoint", qos: .utility)
  private let isRunning = Locked(false)

  init(_ database: Database) { self.database = database }

  /// Called on the writer's queue, after a commit.
  func logHolds(_ pages: Int, writer: Database) {
    guard pages >= Self.pagesToBegin else { return }
    if pages >= Self.pagesMax { return writer.checkpoint() }
    let mustStart = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard mustStart else { return }
    queue.async {
      self.database.checkpoint()
      self.isRunning.withLock { $0 = false }
    }
  }
}

/// A read-only connection on its own serial queue.
private final class ReaderQueue: @unchecked Sendable {
  // Safe because `database` is touched only on `queue`.
  private let database: Database
  private let queue = DispatchQueue(label: "sqlite.reader")

  init(_ database: Database) { self.database = database }

  func run<Result: Sendable, Failure: SQLiteFailing>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        let result: Swift.Result<Result, Failure>
        do throws(Failure) { result = .success(try self.database.read(body)) } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}

/// One write that waits for its group.
private final class WriteJob: @unchecked Sendable {
  // Safe because a job is handed to the writer's queue and touched only there.
  /// Runs the body; false where it threw, which it will then be told to its caller.
  let run: (borrowing Transaction) -> Bool
  /// Answers the caller: with what the body gave, or with why it could not be committed.
  let finish: (SQLiteError?) -> Void

  init<Result: Sendable, Failure: SQLiteFailing>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Result,
    _ continuation: CheckedContinuation<Swift.Result<Result, Failure>, Never>
  ) {
    var outcome: Swift.Result<Result, Failure>?
    run = { transaction in
      do throws(Failure) {
        outcome = .success(try body(transaction))
        return true
      } catch {
        outcome = .failure(error)
        return false
      }
    }
    finish = { error in
      if case .failure = outcome {
        // The body's own error says more than the roll-back that followed it.
      } else if let error {
        outcome = .failure(Failure(sqlite: error))
      }
      guard let outcome else { preconditionFailure("a job is run before it is finished") }
      continuation.resume(returning: outcome)
    }
  }
}

/// The writing connection, on its own serial queue, and the writes that wait for it.
private final class WriterQueue: @unchecked Sendable {
  // Safe because `database` is touched only on `queue`; the rest is behind `waiting`'s lock.
  private struct Waiting {
    var local: [WriteJob] = []
    var background: [WriteJob] = []
    var isDraining = false
    var localGroupsInARow = 0
  }

  /// Writes in one transaction at most; bounds how long one group holds the lock.
  private static let groupMax = 256
  /// After so many groups of local writes, one background write has its turn.
  private static let localGroupsMax = 16

  private let database: Database
  private let queue = DispatchQueue(label: "sqlite.writer", qos: .userInitiated)
  private let waiting = Locked(Waiting())
  private let counted = Locked(WriteCounts())

  init(_ database: Database) { self.database = database }

  var counts: WriteCounts { counted.withLock { $0 } }

  func submit(_ job: WriteJob, _ urgency: DatabasePool.Urgency) {
    if urgency == .local { counted.withLock { $0.localRequests += 1 } }
    let mustStart = waiting.withLock { waiting in
      switch urgency {
      case .local: waiting.local.append(job)
      case .background: waiting.background.append(job)
      }
      defer { waiting.isDraining = true }
      return !waiting.isDraining
    }
    if mustStart { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let group = nextGroup()
      if group.isEmpty { return }
      commit(group)
    }
  }

  private func nextGroup() -> [WriteJob] {
    waiting.withLock { waiting in
      let isBackgroundsTurn =
        waiting.local.isEmpty || waiting.localGroupsInARow >= Self.localGroupsMax
      if isBackgroundsTurn, !waiting.background.isEmpty {
        waiting.localGroupsInARow = 0
        return [waiting.background.removeFirst()]
      }
      let group = Array(waiting.local.prefix(Self.groupMax))
      waiting.local.removeFirst(group.count)
      waiting.localGroupsInARow += 1
      if group.isEmpty { waiting.isDraining = false }
      return group
    }
  }

  private func commit(_ group: [WriteJob]) {
    if group.count == 1 || !commitTogether(group) {
      for job in group { commitAlone(job) }
    }
  }

  /// False where any write failed or the commit did: nothing is kept and each is to be tried alone.
  private func commitTogether(_ group: [WriteJob]) -> Bool {
    do { try database.beginWriting() } catch { return false }
    for job in group {
      guard job.run(Transaction(database: database)) else {
        database.rollBack()
        return false
      }
    }
    do { try database.commit() } catch { return false }
    count(writes: group.count)
    for job in group { job.finish(nil) }
    return true
  }

  private func commitAlone(_ job: WriteJob) {
    do {
      try database.beginWriting()
      if job.run(Transaction(database: database)) {
        try database.commit()
        count(writes: 1)
      } else {
        database.rollBack()
        counted.withLock { $0.failures += 1 }
      }
      job.finish(nil)
    } catch {
      counted.withLock { $0.failures += 1 }
      job.finish(error)
    }
  }

  private func count(writes: Int) {
    counted.withLock { counts in
      counts.writes += writes
      counts.commits += 1
    }
  }
}
