import HubContracts

/// Lets a person say what an app may know and ask of their other apps, and tells the app (ACT-05).
///
/// Source: docs/protocol/sharing.md.
public struct SharingService: Sendable {
  private let storage: any SharingStorage
  private let identity: IdentityService

  public init(storage: any SharingStorage, identity: IdentityService) {
    self.storage = storage
    self.identity = identity
  }

  /// What each of the account's sessions may do; one with nothing is absent.
  public func sharing(
    of account: Account
  ) async throws(StorageError) -> [SessionID: Set<SharingScope>] {
    try await storage.sharing(of: account.number)
  }

  /// Lets a device do these and nothing else, as far as its product may be granted them at all.
  ///
  /// Granting needs a session that is fresh, taking back does not.
  public func set(
    _ scopes: Set<SharingScope>, of device: DeviceSession, by session: WebSession,
    from network: NetworkPrefix
  ) async throws(StorageError) -> SharingAnswer {
    let offered = scopes.intersection(SharingScope.offered(to: device.client))
    let now = identity.clock.nowMilliseconds
    return try await storage.setSharing(
      offered, of: device.id, by: identity.acting(session)
    ) { scope, isGranted in
      SecurityEvent(
        isGranted ? .sharingGranted : .sharingEnded, atMilliseconds: now, network: network.kept,
        client: device.client, session: device.id, scope: scope)
    }
  }

  /// What a device may read of other apps' days; a summary that this Hub cannot read is left out.
  public func days(
    _ days: ClosedRange<Day>, for device: DeviceSession
  ) async throws(StorageError) -> SharedDays {
    let (domains, changes) = try await storage.sharedSummaries(
      for: device.id, of: days, device.account.number)
    return SharedDays(
      domains,
      changes.compactMap { change in
        guard let day = change.record.summaryDay, let body = change.readBody() else { return nil }
        return SharedDay(
          change.domain, day, facts: body.facts,
          recordedAtMilliseconds: change.recordedAtMilliseconds)
      })
  }
}
