import AnchorExport
import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `export csv|json|ics [DAYS] [--output FILE]`: writes sessions for other programs.
  static var export: AppVerb {
    let format = Argument("format", ValueKind<ExportFormat>.choice, "What to write.")
    let days = DaysWords.argument
    let output = Option(
      "output", .file, "Write to FILE, which must not exist yet, and not to the terminal.",
      short: "o")
    return AppVerb(
      "export", "Writes your sessions for other programs.",
      details: """
        anchor export json -o sessions.json
        anchor export csv lastmonth | head
        anchor export ics 2026-11-01 to 2026-11-30 -o november.ics

        JSON holds everything, and anchor import reads it back; CSV is for spreadsheets, ICS for \
        calendars. Without days, all. \(DaysWords.help)
        """,
      [format, days, output]
    ) { (call) throws(Trouble) in
      let clock = try await call.app.localClock()
      let days = try DaysWords.read(call.input[days], clock, usually: .all)
      let format = call.input[format]
      let reader = try await call.app.saying { () throws(AnchorError) in
        try await ExportReader(format, days: days, from: call.app.anchor)
      }
      if let path = call.input[output] {
        return try await call.app.write(reader, to: path)
      }
      try await call.app.each(of: reader) {
        call.console.write(String(decoding: $0, as: UTF8.self))
      }
      return .isWritten
    }
  }
}

extension AnchorApp {
  /// Hands over the pieces of an export, one after the other.
  fileprivate func each(
    of reader: ExportReader, _ take: ([UInt8]) throws(Trouble) -> Void
  ) async throws(Trouble) {
    var reader = reader
    while let piece = try await saying({ () throws(AnchorError) in try await reader.next() }) {
      try take(piece)
    }
  }

  fileprivate func write(
    _ reader: ExportReader, to path: String
  ) async throws(Trouble) -> Answer {
    let file = try Self.onDisk(path) { () throws(NewFile.Problem) in try NewFile(path) }
    do throws(Trouble) {
      try await each(of: reader) { (piece) throws(Trouble) in
        try Self.onDisk(path) { () throws(NewFile.Problem) in try file.write(piece) }
      }
      try Self.onDisk(path) { () throws(NewFile.Problem) in try file.keep() }
    } catch {
      file.discard()
      throw error
    }
    let sessions = Self.profile.records(reader.count)
    return Answer("Wrote \(sessions) to \(path).") { json in
      json.object { json in
        json.member("file", path)
        json.member("sessions", reader.count)
      }
    }
  }

  private static func onDisk<Result: ~Copyable>(
    _ path: String, _ body: () throws(NewFile.Problem) -> Result
  ) throws(Trouble) -> Result {
    do throws(NewFile.Problem) { return try body() } catch { throw error.trouble(path) }
  }
}
