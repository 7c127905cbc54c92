#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock between processes, held through an open file.
///
/// The kernel lets go of it when the process ends, however it ends. Another `FileLock` on the same
/// path excludes this one even inside one process. The file itself stays and is empty.
public final class FileLock: Sendable {
  public enum Failure: Error, Equatable, Sendable {
    /// The file cannot be made or opened; `errno` says why.
    case unavailable(path: String, errno: Int32)

    public var code: String { "file_lock.unavailable" }
  }

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock, waiting for whoever holds it, and holds it as long as the value lives.
  ///
  /// Blocks the thread: only for a lock that nobody holds longer than a small file takes to write.
  public static func hold(path: String) throws(Failure) -> FileLock {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unavailable(path: path, errno: errno) }
    while flock(descriptor, LOCK_EX) != 0 {
      let code = errno
      guard code == EINTR else {
        close(descriptor)
        throw .unavailable(path: path, errno: code)
      }
    }
    return FileLock(descriptor: descriptor)
  }

  /// Takes the lock and holds it as long as the value lives; nil where another holds it.
  public static func tryToHold(path: String) throws(Failure) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unavailable(path: path, errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor: descriptor) }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw .unavailable(path: path, errno: code) }
    return nil
  }
}
