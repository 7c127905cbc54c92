import Glibc

/// Where the program speaks: lines for people on standard output, trouble on standard error.
///
/// Each line is written at once and whole, so that a supervisor and a pipe see it in time.
struct Terminal: Sendable {
  func say(_ text: String) { write(text, to: STDOUT_FILENO) }
  func warn(_ text: String) { write(text, to: STDERR_FILENO) }

  private func write(_ text: String, to descriptor: Int32) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // Nobody reads any more; the Hub goes on without being heard.
        return
      }
    }
  }
}

extension String {
  /// Safe to print: no control characters, and not longer than a line.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.prefix(120).map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
