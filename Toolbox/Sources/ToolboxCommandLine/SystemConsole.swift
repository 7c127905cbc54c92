import ToolboxLocks

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Out here, because inside the class `write` would be its own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The console of the process: standard input, output and error.
///
/// Makes the process ignore SIGPIPE, so that a reader who leaves ends the output and not the work.
public final class SystemConsole: Console {
  /// A longer line of input is not a line that a person typed.
  public static let lineBytesMax = 65_536

  private let input: Int32
  private let output: Int32
  private let error: Int32
  /// The first error of writing to `output`; later writes are dropped.
  private let outputError = Locked<Int32>(0)

  public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
    self.input = input
    self.output = output
    self.error = error
    signal(SIGPIPE, SIG_IGN)
  }

  public var isInteractive: Bool { isatty(input) == 1 && isatty(error) == 1 }

  public var outputProblem: String? {
    let code = outputError.withLock { $0 }
    if code == 0 || code == EPIPE { return nil }
    return Self.words(for: code)
  }

  // MARK: - Writing

  public func write(_ text: String) {
    guard outputError.withLock({ $0 }) == 0 else { return }
    if let code = Self.write(Array(text.utf8), to: output) {
      outputError.withLock { $0 = code }
    }
  }

  public func complain(_ text: String) {
    // Where even this fails there is nobody left to tell.
    _ = Self.write(Array((text + "\n").utf8), to: error)
  }

  public func prompt(_ text: String) {
    _ = Self.write(Array(text.utf8), to: error)
  }

  /// Writes all bytes, however the system splits them.
  ///
  /// - Returns: nil when all were written, else the error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          // Our caller left the descriptor non-blocking: wait until it takes more.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  // MARK: - Reading

  public func readLine() -> String? {
    guard case .line(let bytes) = readBytes() else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  public func readSecret(_ prompt: String) -> SecretAnswer {
    guard isatty(input) == 1 else {
      switch readBytes() {
      case .line(let bytes): return Self.answer(bytes)
      case .end: return .cancelled
      case .tooLong: return .unreadable
      }
    }
    let answer = TerminalSecret(input: input).read { self.prompt(prompt) }
    self.prompt("\n")
    return answer
  }

  private enum LineRead {
    case line([UInt8])
    case end
    case tooLong
  }

  /// Reads up to a line break, a byte at a time: what stands after it belongs to the next reader.
  private func readBytes() -> LineRead {
    var line: [UInt8] = []
    while line.count <= Self.lineBytesMax {
      guard let byte = Self.readByte(from: input) else {
        return line.isEmpty ? .end : .line(line)
      }
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .line(line)
      }
      line.append(byte)
    }
    return .tooLong
  }

  static func readByte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return nil
      }
    }
  }

  static func answer(_ bytes: [UInt8]) -> SecretAnswer {
    String(validating: bytes, as: UTF8.self).map { .entered($0) } ?? .unreadable
  }

  /// The system's words for an error number, such as "No space left on device".
  private static func words(for code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
