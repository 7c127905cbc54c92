import ToolboxSQLite

/// What a pass leaves behind for a person who asks how things stand.
extension PassRunner {
  /// Runs `body`, which is a whole pass, and keeps in the journal why it did not reach its end.
  func watched<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(SyncError) -> Result
  ) async throws(SyncError) -> Result {
    do throws(SyncError) {
      let result = try await body()
      await monitor?.passEnded()
      return result
    } catch {
      if let code = error.codeToKeep { await keep(code) }
      await monitor?.passEnded()
      throw error
    }
  }

  /// Writes only where something changes: a store that nobody touches stays untouched.
  private func keep(_ code: String) async {
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    do throws(JournalError) {
      let known = try await store.read { (transaction) throws(JournalError) in
        try journal.failure(transaction)
      }
      if known?.code == code { return }
      try await store.write { (transaction) throws(JournalError) in
        try journal.failed(domain, code: code, atMilliseconds: now, transaction)
      }
    } catch {
      // A store that cannot be written says so to whoever uses it; why the pass failed is thrown.
    }
  }
}

extension SyncError {
  /// The code that a person is told later; nil for what is no failure of synchronising.
  ///
  /// That nobody is signed in, or that approval is missing, is told from the session and the owner.
  fileprivate var codeToKeep: String? {
    switch self {
    case .unreachable(.cancelled), .sessionChanged, .signInNeeded, .ownership,
      .recursiveSynchronize:
      nil
    case .unreachable, .hubRefused, .hubKeyChanged, .hubWentBack, .invalidResponse, .journal,
      .applyFailed:
      code
    }
  }
}

extension PassDriver {
  /// Tells the screens what an event says of how far this pass is; `sent` is how much it answers.
  func tell(
    _ event: PassMachine.Event, sent: Int, _ progress: inout SyncProgress?
  ) async {
    switch event {
    case .applied(let counts, _): await add(1, counts.applied, .receiving, &progress)
    case .replayed(let counts, _), .read(let counts, _):
      await add(1, counts.applied, .recovering, &progress)
    case .answered, .answeredByRestored: await add(0, sent, .sending, &progress)
    case .begin, .released, .prepared, .frozen, .refusedWhole, .quarantined, .mustReconcile,
      .reconcileBegun, .swept:
      break
    }
  }

  /// A new phase counts anew.
  private func add(
    _ pages: Int, _ records: Int, _ phase: SyncProgress.Phase, _ progress: inout SyncProgress?
  ) async {
    var now = progress.flatMap { $0.phase == phase ? $0 : nil } ?? SyncProgress(phase)
    now.pages += pages
    now.records += records
    progress = now
    await monitor?.progressed(now)
  }
}
