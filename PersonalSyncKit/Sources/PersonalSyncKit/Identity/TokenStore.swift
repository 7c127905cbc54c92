/// Where secrets are kept, outside the store's database.
///
/// Several processes may use one store: a change is made on what is there, with nobody between. A call
/// may block its thread on a disk, a lock or a keyring.
public protocol TokenStore: Sendable {
  func load() throws(TokenStoreError) -> StoredSecrets
  /// Changes the secrets; on return the change is kept, and on throw it is not, unless a keyring broke
  /// off in the middle.
  ///
  /// Secrets that cannot be read are replaced: they hold no session that could be used.
  func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError)
}

/// Why secrets could not be read or kept.
public enum TokenStoreError: Error, Equatable, Sendable {
  /// They may be there and cannot be reached now, as behind a locked keyring; no session is lost.
  case unavailable(code: String)
  /// What was read is not what was once saved. Sign in again; it is replaced then.
  case unreadable

  public var code: String {
    switch self {
    case .unavailable(let code): code
    case .unreadable: "token_store.unreadable"
    }
  }
}
