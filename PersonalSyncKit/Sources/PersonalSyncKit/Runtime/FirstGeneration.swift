import HubContracts
import ToolboxLocks

// Names of the kit's first generation that still mean something; docs/first-generation.md lists them all.

@available(*, deprecated, renamed: "Domain")
public typealias PersonalDomain = Domain

@available(*, deprecated, renamed: "Operation")
public typealias MutationOperation = Operation

@available(*, deprecated, renamed: "RemoteChange")
public typealias SyncChange = RemoteChange

extension PersonalIdentityClient {
  /// The account of now, as the store remembers it; asks nobody, so it is the same offline.
  @available(*, deprecated, renamed: "currentAccount()")
  public func restoreSession() async throws(IdentityError) -> PersonalSyncAccount? {
    try await currentAccount()
  }
}

extension PersonalSyncRuntime {
  /// Runs one pass and returns what came, which the journal then takes for saved.
  ///
  /// Does not keep S2: what is returned and not saved, because of a crash or a failing disk, does not come
  /// again, except by a replay; on throw, what came before is not even returned. Empty while signed out.
  @available(
    *, deprecated,
    message: "Loses what you do not save. Use synchronize(applyChanges:) and save in there."
  )
  public func synchronize() async throws(SyncError) -> [SyncChange] {
    let came = CameIn()
    _ = try await synchronize { batch, _ in came.add(batch) }
    return came.changes
  }
}

extension DetachedSyncRuntime {
  /// Runs one pass and returns what came, which the journal then takes for saved; see
  /// ``PersonalSyncRuntime/synchronize()``.
  @available(
    *, deprecated,
    message: "Loses what you do not save. Use synchronize(applyChanges:) and save in there."
  )
  public func synchronize() async throws(SyncError) -> [SyncChange] {
    let came = CameIn()
    _ = try await synchronize { batch in came.add(batch) }
    return came.changes
  }
}

/// What a pass gave to a caller that only wants it returned, in the order in which it came.
///
/// A lock and not an actor: an attached pass gives batches on the store's own thread.
private final class CameIn: Sendable {
  private let found = Locked<[RemoteChange]>([])

  var changes: [RemoteChange] { found.withLock { $0 } }

  func add(_ batch: Batch) { found.withLock { $0 += batch.changes } }
}
