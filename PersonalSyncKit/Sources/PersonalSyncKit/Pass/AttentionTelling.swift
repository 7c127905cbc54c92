import HubContracts
import ToolboxHTTP

/// Tells the Hub, after a pass, how much waits here for the person, where it was told otherwise before.
///
/// Nothing is kept of it: each answer of the Hub says what it was told, so a restored Hub and a new session
/// hear it anew. No answer changes nothing, and no answer fails the pass.
/// Source: docs/protocol/sync.md, "What waits for a person".
struct AttentionTelling: Sendable {
  let link: HubLink
  let granted: GrantedStore

  func run() async throws(SyncError) {
    guard let told = link.attention.withLock({ $0 }) else { return }
    let journal = granted.journal
    do throws(SyncError) {
      let counts = try await granted.readJournal { (transaction) throws(JournalError) in
        AttentionCounts(try journal.status(transaction))
      }
      if counts != told { await link.tell(counts) }
    } catch {
      // The session that it would be told in is over.
      guard case .sessionChanged = error else { throw error }
    }
  }
}

extension AttentionCounts {
  init(_ status: JournalStatus) {
    self.init(conflicts: Int64(status.conflicts), quarantined: Int64(status.quarantined))
  }
}

extension HubLink {
  /// Says how much waits here; what is lost is said again after the next pass.
  fileprivate func tell(_ counts: AttentionCounts) async {
    do throws(SyncError) {
      _ = try await send(
        HTTPRequest(
          method: .put, path: AttentionCounts.path,
          headers: ["Content-Type": "application/json"], body: counts.json))
    } catch {
      // The pass is done; what it brought stands.
    }
  }
}
