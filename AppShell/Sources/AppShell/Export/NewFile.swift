#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that did not exist before, written piece by piece.
///
/// What exists is never replaced. Until ``keep()`` has returned the file is not whole; ``discard()``
/// removes it.
public struct NewFile: ~Copyable {
  public enum Problem: Error, Equatable {
    case exists
    case unavailable(errno: Int32)
  }

  private let path: String
  private let descriptor: Int32

  /// Makes the file, for its owner alone.
  public init(_ path: String) throws(Problem) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? .exists : .unavailable(errno: errno)
    }
    self.path = path
  }

  deinit { close(descriptor) }

  /// Appends all bytes.
  public func write(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unavailable(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns once everything is on disk.
  public func keep() throws(Problem) {
    guard fsync(descriptor) == 0 else { throw .unavailable(errno: errno) }
  }

  /// Removes what was written so far.
  public func discard() { unlink(path) }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

extension NewFile.Problem {
  /// What to say of a file that was to be written.
  public func trouble(_ path: String) -> Trouble {
    switch self {
    case .exists:
      Trouble(
        .refused, "export.file_exists", "\(path) exists already.",
        "Choose another name, or remove it first. Nothing was written.")
    case .unavailable(let errno):
      Trouble(
        .refused, "export.file_unavailable",
        "\(path) cannot be written: \(SystemWords.meaning(ofErrno: errno)).",
        "Check the name, the permissions and the room on the disk. No file was left behind.")
    }
  }
}
