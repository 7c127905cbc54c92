extension PersonalSyncRuntime {
  /// The same runtime, whose passes tell `monitor` how far they are.
  public func watched(by monitor: SyncMonitor) -> PersonalSyncRuntime {
    var watched = self
    watched.runner.monitor = monitor
    return watched
  }

  /// Opens the Hub's stream of events for the account of now, which the Hub proves.
  ///
  /// Throws ``SyncError/signInNeeded`` where nobody is signed in, and what a pass throws.
  public func events() async throws(SyncError) -> HubEvents { try await runner.events() }
}

extension DetachedSyncRuntime {
  /// See ``PersonalSyncRuntime/watched(by:)``.
  public func watched(by monitor: SyncMonitor) -> DetachedSyncRuntime {
    var watched = self
    watched.runner.monitor = monitor
    return watched
  }

  /// See ``PersonalSyncRuntime/events()``.
  public func events() async throws(SyncError) -> HubEvents { try await runner.events() }
}
