import Glibc

/// The folder in which one Hub keeps everything; only its owner can read what is in it.
struct DataFolder: Sendable, Equatable {
  let path: String
  /// Whether the person named it; then its permissions are the person's own business.
  let isChosen: Bool

  var databasePath: String { "\(path)/hub.db" }
  var identityKeyPath: String { "\(path)/keys/identity" }
  var pepperPath: String { "\(path)/keys/pepper" }
  /// Held as long as a Hub runs on the folder.
  var lockPath: String { "\(path)/hub.lock" }

  /// The folder asked for, else `$XDG_DATA_HOME/hub`, else `~/.local/share/hub`.
  ///
  /// A relative `XDG_DATA_HOME` is not valid and is passed over, as its standard demands.
  init(asked: String?, environment: [String: String]) throws(ProgramFailure) {
    if let asked, !asked.isEmpty {
      path = asked.count > 1 && asked.hasSuffix("/") ? String(asked.dropLast()) : asked
      isChosen = true
      return
    }
    isChosen = false
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      path = "\(data)/hub"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = "\(home)/.local/share/hub"
    } else {
      throw .misuse("There is no HOME, so say where to keep the data: --data DIR.")
    }
  }

  /// Makes the folder where it is missing, and takes it for this process alone.
  ///
  /// The lock is let go when the process ends, however it ends.
  func take() throws(ProgramFailure) {
    try Self.make(path)
    if !isChosen, chmod(path, 0o700) != 0 { throw unusable(path) }
    try refuseIfOthersMayWrite()
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw unusable(lockPath) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .failure(
        "Another Hub runs on \(path.printable). Stop it, or give this one a folder of its own "
          + "with --data DIR.")
    }
    // Made here, because SQLite gives its companions the permissions that the database has.
    let database = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard database >= 0 else { throw unusable(databasePath) }
    close(database)
  }

  /// Looks for the database of a Hub that was set up here; the one that runs on it goes on.
  func findDatabase() throws(ProgramFailure) {
    var status = stat()
    guard stat(databasePath, &status) == 0 else {
      throw .failure(
        "There is no Hub's database at \(databasePath.printable). Say --data DIR, or start the Hub."
      )
    }
    guard status.st_uid == getuid() else {
      throw .failure(
        "\(databasePath.printable) belongs to another user. Run this as the one who runs the Hub.")
    }
  }

  /// Who can write here could put a key of their own in place of the Hub's.
  private func refuseIfOthersMayWrite() throws(ProgramFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw unusable(path) }
    let isOpen = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
    if isOpen {
      throw .failure("Others can write into \(path.printable). Run: chmod go-w '\(path)'")
    }
  }

  private static func make(_ path: String) throws(ProgramFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw unusable(path)
  }

  private static func unusable(_ path: String) -> ProgramFailure {
    let reason = String(cString: strerror(errno))
    return .failure("Cannot use \(path.printable): \(reason). Mend it, or say --data DIR.")
  }

  private func unusable(_ path: String) -> ProgramFailure { Self.unusable(path) }
}
