import AnchorModel
import ToolboxCSV

/// Reads what `anchor export csv` writes, also where a spreadsheet has saved it again.
///
/// Each session has the id that it had, so nothing that is still here comes twice.
enum AnchorTableImport {
  /// Plans the rows of `table`; nil where its columns are not those of Anchor's export.
  static func plan(
    _ table: CSVTable, _ terms: FileImport.Terms
  ) throws(ImportRefusal) -> ImportPlan? {
    guard let columns = AnchorColumns(of: table) else { return nil }
    return try RowSorter.plan(table, as: .anchorTable, unknown: columns.unknown, terms) {
      sorter, row in
      sorter.take(line: row.line) { (batch) throws(RowFault) in
        try columns.session(row.fields, batch)
      }
    }
  }
}

/// Where an export of Anchor's has what.
private struct AnchorColumns {
  private static let known = [
    "started", "ended", "intent", "tags", "notes", "planned_minutes", "focused_minutes", "state",
    "outcome", "session_id",
  ]

  let unknown: [UnknownColumn]
  private let places: [String: Int]
  private let count: Int

  init?(of table: CSVTable) {
    var places: [String: Int] = [:]
    for name in Self.known { places[name] = table.column(name) }
    for name in ["started", "ended", "focused_minutes", "session_id"] where places[name] == nil {
      return nil
    }
    self.places = places
    count = table.columns.count
    unknown = UnknownColumn.all(of: table, besides: Set(places.values))
  }

  func session(_ fields: [String], _ batch: ImportBatchID) throws(RowFault) -> FocusSession {
    guard fields.count == count else { throw .failed(.fieldCount(fields.count, columns: count)) }
    let text = { (name: String) in places[name].map { fields[$0] } ?? "" }
    guard let id = SessionID(text("session_id")) else {
      throw .failed(.wrongKind(field: "session_id"))
    }
    guard let start = Instant(iso: text("started")) else {
      throw .failed(.notATime(field: "started"))
    }
    if text("ended").isEmpty { throw .leftOut(.stillRunning(since: start)) }
    guard let end = Instant(iso: text("ended")) else { throw .failed(.notATime(field: "ended")) }
    let planned = text("planned_minutes")
    let words = try RowFault.asking { () throws(SessionRefusal) in
      try SessionWords(
        title: SpreadsheetText.shown(text("intent")),
        tags: SpreadsheetText.shown(text("tags")).split(separator: ",").map(String.init),
        notes: SpreadsheetText.shown(text("notes")))
    }
    let session = FocusSession(
      id: id, startedAt: start,
      plannedSeconds: planned.isEmpty ? 0 : try seconds(planned, "planned_minutes"),
      bankedSeconds: try seconds(text("focused_minutes"), "focused_minutes"),
      phase: .finished(at: end, reason: try ExportedOutcome.read(text("outcome"))), words: words,
      importBatch: batch)
    guard let session else { throw .failed(.breaksARule) }
    return session
  }

  /// Seconds of minutes with at most two decimals, such as `12.35`.
  private func seconds(_ text: String, _ field: String) throws(RowFault) -> Int {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map(Array.init)
    guard (1...2).contains(parts.count), (1...9).contains(parts[0].count),
      let whole = parts[0][...].decimalValue
    else { throw .failed(.wrongKind(field: field)) }
    if parts.count == 1 { return whole * 60 }
    guard (1...2).contains(parts[1].count), let digits = parts[1][...].decimalValue else {
      throw .failed(.wrongKind(field: field))
    }
    let hundredths = whole * 100 + (parts[1].count == 1 ? digits * 10 : digits)
    return (hundredths * 60 + 50) / 100
  }
}
