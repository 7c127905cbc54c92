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

  /// The keys of a Hub that was set up, for a copy of them.
  struct Found {
    let identity: HubIdentity
    let identitySeed: [UInt8]
    let pepperBytes: [UInt8]
  }

  /// Reads the keys; none is made.
  static func find(in data: DataFolder) throws(ProgramFailure) -> Found {
    let seed = try existing(at: data.identityKeyPath)
    let pepper = try existing(at: data.pepperPath)
    guard let key = SigningKey(seed: seed) else { preconditionFailure("a seed has 32 bytes") }
    return Found(identity: HubIdentity(key: key), identitySeed: seed, pepperBytes: pepper)
  }

  /// Who the Hub in the folder is; nil where none was set up.
  static func findIdentity(in data: DataFolder) throws(ProgramFailure) -> HubIdentity? {
    guard let seed = try read(at: data.identityKeyPath) else { return nil }
    return SigningKey(seed: seed).map(HubIdentity.init(key:))
  }

  static func write(_ bytes: [UInt8], to path: String) throws(ProgramFailure) {
    do { try SecretFile(path: path).write(bytes) } catch { throw words(for: error) }
  }

  private static func existing(at path: String) throws(ProgramFailure) -> [UInt8] {
    guard let found = try read(at: path) else { throw missing(path) }
    return found
  }

  private static func isInUse(_ databasePath: String) -> Bool {
    var status = stat()
    return stat(databasePath, &status) == 0 && status.st_size > 0
  }

  private static func secret(
    at path: String, isInUse: Bool, _ random: some RandomBytes
  ) throws(ProgramFailure) -> [UInt8] {
    if let found = try read(at: path) { return found }
    // A new one would pass for another Hub, and no password would be right any more.
    guard !isInUse else { throw missing(path) }
    let made = random.bytes(SigningKey.seedByteCount)
    try write(made, to: path)
    return made
  }

  /// The key at `path`; nil where there is no file.
  private static func read(at path: String) throws(ProgramFailure) -> [UInt8]? {
    let found: [UInt8]?
    do { found = try SecretFile(path: path).read() } catch { throw words(for: error) }
    guard let found else { return nil }
    guard found.count == SigningKey.seedByteCount else {
      throw .failure("\(path.printable) is no key of a Hub. Put the right one back from a backup.")
    }
    return found
  }

  private static func missing(_ path: String) -> ProgramFailure {
    .failure(
      "\(path.printable) is missing, but the database needs it. Put it back from a backup.")
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
