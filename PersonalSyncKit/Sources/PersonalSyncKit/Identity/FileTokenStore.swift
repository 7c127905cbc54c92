import HubContracts
import ToolboxCrypto
import ToolboxJSON
import ToolboxLocks

/// Secrets in a file for the owner's eyes only; not in the folder of the store, which is copied and
/// backed up.
public struct FileTokenStore: TokenStore {
  private let file: SecretFile
  private let lockPath: String

  public init(path: String) {
    file = SecretFile(path: path)
    lockPath = path + ".lock"
  }

  public func load() throws(TokenStoreError) -> StoredSecrets {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .unavailable(code: error.code) }
    guard let bytes else { return StoredSecrets() }
    return try StoredSecrets(json: bytes)
  }

  public func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    let lock: FileLock
    do { lock = try FileLock.hold(path: lockPath) } catch { throw .unavailable(code: error.code) }
    defer { withExtendedLifetime(lock) {} }
    var secrets = StoredSecrets()
    do throws(TokenStoreError) { secrets = try load() } catch {
      guard error == .unreadable else { throw error }
    }
    let before = secrets
    change(&secrets)
    guard secrets != before else { return }
    do { try file.write(secrets.json) } catch { throw .unavailable(code: error.code) }
  }
}
