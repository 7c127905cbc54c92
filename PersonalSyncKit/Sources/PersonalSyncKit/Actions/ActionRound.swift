import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// Does what the Hub asks of this store, once around: receipts of before, then the inbox.
///
/// Runs under one grant, like a pass: it is checked before each request and in every transaction
/// (docs/protocol/sync.md, O5). An action is done within what was left of its lease when it was asked for,
/// by a clock that only rises, and in one transaction with its receipt; where the app saves elsewhere, the
/// receipt follows, and the app knows an action that comes again by its id (docs/protocol/actions.md).
struct ActionRound: Sendable {
  let domain: Domain
  let journal: Journal
  let store: DatabasePool
  let clock: any SyncClock
  let grant: PersonalSyncAccount
  let link: HubLink
  let actions: Performing

  func run() async throws(SyncError) -> ActionReport {
    var report = ActionReport()
    try await tellReceipts(&report)
    guard try await tellPerformed() else { return report }
    let names = actions.names
    let items = try await link.inbox().items.filter { names.contains($0.name) }
    let answers = try await answers(to: items.filter { $0.risk == .high })
    for item in items {
      switch (item.risk, answers[item.id]) {
      // Nothing of high risk without the person's word in this app.
      case (.high, nil), (.high, .some(.none)): continue
      case (.high, .some(false)): try await perform(item, isDeclined: true, &report)
      case (.high, .some(true)), (.low, _), (.medium, _):
        try await perform(item, isDeclined: false, &report)
      }
    }
    return report
  }

  // MARK: - One action

  private func perform(
    _ item: ActionInbox.Item, isDeclined: Bool, _ report: inout ActionReport
  ) async throws(SyncError) {
    try await granted.require()
    let start = clock.monotonicNanoseconds
    guard case .leased(let bytes, let signature) = try await link.lease(item.id) else { return }
    let lease = try read(bytes, signature, of: item)
    let end = start + lease.usableMilliseconds * 1_000_000
    guard let receipt = try await decide(lease, isDeclined: isDeclined, before: end) else { return }
    if receipt.result.isApplied { report.applied += 1 } else { report.rejected += 1 }
    try await tell(receipt, of: lease.action.id)
  }

  /// Only what the Hub of the grant has signed, for this session and this action (ACT-06).
  private func read(
    _ bytes: [UInt8], _ signature: [UInt8], of item: ActionInbox.Item
  ) throws(SyncError) -> ActionLease {
    guard grant.hubKey.isValid(signature, over: bytes) else { throw .invalidResponse }
    let lease: ActionLease
    do { lease = try ActionLease.read(bytes) } catch { throw .invalidResponse }
    guard lease.account == grant.account, lease.session == grant.session,
      lease.action.id == item.id, lease.action.name == item.name, lease.risk == item.risk
    else { throw .invalidResponse }
    return lease
  }

  /// Does the action, or finds that it was done; nil where there is nothing to tell: the time was over before
  /// it began, or the app could not say.
  private func decide(
    _ lease: ActionLease, isDeclined: Bool, before end: Int64
  ) async throws(SyncError) -> ActionReceipt? {
    if isDeclined {
      return try await saving(lease, before: end) { _ throws(SyncError) in .rejected(.declined) }
    }
    switch actions {
    case .inTransaction(let actions):
      guard let perform = actions.handlers[lease.action.name] else { return nil }
      return try await decide(lease, before: end, perform)
    case .elsewhere(let actions):
      guard let perform = actions.handlers[lease.action.name] else { return nil }
      return try await decide(lease, before: end, perform)
    }
  }

  /// Effect and receipt in one transaction.
  private func decide(
    _ lease: ActionLease, before end: Int64, _ perform: @escaping PerformInTransaction
  ) async throws(SyncError) -> ActionReceipt? {
    do throws(SyncError) {
      return try await saving(lease, before: end) { (transaction) throws(SyncError) in
        do { return try perform(lease.action, transaction) } catch { throw .applyFailed(error) }
      }
    } catch {
      guard case .applyFailed = error else { throw error }
      // What the app could not save is not there; that it could not is an answer, too.
      return try await saving(lease, before: end) { _ throws(SyncError) in .rejected(.failed) }
    }
  }

  /// The app's save, and the receipt after it; an action whose receipt is kept is not asked of the app.
  private func decide(
    _ lease: ActionLease, before end: Int64, _ perform: PerformElsewhere
  ) async throws(SyncError) -> ActionReceipt? {
    let (journal, action) = (journal, lease.action)
    let kept = try await granted.readJournal { (transaction) throws(JournalError) in
      try journal.receipt(of: action.id, in: action.name.domain, transaction)
    }
    if kept == nil, clock.monotonicNanoseconds >= end { return nil }
    let said: ActionResult
    if let kept {
      said = kept.result
    } else {
      // What it has saved is not known; asked again, the app knows by the id.
      do { said = try await perform(action) } catch { return nil }
    }
    // What the app has saved stands, however late it is: the Hub is told, and decides by the fence.
    return try await saving(lease, before: .max) { _ throws(SyncError) in said }
  }

  /// Keeps what `result` comes to; an action that was done before is answered as it was then.
  private func saving(
    _ lease: ActionLease, before end: Int64,
    _ result: @escaping @Sendable (borrowing Transaction) throws(SyncError) -> ActionResult
  ) async throws(SyncError) -> ActionReceipt? {
    let (journal, domain, clock) = (journal, lease.action.name.domain, clock)
    // Not behind local writes: the person is looking.
    return try await granted.write(.local) { (transaction) throws(SyncError) in
      let id = lease.action.id
      let kept = try inPass { () throws(JournalError) in
        try journal.receipt(of: id, in: domain, transaction)
      }
      if kept == nil, clock.monotonicNanoseconds >= end { return nil }
      let said: ActionResult
      if let kept { said = kept.result } else { said = try result(transaction) }
      let receipt = ActionReceipt(fence: lease.fence, said)
      let now = clock.nowMilliseconds
      try inPass { () throws(JournalError) in
        try journal.keep(receipt, of: id, in: domain, nowMilliseconds: now, transaction)
      }
      return receipt
    }
  }

  // MARK: - Telling

  private func tellReceipts(_ report: inout ActionReport) async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    let untold = try await granted.readJournal { (transaction) throws(JournalError) in
      try journal.untoldReceipts(in: domain, transaction)
    }
    for one in untold {
      try await tell(one.receipt, of: one.id)
      report.told += 1
    }
  }

  private func tell(_ receipt: ActionReceipt, of id: ActionID) async throws(SyncError) {
    try await granted.require()
    try await link.tell(receipt, of: id)
    let journal = journal
    try await granted.writeJournal(.local) { (transaction) throws(JournalError) in
      try journal.told(id, transaction)
    }
  }

  /// Says what this app performs, once a session; false where the Hub knows no actions.
  private func tellPerformed() async throws(SyncError) -> Bool {
    let (journal, names, session) = (journal, actions.names, grant.session)
    let isTold = try await granted.readJournal { (transaction) throws(JournalError) in
      try journal.hasTold(names, in: session, transaction)
    }
    if isTold { return true }
    guard try await link.tell(performed: names) else { return false }
    try await granted.writeJournal(.local) { (transaction) throws(JournalError) in
      try journal.told(names, in: session, transaction)
    }
    return true
  }

  private func answers(
    to items: [ActionInbox.Item]
  ) async throws(SyncError) -> [ActionID: Bool?] {
    let journal = journal
    let hasAny = try await granted.readJournal { (transaction) throws(JournalError) in
      try !journal.actionQuestions(transaction).isEmpty
    }
    if items.isEmpty, !hasAny { return [:] }
    return try await granted.writeJournal(.local) { (transaction) throws(JournalError) in
      try journal.ask(items, transaction)
    }
  }

  private var granted: GrantedStore { GrantedStore(store: store, journal: journal, grant: grant) }
}
