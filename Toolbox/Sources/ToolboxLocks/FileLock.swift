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
  /// The file cannot be made or opened; `errno` says why.
  public struct Failure: Error, Equatable, Sendable {
    public let path: String
    public let errno: Int32

    public var code: String { "file_lock.unavailable" }
  }

  let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    release()
    close(descriptor)
  }

  /// Lets go of the lock at once, for ever; without it that happens when the value ends.
  ///
  /// Said to the kernel and not left to `close`: a child process that another thread is just starting
  /// has a copy of the descriptor until it runs its own program, and would hold the lock that long.
  public func release() { flock(descriptor, LOCK_UN) }

  /// Takes the lock, waiting for whoever holds it, and holds it as long as the value lives.
  ///
  /// Blocks the thread: only for a lock that nobody holds longer than a small file takes to write.
  public static func hold(path: String) throws(Failure) -> FileLock {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, errno: errno) }
    while flock(descriptor, LOCK_EX) != 0 {
      let code = errno
      guard code == EINTR else {
        close(descriptor)
        throw Failure(path: path, errno: code)
      }
    }
    return FileLock(descriptor: descriptor)
  }

  /// Takes the lock and holds it as long as the value lives; nil where another holds it.
  public static func tryToHold(path: String) throws(Failure) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor: descriptor) }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw Failure(path: path, errno: code) }
    return nil
  }
}
