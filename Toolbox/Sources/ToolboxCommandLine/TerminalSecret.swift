#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a line from a terminal without showing it.
///
/// Keys come one by one and without signals, so that Ctrl-C cannot end the program while the
/// terminal hides what is typed; it cancels instead.
struct TerminalSecret {
  let input: Int32

  private enum Key {
    static let interrupt: UInt8 = 3
    static let endOfInput: UInt8 = 4
    static let backspace: UInt8 = 8
    static let eraseLine: UInt8 = 21
    static let delete: UInt8 = 127
  }

  /// Reads one line, whose keys count from the moment at which `asking` shows the question.
  ///
  /// What was typed before is dropped. The question comes after that: an answer that is there at
  /// once, pasted or from a program, would be dropped too.
  func read(asking: () -> Void) -> SecretAnswer {
    var shown = termios()
    guard tcgetattr(input, &shown) == 0 else { return .unreadable }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    guard tcsetattr(input, TCSAFLUSH, &hidden) == 0 else { return .unreadable }
    defer { tcsetattr(input, TCSAFLUSH, &shown) }
    asking()
    return readKeys()
  }

  private func readKeys() -> SecretAnswer {
    var typed: [UInt8] = []
    while typed.count <= SystemConsole.lineBytesMax {
      guard let key = SystemConsole.readByte(from: input) else { return .cancelled }
      switch key {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return SystemConsole.answer(typed)
      case Key.interrupt, Key.endOfInput: return .cancelled
      case Key.eraseLine: typed = []
      case Key.backspace, Key.delete: Self.removeLastCharacter(&typed)
      default: typed.append(key)
      }
    }
    return .unreadable
  }

  /// Removes one scalar: its trailing bytes are 10xxxxxx.
  private static func removeLastCharacter(_ typed: inout [UInt8]) {
    while let last = typed.popLast(), last & 0xC0 == 0x80 {}
  }
}
