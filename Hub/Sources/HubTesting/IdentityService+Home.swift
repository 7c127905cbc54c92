import HubCore

extension IdentityService {
  /// The session of a bearer that comes from ``TestIdentity/home``.
  public func device(
    bearer: String, isUse: Bool
  ) async throws(StorageError) -> BearerAnswer {
    try await device(bearer: bearer, isUse: isUse, from: TestIdentity.home)
  }

  /// Ends a session from ``TestIdentity/home``; false for what was never a session's secret.
  public func signOutDevice(token: String) async throws(StorageError) -> Bool {
    try await revoke(token: token, from: TestIdentity.home) == .over
  }
}
