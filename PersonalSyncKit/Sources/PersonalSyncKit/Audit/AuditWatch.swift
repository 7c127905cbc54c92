import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// Checks, after a pass, that the Hub's audit chain goes on from what this store has seen of it (LOG-06).
///
/// Whatever it finds is kept and told, and stops nothing: the records of the pass are stored already.
/// Source: docs/protocol/audit.md, "Devices as witnesses".
struct AuditWatch: Sendable {
  /// Pages that a proof may have, which is 512,000 entries; a longer one is taken for none.
  static let pagesMax: Int64 = 512

  let journal: Journal
  let store: DatabasePool
  let link: HubLink
  let grant: PersonalSyncAccount
  let clock: any SyncClock

  func run() async throws(SyncError) {
    let kept = try await kept()
    switch await offer(beside: kept) {
    case .nothing: return
    case .unreadable(let note): try await sound(.unsigned, over: note)
    case .withheld: try await sound(.withheld, over: nil)
    case .note(let signed):
      guard signed.isSigned(for: grant) else {
        return try await sound(.unsigned, over: signed.note)
      }
      try await judge(signed, beside: kept)
    }
  }

  private enum Offer {
    /// Nothing to compare, or no answer.
    case nothing
    case note(SignedCheckpoint)
    case unreadable([UInt8])
    case withheld
  }

  /// The checkpoint that came with the pass's answers; where none did, the Hub is asked for it.
  private func offer(beside kept: AuditKept) async -> Offer {
    if let text = link.checkpoint.withLock({ $0 }) {
      guard let note = Base64URL.decode(text), let signed = SignedCheckpoint(note: note) else {
        return .unreadable(Array(text.utf8.prefix(SignedCheckpoint.bytesMax)))
      }
      return .note(signed)
    }
    // A Hub that never showed a chain is an older one.
    guard let checkpoint = kept.checkpoint?.checkpoint else { return .nothing }
    switch await link.audit(after: checkpoint.size, upTo: nil) {
    case .page(let page): return .note(page.checkpoint)
    case .none: return .withheld
    case .unreachable: return .nothing
    }
  }

  private func judge(
    _ offered: SignedCheckpoint, beside kept: AuditKept
  ) async throws(SyncError) {
    let verdict = WitnessRule.judge(
      offered.checkpoint, beside: kept.checkpoint?.checkpoint, kept.marks)
    switch verdict {
    case .unchanged:
      if kept.alarm != nil { try await endAlarm() }
    case .first: try await accept(offered, lost: nil)
    case .alarm(let alarm): try await sound(alarm, over: offered.note)
    case .prove(let mark, let lost):
      switch await proof(of: offered.checkpoint, from: mark) {
      case .holds: try await accept(offered, lost: lost)
      case .fails: try await sound(.forked, over: offered.note)
      case .missing: try await sound(.withheld, over: offered.note)
      case .unreachable: return
      }
    }
  }

  private enum Proof { case holds, fails, missing, unreachable }

  /// Computes the links from `mark` to the checkpoint anew, from commitments that the Hub shows.
  private func proof(of checkpoint: AuditCheckpoint, from mark: AuditMark) async -> Proof {
    var mark = mark
    let page = Int64(AuditChain.commitmentsPerPageMax)
    guard checkpoint.size - mark.size <= page * Self.pagesMax else { return .missing }
    while mark.size < checkpoint.size {
      switch await link.audit(after: mark.size, upTo: checkpoint.size) {
      case .unreachable: return .unreachable
      case .none: return .missing
      case .page(let answer):
        guard answer.commitments.count == min(page, checkpoint.size - mark.size) else {
          return .missing
        }
        mark = WitnessRule.mark(after: mark, by: answer.commitments)
      }
    }
    return mark.link == checkpoint.link ? .holds : .fails
  }

  // MARK: - Keeping

  private func kept() async throws(SyncError) -> AuditKept {
    let journal = journal
    return try await store.read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.audit(transaction) }
    }
  }

  private func accept(
    _ signed: SignedCheckpoint, lost: ClosedRange<Int64>?
  ) async throws(SyncError) {
    let (journal, now) = (journal, clock.nowMilliseconds)
    try await saving { (transaction) throws(JournalError) in
      try journal.accept(signed, lost: lost, nowMilliseconds: now, transaction)
    }
    await link.testify(size: signed.checkpoint.size, link: signed.checkpoint.link)
  }

  private func sound(_ alarm: AuditAlarm, over offered: [UInt8]?) async throws(SyncError) {
    let (journal, now) = (journal, clock.nowMilliseconds)
    try await saving { (transaction) throws(JournalError) in
      try journal.sound(alarm, over: offered, nowMilliseconds: now, transaction)
    }
  }

  private func endAlarm() async throws(SyncError) {
    let journal = journal
    try await saving { (transaction) throws(JournalError) in
      try journal.endAuditAlarm(transaction)
    }
  }

  /// Only for the account that the store belongs to, in the session of the pass.
  private func saving(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Void
  ) async throws(SyncError) {
    try await GrantedStore(store: store, journal: journal, grant: grant)
      .writeJournal(.background, body)
  }
}
