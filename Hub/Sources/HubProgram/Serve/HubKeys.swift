import Glibc
import HubCore
import ToolboxCrypto

/// The keys beside the database: made once, and never made anew under a database that needs them.
enum HubKeys {
  static func load(
    from data: DataFolder, random: some RandomBytes
  ) throws(ProgramFailure) -> IdentityService.Keys {
    let isInUse = Self.isInUse(data.databasePath)
    let identity = try secret(at: data.identityKeyPath, isInUse: isInUse, random)
    let pepper = try secret(at: data.pepperPath, isInUse: isInUse, random)
    guard let key = SigningKey(seed: identity), let pepper = SealingKey(bytes: pepper) else {
      preconditionFailure("secret(at:) returns 32 bytes")
    }
    return IdentityService.Keys(identity: HubIdentity(key: key), pepper: pepper)
  }

  private static func isInUse(_ databasePath: String) -> Bool {
    var status = stat()
    return stat(databasePath, &status) == 0 && status.st_size > 0
  }

  private static func secret(
    at path: String, isInUse: Bool, _ random: some RandomBytes
  ) throws(ProgramFailure) -> [UInt8] {
    let file = SecretFile(path: path)
    let found: [UInt8]?
    do { found = try file.read() } catch { throw words(for: error) }
    if let found {
      guard found.count == SigningKey.seedByteCount else {
        throw .failure(
          "\(path.printable) is no key of a Hub. Put the right one back from a backup.")
      }
      return found
    }
    guard !isInUse else {
      // A new one would pass for another Hub, and no password would be right any more.
      throw .failure(
        "\(path.printable) is missing, but the database needs it. Put it back from a backup.")
    }
    let made = random.bytes(SigningKey.seedByteCount)
    do { try file.write(made) } catch { throw words(for: error) }
    return made
  }

  private static func words(for failure: SecretFile.Failure) -> ProgramFailure {
    switch failure {
    case .exposed(let path):
      .failure(
        "Others can read \(path.printable), or it is not yours. Nothing was started. "
          + "Run: chmod 600 '\(path)'")
    case .unavailable(let path, let code):
      .failure(
        "Cannot use \(path.printable): \(String(cString: strerror(code))). Mend it, or say "
          + "--data DIR.")
    }
  }
}
