import PersonalSyncKit
import ToolboxLocks
import ToolboxSQLiteTesting

/// Secrets that live as long as the test; can be told to fail, and say when they change.
///
/// On a `disk` each change is one of its durable steps.
public final class MemoryTokenStore: TokenStore {
  private let secrets: Locked<StoredSecrets>
  private let failure = Locked<TokenStoreError?>(nil)
  private let observer = Locked<(@Sendable () -> Void)?>(nil)

  private let disk: FaultyDisk?

  public init(_ secrets: StoredSecrets = StoredSecrets(), on disk: FaultyDisk? = nil) {
    self.secrets = Locked(secrets)
    self.disk = disk
  }

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
    var changed = secrets.withLock { $0 }
    change(&changed)
    if changed != secrets.withLock({ $0 }) {
      do { try disk?.takeStep() } catch { throw .unavailable(code: "secret_file.unavailable") }
      secrets.withLock { $0 = changed }
    }
    observer?()
  }
}
