import AnchorExport
import AnchorModel
import ToolboxJSON

/// Reads what `anchor export json` writes, so that what was kept can be brought back.
///
/// Each session has the id that it had, so nothing that is still here comes twice.
enum AnchorJSONImport {
  /// Plans the rows of `bytes`, which have no byte order mark and begin an object.
  static func plan(
    _ bytes: [UInt8], _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan {
    var reader = Reader(bytes, terms)
    try JSONScanner.read(bytes) { (scanner) throws(ImportRefusal) in
      try reader.read(&scanner)
    } orFail: { error in
      var lines = LineCounter(bytes)
      return .malformed(line: lines.line(of: error.offset), fault: error.fault)
    }
    return reader.sorter.plan
  }

  private struct Reader {
    private(set) var sorter: RowSorter
    private var lines: LineCounter
    private var isRecognised = false
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], _ terms: FileImport.Terms) {
      self.bytes = bytes
      sorter = RowSorter(.anchor, terms)
      lines = LineCounter(bytes)
    }

    mutating func read(_ scanner: inout JSONScanner) throws(ImportRefusal) {
      var version: Int64?
      var format: String?
      do throws(JSONError) {
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "format" where scanner.nextKind == .string: format = try scanner.string()
          case "version" where scanner.nextKind == .number: version = try scanner.integer()
          // Only where the file has said what it is are its sessions taken for Anchor's.
          case "sessions" where format == JSONSessions.format && version == JSONSessions.version:
            isRecognised = true
            try readSessions(&scanner)
          default: _ = try scanner.node()
          }
        }
      } catch {
        var lines = LineCounter(bytes)
        throw .malformed(line: lines.line(of: error.offset), fault: error.fault)
      }
      guard format == JSONSessions.format, let version else { throw .unknownFormat }
      if version > JSONSessions.version { throw .newerFormat(version: version) }
      guard isRecognised else { throw .unknownFormat }
    }

    private mutating func readSessions(_ scanner: inout JSONScanner) throws(JSONError) {
      try scanner.array { (scanner) throws(JSONError) in
        let row = try scanner.node()
        row.countFields(besides: AnchorJSONRow.fields, in: &sorter)
        sorter.take(line: lines.line(of: row.offset)) { (batch) throws(RowFault) in
          try AnchorJSONRow.session(row, batch)
        }
      }
    }
  }
}

/// One session as `anchor export json` writes it.
enum AnchorJSONRow {
  static let fields = [
    "id", "state", "startedAt", "endedAt", "since", "focusedSeconds", "plannedSeconds", "outcome",
    "title", "tags", "notes", "pauses", "isExact",
  ]

  static func session(
    _ row: JSONNode, _ batch: ImportBatchID
  ) throws(RowFault) -> FocusSession {
    guard case .object = row.value else { throw .failed(.notAnObject) }
    guard let id = SessionID(try row.requiredText("id")) else {
      throw .failed(.wrongKind(field: "id"))
    }
    let start = try instant(row.requiredText("startedAt"), "startedAt")
    guard let end = try row.text("endedAt") else { throw .leftOut(.stillRunning(since: start)) }
    guard let seconds = try row.count("focusedSeconds") else {
      throw .failed(.missing(field: "focusedSeconds"))
    }
    let phase = FocusSession.Phase.finished(
      at: try instant(end, "endedAt"), reason: try ExportedOutcome.read(row.text("outcome")))
    let session = FocusSession(
      id: id, startedAt: start, plannedSeconds: try row.count("plannedSeconds") ?? 0,
      bankedSeconds: seconds, phase: phase, pauses: try pauses(row),
      words: try words(row), importBatch: batch,
      detail: row["isExact"]?.value == .bool(false) ? .factsOnly : .full)
    guard let session else { throw .failed(.breaksARule) }
    return session
  }

  private static func words(_ row: JSONNode) throws(RowFault) -> SessionWords {
    let (title, tags) = (try row.text("title") ?? "", try row.texts("tags"))
    let notes = try row.text("notes") ?? ""
    return try RowFault.asking { () throws(SessionRefusal) in
      try SessionWords(title: title, tags: tags, notes: notes)
    }
  }

  private static func pauses(_ row: JSONNode) throws(RowFault) -> [FocusSession.Pause] {
    var pauses: [FocusSession.Pause] = []
    for element in try row.elements("pauses") {
      let from = try instant(element.requiredText("from"), "pauses")
      let to = try instant(element.requiredText("to"), "pauses")
      guard let pause = FocusSession.Pause(from: from, to: to) else {
        throw .failed(.wrongKind(field: "pauses"))
      }
      pauses.append(pause)
    }
    return pauses
  }

  private static func instant(_ text: String, _ field: String) throws(RowFault) -> Instant {
    guard let instant = Instant(iso: text) else { throw .failed(.notATime(field: field)) }
    return instant
  }
}

/// How a session ended, as Anchor's own exports write it.
enum ExportedOutcome {
  /// Nil where it is not known.
  static func read(_ text: String?) throws(RowFault) -> FocusSession.EndReason? {
    guard let text, !text.isEmpty else { return nil }
    guard let reason = FocusSession.EndReason(rawValue: text) else {
      throw .failed(.wrongKind(field: "outcome"))
    }
    return reason
  }
}
