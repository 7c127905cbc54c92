import ToolboxSQLite

/// Tells screens how a store stands, as it changes.
///
/// Passes that were given it say how far they are; whoever sees the store change calls ``look()``.
/// Screens get the newest status only.
public actor SyncMonitor {
  private let journal: Journal
  private let store: DatabasePool
  private var status: SyncStatus?
  /// Of the pass that runs; nil while none does.
  public private(set) var progress: SyncProgress?
  private var screens: [AsyncStream<SyncStatus>.Continuation] = []
  private var looks = 0
  private var newestLook = 0

  public init(journal: Journal, store: DatabasePool) {
    self.journal = journal
    self.store = store
  }

  /// The status that is known, at once, and from then on each one that differs from the one before.
  public func statuses() -> AsyncStream<SyncStatus> {
    let (statuses, screen) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    screens.append(screen)
    if let status { screen.yield(status) }
    return statuses
  }

  /// Reads the store, and tells the screens where something differs.
  ///
  /// A store that cannot be read is ``SyncStatus/State/damaged``: nothing else can be said of it.
  public func look() async {
    looks += 1
    let look = looks
    let (journal, store) = (journal, store)
    var read: JournalStatus?
    do throws(JournalError) {
      read = try await store.read { (transaction) throws(JournalError) in
        try journal.status(transaction)
      }
    } catch { read = nil }
    // Two looks may end in another order than they began.
    guard look > newestLook else { return }
    newestLook = look
    tell(SyncStatus(read, progress: progress))
  }

  /// Notes how far the pass is that runs.
  func progressed(_ progress: SyncProgress) {
    self.progress = progress
    if let status { tell(SyncStatus(status.journal, progress: progress)) }
  }

  func passEnded() async {
    progress = nil
    await look()
  }

  private func tell(_ new: SyncStatus) {
    guard new != status else { return }
    status = new
    screens.removeAll { screen in
      // Screens that have gone are noticed with the next news.
      guard case .terminated = screen.yield(new) else { return false }
      return true
    }
  }
}
