import Glibc
import HubContracts
import ToolboxLocks

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

  /// There from a restore's first change of the data to its last.
  private var restoreMarkPath: String { "\(path)/restore-unfinished" }

  /// Whether there is anything that a restore would replace.
  var hasDatabase: Bool {
    var status = stat()
    return stat(databasePath, &status) == 0 && status.st_size > 0
  }

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
  /// It ends with the value that is returned, or when the process ends, however it ends.
  func take() throws(ProgramFailure) -> FileLock {
    let lock = try lock()
    var status = stat()
    guard lstat(restoreMarkPath, &status) != 0 else {
      throw .failure(
        "A restore into \(path.printable) did not come to its end. Run hub restore once more; what "
          + "was here before is in its folder replaced-…")
    }
    // Made here, because SQLite gives its companions the permissions that the database has.
    let database = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard database >= 0 else { throw unusable(databasePath) }
    defer { close(database) }
    // One that came by a copy may be open to others.
    guard fchmod(database, 0o600) == 0 else { throw unusable(databasePath) }
    return lock
  }

  /// Makes the folder where it is missing, and keeps every Hub and restore out of it as long as the
  /// value that is returned is there.
  func lock() throws(ProgramFailure) -> FileLock {
    try Self.make(path)
    try OwnedPath(path: path).checkFolder()
    if !isChosen, chmod(path, 0o700) != 0 { throw unusable(path) }
    try checkContents()
    let lock: FileLock?
    do throws(FileLock.Failure) { lock = try FileLock.tryToHold(path: lockPath) } catch {
      throw Self.unusable(error.path, error.errno)
    }
    guard let lock else {
      throw .failure(
        "Another Hub runs on \(path.printable). Stop it, or give this one a folder of its own "
          + "with --data DIR.")
    }
    return lock
  }

  /// Looks for the database of a Hub that was set up here; the one that runs on it goes on.
  func findDatabase() throws(ProgramFailure) {
    var status = stat()
    guard lstat(databasePath, &status) == 0 else {
      throw .failure(
        "There is no Hub's database at \(databasePath.printable). Say --data DIR, or start the Hub."
      )
    }
    try check()
  }

  /// Refuses a folder, or a file in it, that others could have put there or could change.
  ///
  /// Of the folder first: in one that is ours alone nothing changes between this look and the opening.
  func check() throws(ProgramFailure) {
    try OwnedPath(path: path).checkFolder()
    try checkContents()
  }

  private func checkContents() throws(ProgramFailure) {
    for companion in ["", "-wal", "-shm", "-journal"] {
      try OwnedPath(path: databasePath + companion).checkFile()
    }
    for file in [lockPath, restoreMarkPath, identityKeyPath, pepperPath] {
      try OwnedPath(path: file).checkFile()
    }
    var status = stat()
    let keys = "\(path)/keys"
    if lstat(keys, &status) == 0 { try OwnedPath(path: keys).checkFolder() }
  }

  /// Whether a Hub or a restore holds the folder at this moment.
  var isHeld: Bool {
    let descriptor = open(lockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  func markRestore() throws(ProgramFailure) {
    let mark = open(restoreMarkPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard mark >= 0 else { throw unusable(restoreMarkPath) }
    close(mark)
    try FolderSync.sync(path)
  }

  func unmarkRestore() throws(ProgramFailure) {
    guard unlink(restoreMarkPath) == 0 else { throw unusable(restoreMarkPath) }
    try FolderSync.sync(path)
  }

  /// Makes a new folder for what a restore at `milliseconds` replaces.
  func makeReplacedFolder(at milliseconds: Int64) throws(ProgramFailure) -> String {
    let time = ISOTime.text(ofMilliseconds: milliseconds).filter { $0 != ":" }
    let folder = "\(path)/replaced-\(time)"
    guard mkdir(folder, 0o700) == 0 else { throw unusable(folder) }
    return folder
  }

  private static func make(_ path: String) throws(ProgramFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw unusable(path)
  }

  private static func unusable(_ path: String, _ code: Int32 = errno) -> ProgramFailure {
    let reason = String(cString: strerror(code))
    return .failure("Cannot use \(path.printable): \(reason). Mend it, or say --data DIR.")
  }

  private func unusable(_ path: String) -> ProgramFailure { Self.unusable(path) }
}
