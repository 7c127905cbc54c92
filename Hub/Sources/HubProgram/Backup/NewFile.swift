import Glibc

/// A file that appears under its name only when it is whole, and never in place of another.
///
/// What is being made stands in a folder of its own beside it, which is removed in any case.
final class NewFile {
  let path: String
  /// Open for reading and writing; ends with this value.
  let descriptor: Int32
  private let folder: String

  /// Throws, with nothing made, where something is at `path` or its folder cannot be written.
  init(path: String) throws(ProgramFailure) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Self.taken(path) }
    AbandonedParts.remove(beside: path)
    var template = Array("\(path)\(AbandonedParts.mark)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.unusable(path) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.path = path
    descriptor = open(
      "\(folder)/whole", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    // As long as it is held, nobody takes the folder for one that was left behind.
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Self.unusable(path)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    AbandonedParts.removeFolder(folder)
  }

  /// Where something may be put for the time being.
  var scratchPath: String { "\(folder)/scratch" }
  /// Where the file is until it has its name.
  var workPath: String { "\(folder)/whole" }

  /// Gives the file its name; on return it is on disk, and on throw there is none.
  func finish() throws(ProgramFailure) {
    guard fsync(descriptor) == 0 else { throw Self.unusable(path) }
    guard link(workPath, path) == 0 else {
      throw errno == EEXIST ? Self.taken(path) : Self.unusable(path)
    }
    try FolderSync.sync(folderOf: path)
  }

  private static func taken(_ path: String) -> ProgramFailure {
    .failure("\(path.printable) is there already. Nothing was written; choose another name.")
  }

  private static func unusable(_ path: String) -> ProgramFailure {
    .failure("Cannot write \(path.printable): \(String(cString: strerror(errno))).")
  }
}

enum FolderSync {
  /// Returns when the names in the folder of `path` are on disk.
  static func sync(folderOf path: String) throws(ProgramFailure) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    try sync(folder ?? ".")
  }

  static func sync(_ folder: String) throws(ProgramFailure) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw .failure(
        "Cannot be sure of \(folder.printable): \(String(cString: strerror(errno))).")
    }
  }
}
