import HubContracts

/// Reads, after a pass, what the person shares of other apps' days, and keeps it for when nobody can be
/// asked.
///
/// What the Hub answers replaces what was kept: a domain that is shared no more is gone with the next
/// answer. No answer changes nothing, and no answer fails the pass.
struct SharedReading: Sendable {
  let days: ClosedRange<Day>
  let link: HubLink
  let granted: GrantedStore
  let clock: any SyncClock

  func run() async throws(SyncError) {
    guard let shared = await link.sharedDays(days) else { return }
    let (journal, now) = (granted.journal, clock.nowMilliseconds)
    do throws(SyncError) {
      let kept = try await granted.readJournal { (transaction) throws(JournalError) in
        try journal.sharedDays(transaction)
      }
      if let kept, kept.shared == shared,
        (0..<KeptSharedDays.freshMilliseconds).contains(now - kept.readAtMilliseconds)
      {
        return
      }
      try await granted.writeJournal(.background) { (transaction) throws(JournalError) in
        try journal.keep(shared, nowMilliseconds: now, transaction)
      }
    } catch {
      // The session that it was read in is over: there is nothing to keep it for.
      guard case .sessionChanged = error else { throw error }
    }
  }
}
