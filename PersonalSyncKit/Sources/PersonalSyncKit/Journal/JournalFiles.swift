#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Copies and moves files of a journal so that each step is on disk when it returns.
enum JournalFiles {
  /// Nil where there is no such file.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  static func exists(_ path: String) -> Bool { size(path) != nil }

  static func move(_ path: String, to target: String) throws(JournalError) {
    guard rename(path, target) == 0 else { throw failure }
    try synchronizeFolder(of: target)
  }

  /// Nothing happens where there is no such file.
  static func remove(_ path: String) throws(JournalError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure }
    try synchronizeFolder(of: path)
  }

  /// Copies a file byte for byte; the copy is whole or not there.
  static func copy(_ path: String, to target: String) throws(JournalError) {
    try write(try read(path), to: target)
  }

  static func read(_ path: String) throws(JournalError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw failure }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// Writes a file for its owner alone; it is whole or not there.
  static func write(_ bytes: [UInt8], to target: String) throws(JournalError) {
    let draft = target + ".draft"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure }
    try move(draft, to: target)
  }

  private static func synchronizeFolder(of path: String) throws(JournalError) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure }
  }

  private static var failure: JournalError {
    errno == ENOSPC ? .diskFull : .unavailable(code: "journal.file_\(errno)")
  }
}

// Under names of their own: the functions above are called alike.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
