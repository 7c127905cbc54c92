import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// Does what ``PassMachine`` decides, under one grant.
///
/// The grant is checked before each request, after each answer, and again inside every transaction
/// that saves something (docs/protocol/sync.md, O5).
struct PassDriver: Sendable {
  let domain: Domain
  let journal: Journal
  let store: DatabasePool
  let clock: any SyncClock
  let random: any RandomBytes
  let grant: PersonalSyncAccount
  let link: HubLink
  let applyChanges: ApplyChanges
  let prepareOutgoing: PrepareOutgoing
  let isReplaying: Bool

  func run() async throws(SyncError) -> PassReport {
    var machine = PassMachine(isReplaying: isReplaying)
    var sizer = SliceSizer()
    var frozen = FrozenBatch(mutations: [])
    var action = machine.handle(.begin)
    while true {
      if Task.isCancelled { throw .unreachable(.cancelled) }
      switch action {
      case .replay:
        let (counts, hasMore) = try await replay(&sizer)
        action = machine.handle(.replayed(counts, hasMore: hasMore))
      case .pull:
        let (counts, hasMore) = try await pull(&sizer)
        action = machine.handle(.applied(counts, hasMore: hasMore))
      case .release:
        let (counts, hasMore) = try await release(&sizer)
        action = machine.handle(.released(counts, hasMore: hasMore))
      case .prepare:
        action = machine.handle(.prepared(waiting: try await prepare()))
      case .freeze(let limit):
        frozen = try await freeze(limit: limit)
        action = machine.handle(.frozen(count: frozen.mutations.count))
      case .push:
        action = machine.handle(try await push(frozen))
      case .quarantine(let code):
        try await quarantine(frozen, code: code)
        action = machine.handle(.quarantined)
      case .finish(let report):
        try await noteSuccess()
        return report
      }
    }
  }

  // MARK: - Pulling

  private func pull(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.position(domain, transaction)
    }
    let page = try await page(after: cursor)
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, sizer) {
      let slice = Slice(changes: changes, cursor: place, epoch: page.epoch)
      total.add(try await apply(slice, &sizer))
    }
    return (total, page.hasMore)
  }

  /// Reads one page of the feed again, from where the replay was last saved.
  private func replay(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let cursor = try await reading { (transaction) throws(JournalError) in
      try journal.replayPosition(domain, transaction)
    }
    let page = try await page(after: cursor)
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, sizer) {
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

  private func release(_ sizer: inout SliceSizer) async throws(SyncError) -> (ApplyCounts, Bool) {
    let journal = journal
    let domain = domain
    let limit = sizer.count
    let counts = try await saving { (transaction) throws(SyncError) in
      let changes = try inPass { () throws(JournalError) in
        try inJournal { () throws(SQLiteError) in
          try journal.takeParked(domain, includingUnknown: false, limit: limit, transaction)
        }
      }
      let slice = Slice(changes: changes, cursor: nil, epoch: nil)
      return (try self.take(slice, transaction), changes.count == limit)
    }
    return counts
  }

  private func apply(
    _ slice: Slice, _ sizer: inout SliceSizer
  ) async throws(SyncError) -> ApplyCounts {
    let clock = clock
    let (counts, nanoseconds) = try await saving { (transaction) throws(SyncError) in
      let start = clock.monotonicNanoseconds
      let counts = try self.take(slice, transaction)
      return (counts, clock.monotonicNanoseconds - start)
    }
    sizer.took(nanoseconds, for: slice.changes.count)
    return counts
  }

  /// The bookkeeping of a slice and the app's own save of it, in the caller's transaction.
  private func take(
    _ slice: Slice, _ transaction: borrowing Transaction
  ) throws(SyncError) -> ApplyCounts {
    let now = clock.nowMilliseconds
    let (batch, counts) = try inPass { () throws(JournalError) in
      try journal.take(slice, in: domain, nowMilliseconds: now, transaction)
    }
    if !batch.changes.isEmpty {
      do { try applyChanges(batch, transaction) } catch { throw .applyFailed(error) }
    }
    return counts
  }

  // MARK: - Pushing

  /// Lets the app add what has become due and says how many mutations then wait.
  private func prepare() async throws(SyncError) -> Int {
    let (journal, domain) = (journal, domain)
    let prepareOutgoing = prepareOutgoing
    var hasMore = true
    while hasMore {
      hasMore = try await saving { (transaction) throws(SyncError) in
        do { return try prepareOutgoing(transaction) } catch { throw .applyFailed(error) }
      }
    }
    return try await reading { (transaction) throws(JournalError) in
      try journal.waitingCount(domain, transaction)
    }
  }

  private func freeze(limit: Int) async throws(SyncError) -> FrozenBatch {
    let journal = journal
    let domain = domain
    let random = random
    return try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.freeze(domain, limit: limit, random: random, transaction)
      }
    }
  }

  private func push(_ batch: FrozenBatch) async throws(SyncError) -> PassMachine.Event {
    try await requireGrant()
    let reply = try await link.push(batch, domain: domain, device: journal.device)
    try await requireGrant()
    switch reply {
    case .refusedWhole(let code): return .refusedWhole(code: code)
    case .answered(let answer):
      let answers = try match(answer, to: batch)
      return .answered(try await record(answers))
    }
  }

  /// Pairs each result with its mutation; anything missing or strange and none is used.
  private func match(
    _ answer: PushAnswer, to batch: FrozenBatch
  ) throws(SyncError) -> [AnsweredMutation] {
    guard answer.results.count == batch.mutations.count else { throw .invalidResponse }
    var answers: [AnsweredMutation] = []
    for (result, mutation) in zip(answer.results, batch.mutations) {
      guard result.key == mutation.key.description, result.id == mutation.record.description else {
        throw .invalidResponse
      }
      answers.append(AnsweredMutation(mutation: mutation, outcome: result.outcome))
    }
    return answers
  }

  private func record(_ answers: [AnsweredMutation]) async throws(SyncError) -> AnswerCounts {
    let journal = journal
    let domain = domain
    let now = clock.nowMilliseconds
    return try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.record(answers, in: domain, nowMilliseconds: now, transaction)
      }
    }
  }

  private func quarantine(_ batch: FrozenBatch, code: String) async throws(SyncError) {
    let answers = batch.mutations.map {
      AnsweredMutation(mutation: $0, outcome: .rejected(code: code, field: nil, reason: nil))
    }
    _ = try await record(answers)
  }

  private func noteSuccess() async throws(SyncError) {
    let journal = journal
    let domain = domain
    let now = clock.nowMilliseconds
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.succeeded(domain, atMilliseconds: now, transaction)
      }
    }
  }

  // MARK: - The grant

  /// Runs a transaction that changes something, behind the person's own writes, if the grant stands.
  private func saving<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    let journal = journal
    let grant = grant
    return try await store.write(.background) { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try body(transaction)
    }
  }

  /// Reads something if the grant stands.
  private func reading<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(SyncError) -> Result {
    let journal = journal
    let grant = grant
    return try await store.read { (transaction) throws(SyncError) in
      try Self.require(grant, journal, transaction)
      return try inPass { () throws(JournalError) in try body(transaction) }
    }
  }

  private func requireGrant() async throws(SyncError) {
    try await reading { _ throws(JournalError) in }
  }

  private static func require(
    _ grant: PersonalSyncAccount, _ journal: Journal, _ transaction: borrowing Transaction
  ) throws(SyncError) {
    switch try inPass({ () throws(JournalError) in try journal.standing(of: grant, transaction) }) {
    case .good: return
    case .unowned: throw .ownership(.approvalRequired)
    case .differentAccount: throw .ownership(.differentAccount)
    case .sessionChanged: throw .sessionChanged
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

  init(of page: PullPage, _ sizer: SliceSizer) {
    end = page.cursor
    count = sizer.count
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
