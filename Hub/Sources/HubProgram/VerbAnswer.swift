import ToolboxCommandLine
import ToolboxJSON

/// What a verb of `hub` says at its end: in words for a person, or as JSON for a program.
struct VerbAnswer: Sendable {
  let text: String
  let json: [UInt8]
  let status: ExitStatus

  init(_ text: String, status: ExitStatus = .done, json: (inout JSONWriter) -> Void) {
    self.text = text
    self.json = JSONWriter.write(json)
    self.status = status
  }

  init(
    _ lines: [String], status: ExitStatus = .done, json: (inout JSONWriter) -> Void
  ) {
    self.init(lines.joined(separator: "\n"), status: status, json: json)
  }

  /// Prints it, and says how the verb ends.
  func print(isJSON: Bool, _ console: any Console) -> ExitStatus {
    console.print(isJSON ? String(decoding: json, as: UTF8.self) : text)
    return status
  }
}
