#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a file that a person named.
enum FileReader {
  enum Problem: Error, Equatable {
    case unavailable(errno: Int32)
    case tooLarge(bytesMax: Int)
  }

  /// All bytes, at most `bytesMax`; `-` is standard input.
  static func read(_ path: String, bytesMax: Int) throws(Problem) -> [UInt8] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unavailable(errno: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unavailable(errno: errno) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
      if bytes.count > bytesMax { throw .tooLarge(bytesMax: bytesMax) }
    }
  }

  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
