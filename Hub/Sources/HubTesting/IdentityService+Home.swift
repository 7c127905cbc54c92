import HubCore

extension IdentityService {
  /// The session of a bearer that comes from ``TestIdentity/home``.
  public func device(
    bearer: String, isUse: Bool
  ) async throws(StorageError) -> BearerAnswer {
    try await device(bearer: bearer, isUse: isUse, from: TestIdentity.home)
  }
}
