import HubContracts
import ToolboxCrypto
import ToolboxLocks

/// The file that names a store's installation on this machine (KIT-15).
///
/// It belongs in a folder that is neither copied nor backed up with the store.
public struct InstallFile: Sendable {
  private let file: SecretFile
  private let lockPath: String

  public init(path: String) {
    file = SecretFile(path: path)
    lockPath = path + ".lock"
  }

  /// The installation's id; a new one where there is none, or none that can be read.
  public func identify(random: any RandomBytes) throws(TokenStoreError) -> InstallID {
    let lock: FileLock
    do { lock = try FileLock.hold(path: lockPath) } catch { throw .unavailable(code: error.code) }
    defer { withExtendedLifetime(lock) {} }
    do throws(SecretFile.Failure) {
      if let bytes = try file.read(), let install = InstallID(bytes: bytes) { return install }
      guard let install = InstallID(random.uuid()) else {
        preconditionFailure("random.uuid() writes a lower-case UUID")
      }
      try file.write(install.bytes)
      return install
    } catch { throw .unavailable(code: error.code) }
  }
}
