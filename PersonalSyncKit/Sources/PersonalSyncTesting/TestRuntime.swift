import HubContracts
import PersonalSyncKit
import PersonalSyncSealed

/// The two-way runtime of a test's app, of either form.
public struct TestRuntime: Sendable {
  enum Form: Sendable {
    case attached(PersonalSyncRuntime, NoteStore)
    case detached(DetachedSyncRuntime, DetachedNoteStore)
  }

  /// What a test does in the middle of the app's save of a batch.
  ///
  /// `before` and `after` run around the save, in its transaction where it is one; what they throw is
  /// the save's own failure. `meanwhile` runs on both sides of a save that is awaited.
  public struct Steps: Sendable {
    public var before: @Sendable (Batch) throws -> Void
    public var after: @Sendable (Batch) throws -> Void
    public var meanwhile: @Sendable (Batch) async -> Void
    /// Whether the app says what its store holds.
    public var isContentKnown = true
    /// The days of which is read what other apps said.
    public var sharing: ClosedRange<Day>?

    public init(
      before: @escaping @Sendable (Batch) throws -> Void = { _ in },
      after: @escaping @Sendable (Batch) throws -> Void = { _ in },
      meanwhile: @escaping @Sendable (Batch) async -> Void = { _ in }
    ) {
      self.before = before
      self.after = after
      self.meanwhile = meanwhile
    }
  }

  let form: Form

  public func bindAccount(
    _ account: PersonalSyncAccount, adoptingUnownedData isAdopting: Bool
  ) async throws(SyncError) {
    switch form {
    case .attached(let runtime, _):
      try await runtime.bindAccount(account, adoptingUnownedData: isAdopting)
    case .detached(let runtime, _):
      try await runtime.bindAccount(account, adoptingUnownedData: isAdopting)
    }
  }

  /// Begins to seal with these words, or goes on with what another device has begun.
  public func seal(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    switch form {
    case .attached(let runtime, _): try await runtime.beginSealing(root)
    case .detached(let runtime, _): try await runtime.beginSealing(root)
    }
  }

  public func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    switch form {
    case .attached(let runtime, _): try await runtime.unlock(root)
    case .detached(let runtime, _): try await runtime.unlock(root)
    }
  }

  public func enqueue(
    _ change: RecordChange, account: PersonalSyncAccount? = nil
  ) async throws(SyncError) {
    switch form {
    case .attached(let runtime, _): try await runtime.enqueue(change, account: account)
    case .detached(let runtime, _): try await runtime.enqueue(change, account: account)
    }
  }

  public func pendingMutationCount() async throws(SyncError) -> Int {
    switch form {
    case .attached(let runtime, _): try await runtime.pendingMutationCount()
    case .detached(let runtime, _): try await runtime.pendingMutationCount()
    }
  }

  /// Restores the losing side of a conflict; false where there is none any more.
  @discardableResult
  public func restoreConflict(_ id: Int64, _ steps: Steps = Steps()) async throws(SyncError) -> Bool
  {
    switch form {
    case .attached(let runtime, _):
      try await runtime.restoreConflict(id) {
        try steps.before($0)
        try NoteStore.apply($0, $1)
        try steps.after($0)
      }
    case .detached(let runtime, let store):
      try await runtime.restoreConflict(id) { batch in
        try steps.before(batch)
        try await store.apply(batch)
        try steps.after(batch)
      }
    }
  }

  /// Runs a round of what the small app performs; `before` runs ahead of each effect.
  @discardableResult
  public func performActions(
    clock: any SyncClock, before: @escaping @Sendable () throws -> Void = {}
  ) async throws(SyncError) -> ActionReport? {
    switch form {
    case .attached(let runtime, let store):
      try await runtime.performActions(store.actions(clock: clock, before: before))
    case .detached(let runtime, let store):
      try await runtime.performActions(store.actions(clock: clock, before: before))
    }
  }

  public func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    switch form {
    case .attached(let runtime, _): try await runtime.propose(proposal)
    case .detached(let runtime, _): try await runtime.propose(proposal)
    }
  }

  public func events() async throws(SyncError) -> HubEvents {
    switch form {
    case .attached(let runtime, _): try await runtime.events()
    case .detached(let runtime, _): try await runtime.events()
    }
  }

  public func watched(by monitor: SyncMonitor) -> TestRuntime {
    switch form {
    case .attached(let runtime, let store):
      TestRuntime(form: .attached(runtime.watched(by: monitor), store))
    case .detached(let runtime, let store):
      TestRuntime(form: .detached(runtime.watched(by: monitor), store))
    }
  }

  @discardableResult
  public func synchronize(
    account: PersonalSyncAccount? = nil, replayFromStart isReplaying: Bool = false,
    _ steps: Steps = Steps()
  ) async throws(SyncError) -> SyncOutcome {
    switch form {
    case .attached(let runtime, _):
      try await runtime.synchronize(
        account: account, replayFromStart: isReplaying, sharing: steps.sharing,
        currentRecords: steps.isContentKnown ? NoteStore.current : nil
      ) {
        try steps.before($0)
        try NoteStore.apply($0, $1)
        try steps.after($0)
      }
    case .detached(let runtime, let store):
      try await runtime.synchronize(
        account: account, replayFromStart: isReplaying, sharing: steps.sharing,
        currentRecords: steps.isContentKnown ? store.current : nil
      ) { batch in
        try steps.before(batch)
        await steps.meanwhile(batch)
        try await store.apply(batch)
        await steps.meanwhile(batch)
        try steps.after(batch)
      }
    }
  }
}
