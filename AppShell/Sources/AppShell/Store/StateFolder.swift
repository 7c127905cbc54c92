import PersonalSyncKit
import ToolboxCrypto

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder in which one store keeps what belongs to this machine: the secrets of its session and
/// the name of its installation (docs/protocol/identity.md, KIT-15).
///
/// Apart from the ``StoreFolder``, which people copy, back up and carry to other machines. Its name comes
/// from where the store is and from the machine, so that a store that was copied, moved or restored
/// elsewhere finds none and is told to be another.
public struct StateFolder: Sendable, Equatable {
  public let path: String

  /// The secrets of the session with the Hub.
  public var tokenPath: String { "\(path)/session.token" }
  var installPath: String { "\(path)/install" }

  /// `$XDG_STATE_HOME/<app>/…`, else `~/.local/state/<app>/…`, else the store's own folder.
  ///
  /// The last is for a machine without homes; a copied store is not noticed there.
  static func find(for store: StoreFolder, on machine: Machine) -> StateFolder {
    guard let base = base(machine.environment) else { return StateFolder(path: store.path) }
    let place = SHA256.hash("\(absolute(store.path))\n\(machine.id)".utf8)
    return StateFolder(path: "\(base)/\(store.app)/\(Hex.encode(place.prefix(8)))")
  }

  private static func base(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state"
  }

  /// The path without links, so that a store has one place however it is named.
  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Who this installation is; nil where the folder cannot be used.
  ///
  /// Local use goes on then: without the folder there is no session that could be shared with a copy.
  func install(random: any RandomBytes) -> InstallID? {
    do {
      try StoreFolder.makeFolder(path)
      return try InstallFile(path: installPath).identify(random: random)
    } catch { return nil }
  }

  /// Takes over the secrets that the first release kept beside the store.
  func takeSecrets(from store: StoreFolder) {
    let old = SecretFile(path: "\(store.path)/session.token")
    let new = SecretFile(path: tokenPath)
    guard old.path != new.path else { return }
    do throws(SecretFile.Failure) {
      guard let bytes = try old.read() else { return }
      if try new.read() == nil { try new.write(bytes) }
      try old.remove()
    } catch {
      // They stay where they are and the next start tries again; until then the person signs in.
    }
  }
}
