import PersonalSyncKit
import ToolboxLocks

/// Secrets that live as long as the test; can be told to fail, and say when they change.
public final class MemoryTokenStore: TokenStore {
  private let secrets: Locked<StoredSecrets>
  private let failure = Locked<TokenStoreError?>(nil)
  private let observer = Locked<(@Sendable () -> Void)?>(nil)

  public init(_ secrets: StoredSecrets = StoredSecrets()) { self.secrets = Locked(secrets) }

  /// Runs `body` before and after each change: the moments at which a process may die.
  public func observe(_ body: (@Sendable () -> Void)?) { observer.withLock { $0 = body } }

  /// Every call fails like this until it is set to nil.
  public func fail(with error: TokenStoreError?) { failure.withLock { $0 = error } }

  public func load() throws(TokenStoreError) -> StoredSecrets {
    if let error = failure.withLock({ $0 }) { throw error }
    return secrets.withLock { $0 }
  }

  public func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    if let error = failure.withLock({ $0 }) { throw error }
    let observer = observer.withLock { $0 }
    observer?()
    secrets.withLock { change(&$0) }
    observer?()
  }
}
