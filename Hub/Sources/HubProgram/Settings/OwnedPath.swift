import Glibc

/// A path of the data folder, looked at before it is opened: whoever else owns it, or can write to it, could
/// have put it there.
struct OwnedPath {
  let path: String

  /// Refuses a folder that another user owns or can write into, and a link that another user made.
  ///
  /// A sticky folder is no better: nobody can take away what is ours there, but anybody can be first.
  func checkFolder() throws(ProgramFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw unusable() }
    // A link of the system's own is usual, as where a folder was moved to another disk.
    guard status.st_mode & S_IFMT != S_IFLNK || [0, getuid()].contains(status.st_uid) else {
      throw foreign("is a link of another user")
    }
    guard stat(path, &status) == 0 else { throw unusable() }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .failure("\(path.printable) is no folder. Mend it, or say --data DIR.")
    }
    guard status.st_uid == getuid() else { throw foreign("belongs to another user") }
    guard status.st_mode & 0o022 == 0 else {
      throw .failure("Others can write into \(path.printable). Run: chmod go-w '\(path)'")
    }
  }

  /// Refuses what is there and is no file of our own, or one that others can write to.
  func checkFile() throws(ProgramFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw unusable()
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .failure(
        "\(path.printable) is a link or no file. Nothing was opened. See what it is, and move it away."
      )
    }
    guard status.st_uid == getuid() else { throw foreign("belongs to another user") }
    guard status.st_mode & 0o022 == 0 else {
      throw .failure(
        "Others can write to \(path.printable). Nothing was opened. See whether it is still yours, "
          + "then run: chmod 600 '\(path)'")
    }
  }

  private func foreign(_ what: String) -> ProgramFailure {
    .failure(
      "\(path.printable) \(what). Nothing was opened. Run this as the one who runs the Hub, or say "
        + "--data DIR.")
  }

  private func unusable() -> ProgramFailure {
    let reason = String(cString: strerror(errno))
    return .failure("Cannot use \(path.printable): \(reason). Mend it, or say --data DIR.")
  }
}
