/// Why a verb could not do what was asked, in a sentence that says what to do.
struct ProgramFailure: Error, Equatable, Sendable {
  let message: String
  /// The command line or the environment is wrong, rather than something on the machine.
  let isMisuse: Bool

  static func misuse(_ message: String) -> ProgramFailure {
    ProgramFailure(message: message, isMisuse: true)
  }

  static func failure(_ message: String) -> ProgramFailure {
    ProgramFailure(message: message, isMisuse: false)
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
