import HubContracts

extension PersonalSyncRuntime {
  /// Proposes an action of another app, as far as the person lets this one (docs/protocol/sharing.md).
  ///
  /// Safe to repeat with the same id: it is one action. Nothing is kept here for later: throws
  /// ``SyncError/unreachable(_:)`` where the Hub cannot be asked now, and ``SyncError/signInNeeded`` where
  /// nobody is signed in.
  public func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    try await runner.propose(proposal)
  }
}

extension DetachedSyncRuntime {
  /// See ``PersonalSyncRuntime/propose(_:)``.
  public func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    try await runner.propose(proposal)
  }
}

extension PassRunner {
  fileprivate func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    guard let grant = try await grant(nil) else { throw .signInNeeded }
    let link = try await link(grant, isProved: true)
    do throws(SyncError) { return try await link.propose(proposal) } catch {
      throw try await told(error, by: link, of: grant)
    }
  }
}
