extension PersonalSyncRuntime {
  /// Does what the Hub asks of this store, and says what became of it; one round, without a pass.
  ///
  /// ``synchronize(account:replayFromStart:performing:sharing:currentRecords:prepareOutgoing:applyChanges:)`` does
  /// the same before its pass, so that effects go out with it. Effect, intent id and receipt are one
  /// transaction (docs/protocol/actions.md). Bindings, passes and rounds run one at a time. Nil where
  /// nobody is signed in.
  @discardableResult
  public func performActions(
    account: PersonalSyncAccount? = nil, _ actions: PerformedActions
  ) async throws(SyncError) -> ActionReport? {
    try await runner.performActions(account, .inTransaction(actions))
  }
}

extension DetachedSyncRuntime {
  /// Does what the Hub asks of this store, and says what became of it; one round, without a pass.
  ///
  /// As ``PersonalSyncRuntime/performActions(account:_:)``, but effect and receipt are two saves: see
  /// ``PerformedElsewhere`` for what the app promises.
  @discardableResult
  public func performActions(
    account: PersonalSyncAccount? = nil, _ actions: PerformedElsewhere
  ) async throws(SyncError) -> ActionReport? {
    try await runner.performActions(account, .elsewhere(actions))
  }
}

extension PassRunner {
  func performActions(
    _ account: PersonalSyncAccount?, _ actions: Performing
  ) async throws(SyncError) -> ActionReport? {
    try await gate.run { () async throws(SyncError) in
      guard let grant = try await grant(account) else { return nil }
      let link = try await link(grant, isProved: account == nil)
      return try await perform(actions, grant, link)
    }
  }

  /// Runs a round; nothing is asked of the Hub where nothing is performed.
  func perform(
    _ actions: Performing, _ grant: PersonalSyncAccount, _ link: HubLink
  ) async throws(SyncError) -> ActionReport {
    guard !actions.names.isEmpty else { return ActionReport() }
    let round = ActionRound(
      domain: domain, journal: journal, store: store, clock: clock, grant: grant, link: link,
      actions: actions)
    do throws(SyncError) { return try await round.run() } catch {
      throw try await told(error, by: link, of: grant)
    }
  }
}
