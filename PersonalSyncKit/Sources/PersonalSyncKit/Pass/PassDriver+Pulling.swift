import HubContracts
import ToolboxSQLite

extension PassDriver {
  /// Reads the next page; `isFromStart` is true as long as this pass has read all that is before it.
  func pull(
    _ sizer: inout SliceSizer, _ isFromStart: inout Bool
  ) async throws(SyncError) -> PassMachine.Event {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.position(domain, transaction)
    }
    isFromStart = isFromStart || cursor == .start
    let page: PullPage
    switch try await self.page(after: cursor, isWhole: isFromStart) {
    case .page(let found): page = found
    case .mustReconcile(let reason): return .mustReconcile(reason)
    }
    try await note(page.contracts)
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, count: handover.sliceCount(sizer)) {
      let slice = Slice(changes: changes, cursor: place, epoch: page.epoch)
      total.add(try await apply(slice, &sizer))
    }
    if page.changes.isEmpty { try await noteEpoch(page) }
    return .applied(total, hasMore: page.hasMore)
  }

  /// Reads one page of the feed again, from where the replay was last saved.
  func replay(_ sizer: inout SliceSizer) async throws(SyncError) -> PassMachine.Event {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.replayPosition(domain, transaction)
    }
    let page: PullPage
    switch try await self.page(after: cursor, isWhole: true) {
    case .page(let found): page = found
    case .mustReconcile(let reason): return .mustReconcile(reason)
    }
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, count: handover.sliceCount(sizer)) {
      total.add(try await apply(Slice(changes: changes, replayedTo: place), &sizer))
    }
    if !page.hasMore { try await endReplay() }
    return .replayed(total, hasMore: page.hasMore)
  }

  private func endReplay() async throws(SyncError) {
    let journal = journal
    let domain = domain
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.endReplay(domain, transaction) }
    }
  }

  enum Reading {
    case page(PullPage)
    case mustReconcile(ReconcileReason)
  }

  /// The page behind `cursor`; `isWhole` says that the reader has come from the start.
  func page(after cursor: Cursor, isWhole: Bool) async throws(SyncError) -> Reading {
    let reply = try await link.pull(domain, after: cursor, isWhole: isWhole)
    try await requireGrant()
    guard case .page(let page) = reply else { return .mustReconcile(.expired) }
    if let epoch = page.epoch, try await isNewer(epoch) { return .mustReconcile(.restored(epoch)) }
    try check(page, after: cursor)
    return .page(page)
  }

  /// Remembers the epoch of a page that there was nothing of to save.
  private func noteEpoch(_ page: PullPage) async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    guard let epoch = page.epoch else { return }
    let known = try await reading { (transaction) throws(JournalError) in
      try journal.epoch(domain, transaction)
    }
    if known == epoch { return }
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.note(epoch, in: domain, transaction) }
    }
  }

  /// Remembers the epoch of a Hub that this store meets for the first time.
  func noteFirst(_ epoch: Epoch) async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        guard try journal.epoch(domain, transaction) == nil else { return }
        try journal.note(epoch, in: domain, transaction)
      }
    }
  }

  /// Whether the Hub has begun a new epoch; throws where its epoch is older than one that was seen.
  func isNewer(_ epoch: Epoch?) async throws(SyncError) -> Bool {
    let (journal, domain) = (journal, domain)
    let known = try await reading { (transaction) throws(JournalError) -> Epoch? in
      if let underWay = try journal.reconcile(domain, transaction) { return underWay.epoch }
      return try journal.epoch(domain, transaction)
    }
    guard let epoch, let known else { return false }
    guard epoch >= known else { throw .hubWentBack }
    return epoch > known
  }

  private func check(_ page: PullPage, after cursor: Cursor) throws(SyncError) {
    guard page.changes.count <= SyncLimits.changesPerPageMax else { throw .invalidResponse }
    var last = cursor
    for change in page.changes {
      guard change.cursor > last, change.domain == domain else { throw .invalidResponse }
      last = change.cursor
    }
    guard page.cursor >= last, !page.hasMore || page.cursor > cursor else {
      throw .invalidResponse
    }
    // Only the end of the feed may be past its last change: deletions there are forgotten.
    guard !page.hasMore || page.cursor == last else { throw .invalidResponse }
  }

  /// Takes up what was parked for an answer that has come.
  func release(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let limit = handover.sliceCount(sizer)
    let now = clock.nowMilliseconds
    let isImporting = handover.isImporting
    let taken = try await handOver(&sizer) { (transaction) throws(JournalError) in
      let changes = try inJournal { () throws(SQLiteError) in
        try journal.takeParked(domain, limit: limit, transaction)
      }
      guard isImporting else {
        return try journal.rebase(over: changes, nowMilliseconds: now, transaction)
      }
      let slice = Slice(changes: changes, cursor: nil, epoch: nil)
      return try journal.take(slice, in: domain, nowMilliseconds: now, transaction)
    }
    return (taken.counts, taken.changes == limit)
  }

  func apply(
    _ slice: Slice, _ sizer: inout SliceSizer
  ) async throws(SyncError) -> ApplyCounts {
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    let isImporting = handover.isImporting
    return try await handOver(&sizer) { (transaction) throws(JournalError) in
      guard isImporting else { return try journal.compareReported(slice, in: domain, transaction) }
      return try journal.take(slice, in: domain, nowMilliseconds: now, transaction)
    }.counts
  }
}

extension Handover {
  var isImporting: Bool {
    switch self {
    case .attached, .detached: true
    case .outbound: false
    }
  }
}

extension ApplyCounts {
  mutating func add(_ other: ApplyCounts) {
    applied += other.applied
    conflicts += other.conflicts
  }
}

/// A page cut into pieces that are each saved in one transaction, with the place in the feed that is
/// reached by each.
struct Pieces: Sequence, IteratorProtocol {
  private let end: Cursor
  private let count: Int
  private var rest: ArraySlice<Change>

  init(of page: PullPage, count: Int) {
    end = page.cursor
    self.count = count
    rest = page.changes[...]
  }

  mutating func next() -> ([Change], Cursor)? {
    guard !rest.isEmpty else { return nil }
    let changes = Array(rest.prefix(count))
    rest = rest.dropFirst(changes.count)
    // The last piece takes the page's own cursor, which may be past the last change.
    return (changes, rest.isEmpty ? end : changes.last?.cursor ?? end)
  }
}
