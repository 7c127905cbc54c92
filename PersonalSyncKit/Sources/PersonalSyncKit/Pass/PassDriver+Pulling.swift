import HubContracts
import ToolboxSQLite

extension PassDriver {
  func pull(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.position(domain, transaction)
    }
    let page = try await page(after: cursor)
    try await note(page.contracts)
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, count: handover.sliceCount(sizer)) {
      let slice = Slice(changes: changes, cursor: place, epoch: page.epoch)
      total.add(try await apply(slice, &sizer))
    }
    return (total, page.hasMore)
  }

  /// Reads one page of the feed again, from where the replay was last saved.
  func replay(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.replayPosition(domain, transaction)
    }
    let page = try await page(after: cursor)
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, count: handover.sliceCount(sizer)) {
      total.add(try await apply(Slice(changes: changes, replayedTo: place), &sizer))
    }
    if !page.hasMore { try await endReplay() }
    return (total, page.hasMore)
  }

  private func endReplay() async throws(SyncError) {
    let journal = journal
    let domain = domain
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.endReplay(domain, transaction) }
    }
  }

  private func page(after cursor: Cursor) async throws(SyncError) -> PullPage {
    let page = try await link.pull(domain, after: cursor)
    try await requireGrant()
    try check(page, after: cursor)
    return page
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
    guard !page.changes.isEmpty || page.cursor == cursor else { throw .invalidResponse }
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

  private func apply(
    _ slice: Slice, _ sizer: inout SliceSizer
  ) async throws(SyncError) -> ApplyCounts {
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    return try await handOver(&sizer) { (transaction) throws(JournalError) in
      try journal.take(slice, in: domain, nowMilliseconds: now, transaction)
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
private struct Pieces: Sequence, IteratorProtocol {
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
