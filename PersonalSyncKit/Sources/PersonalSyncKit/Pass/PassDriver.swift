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
  let handover: Handover
  let preparation: Preparation
  let content: StoreContent
  let isReplaying: Bool
  let interlude: @Sendable () async -> Void
  let monitor: SyncMonitor?

  func run() async throws(SyncError) -> PassReport {
    var machine = PassMachine(
      isReplaying: isReplaying, isImporting: handover.isImporting,
      isReconciling: try await mustGoOnReconciling())
    var sizer = SliceSizer(localWrites: store.writeCounts.localRequests)
    var isFromStart = false
    var frozen = FrozenBatch(mutations: [])
    var progress: SyncProgress?
    try await openLocked(&sizer)
    var action = machine.handle(.begin)
    while true {
      if Task.isCancelled { throw .unreachable(.cancelled) }
      switch action {
      case .replay:
        let event = try await replay(&sizer)
        await tell(event, sent: 0, &progress)
        action = machine.handle(event)
      case .pull:
        let event = try await pull(&sizer, &isFromStart)
        await tell(event, sent: 0, &progress)
        action = machine.handle(event)
      case .beginReconcile(let reason):
        try await beginReconcile(reason)
        action = machine.handle(.reconcileBegun)
      case .readWhole:
        let event = try await readWhole(&sizer)
        await tell(event, sent: 0, &progress)
        action = machine.handle(event)
      case .sweep:
        let (counts, hasMore) = try await sweep(&sizer)
        action = machine.handle(.swept(counts, hasMore: hasMore))
      case .release:
        let (counts, hasMore) = try await release(&sizer)
        action = machine.handle(.released(counts, hasMore: hasMore))
      case .prepare:
        action = machine.handle(.prepared(waiting: try await prepare()))
      case .freeze(let limit):
        frozen = try await freeze(limit: limit)
        action = machine.handle(.frozen(count: frozen.mutations.count, refused: frozen.refused))
      case .freezeUnanswered(let limit):
        frozen = try await unanswered(limit: limit)
        action = machine.handle(.frozen(count: frozen.mutations.count, refused: 0))
      case .push:
        let event = try await push(frozen)
        await tell(event, sent: frozen.mutations.count, &progress)
        action = machine.handle(event)
      case .quarantine(let code):
        try await quarantine(frozen, code: code)
        action = machine.handle(.quarantined)
      case .finish(let report):
        try await confirm(&sizer)
        try await noteSuccess()
        return report
      }
    }
  }

  // MARK: - Pushing

  /// Lets the app add what has become due and says how many mutations then wait.
  private func prepare() async throws(SyncError) -> Int {
    let (journal, domain) = (journal, domain)
    while try await prepareOnce() {}
    try await sealHeld()
    try await askForContracts()
    try await retryUnderNewTerms()
    return try await reading { (transaction) throws(JournalError) in
      try journal.waitingCount(domain, transaction)
    }
  }

  private func prepareOnce() async throws(SyncError) -> Bool {
    switch preparation {
    case .inTransaction(let prepare):
      return try await saving { (transaction) throws(SyncError) in
        do { return try prepare(transaction) } catch { throw .applyFailed(error) }
      }
    case .elsewhere(let prepare):
      try await requireGrant()
      do { return try await prepare() } catch { throw .applyFailed(error) }
    }
  }

  private func freeze(limit: Int) async throws(SyncError) -> FrozenBatch {
    let journal = journal
    let domain = domain
    let random = random
    let now = clock.nowMilliseconds
    return try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.freeze(
          domain, limit: limit, random: random, nowMilliseconds: now, transaction)
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
      let counts = try await record(answers)
      guard !handover.isImporting, let epoch = answer.epoch else { return .answered(counts) }
      // Whoever reads the feed learns of a restore there.
      try await noteFirst(epoch)
      return try await isNewer(epoch) ? .answeredByRestored(counts, epoch) : .answered(counts)
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
        try journal.emptyTrash(nowMilliseconds: now, transaction)
        try journal.succeeded(domain, atMilliseconds: now, transaction)
      }
    }
  }
}
