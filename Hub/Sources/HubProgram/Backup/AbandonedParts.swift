import Glibc

/// Folders in which a ``NewFile`` was made by a program that was killed meanwhile.
enum AbandonedParts {
  /// Between the file's name and six letters that the system chose.
  static let mark = ".part-"
  private static let names = ["whole", "scratch", "scratch-wal", "scratch-shm", "scratch-journal"]

  /// Removes those in the folder of `path`, whatever the files were to be called: a backup of each
  /// night has a name of its own.
  ///
  /// What is being made now is locked and stays. What cannot be removed stays too; it harms nobody.
  static func remove(beside path: String) {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { String(path[...$0]) } ?? "./"
    guard let directory = opendir(parent) else { return }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isOne(name) { found.append(parent + name) }
    }
    for folder in found where isAbandoned(folder) { removeFolder(folder) }
  }

  /// Removes what a ``NewFile`` puts into its folder, and the folder where nothing else is in it.
  static func removeFolder(_ folder: String) {
    for name in names { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private static func isOne(_ name: String) -> Bool {
    let letters = name.suffix(6)
    return name.dropLast(6).hasSuffix(mark) && letters.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Whether it is ours, and no living program holds what is in it.
  private static func isAbandoned(_ folder: String) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == getuid(), status.st_mode & 0o777 == 0o700
    else { return false }
    let whole = open("\(folder)/whole", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard whole >= 0 else { return false }
    defer { close(whole) }
    return flock(whole, LOCK_EX | LOCK_NB) == 0
  }
}
