import PersonalSyncKit
import ToolboxLocks

/// Secrets that live as long as the test; can be told to fail.
public final class MemoryTokenStore: TokenStore {
  private let secrets = Locked(StoredSecrets())
  private let failure = Locked<TokenStoreError?>(nil)

  public init() {}

  /// Every call fails like this until it is set to nil.
  public func fail(with error: TokenStoreError?) { failure.withLock { $0 = error } }

  public func load() throws(TokenStoreError) -> StoredSecrets {
    if let error = failure.withLock({ $0 }) { throw error }
    return secrets.withLock { $0 }
  }

  public func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    if let error = failure.withLock({ $0 }) { throw error }
    secrets.withLock { change(&$0) }
  }
}
