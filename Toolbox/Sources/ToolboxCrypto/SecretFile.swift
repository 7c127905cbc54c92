import Glibc

/// A small file that only its owner may read: a key or a token.
///
/// Written so that a crash at any moment leaves the old bytes or the new ones, and no moment shows
/// them to another user of the machine.
public struct SecretFile: Sendable {
  public enum Failure: Error, Equatable, Sendable {
    /// The folder or file cannot be written or read; `errno` says why. Nothing changed.
    case unavailable(path: String, errno: Int32)
    /// Others may read the file, or someone else owns it. It is not used; `chmod 600` it.
    case exposed(path: String)

    public var code: String {
      switch self {
      case .unavailable: "secret_file.unavailable"
      case .exposed: "secret_file.exposed"
      }
    }
  }

  public let path: String

  public init(path: String) { self.path = path }

  private var folder: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The bytes, at most 64 KiB of them; nil where there is no file.
  public func read() throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw unavailable()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unavailable() }
    guard status.st_mode & 0o077 == 0, status.st_uid == getuid() else {
      throw .exposed(path: path)
    }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw unavailable() }
    return Array(bytes.prefix(count))
  }

  /// Replaces the bytes; on return they are on disk.
  ///
  /// The folder is made where there is none, for its owner only.
  public func write(_ bytes: [UInt8]) throws(Failure) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw unavailable() }
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unavailable() }
    let isWritten =
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let failure = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      let code = isWritten ? errno : failure
      unlink(temporary)
      throw .unavailable(path: path, errno: code)
    }
    try syncFolder()
  }

  /// Removes the file; none there is success.
  public func remove() throws(Failure) {
    if unlink(path) != 0 {
      if errno == ENOENT { return }
      throw unavailable()
    }
    try syncFolder()
  }

  private func syncFolder() throws(Failure) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unavailable() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw unavailable() }
  }

  private func unavailable() -> Failure { .unavailable(path: path, errno: errno) }
}
