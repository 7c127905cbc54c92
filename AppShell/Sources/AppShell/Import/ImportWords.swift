import ToolboxJSON

/// A preview as text and as JSON.
struct ImportWords {
  /// Rows that are listed one by one; the others are counted.
  static let rowsShownMax = 10

  let preview: ImportPreview
  let app: AppProfile

  var text: String {
    var lines = ["This is \(preview.format) with \(count(preview.rows, "row", "rows"))."]
    lines.append("  \(app.records(preview.additions)) to add")
    if !preview.leftOut.isEmpty {
      lines.append("  \(count(preview.leftOut.count, "row", "rows")) left out:")
      lines += listed(preview.leftOut)
    }
    if !preview.failures.isEmpty {
      lines.append("  \(count(preview.failures.count, "row", "rows")) that cannot be read:")
      lines += listed(preview.failures)
    }
    if !preview.notTaken.isEmpty {
      lines.append("  What will not come across:")
      lines += preview.notTaken.map { "    \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The first rows with their lines; the rest by reason, so that nothing is passed over in silence.
  private func listed(_ rows: [ImportPreview.RowNote]) -> [String] {
    var lines = rows.prefix(Self.rowsShownMax).map { "    line \($0.line): \($0.reason)" }
    let rest = rows.dropFirst(Self.rowsShownMax)
    var counts: [(code: String, reason: String, count: Int)] = []
    for row in rest {
      if let place = counts.firstIndex(where: { $0.code == row.code }) {
        counts[place].count += 1
      } else {
        counts.append((row.code, row.reason, 1))
      }
    }
    for entry in counts {
      lines.append(
        "    and \(count(entry.count, "more row", "more rows")) of the kind: \(entry.reason)")
    }
    return lines
  }

  func write(to json: inout JSONWriter, added: Int?) {
    json.object { json in
      json.member("format", preview.format)
      json.member("rows", preview.rows)
      json.member("additions", preview.additions)
      if let added { json.member("added", added) }
      json.member("leftOut") { json in Self.write(preview.leftOut, to: &json) }
      json.member("failures") { json in Self.write(preview.failures, to: &json) }
      json.member("notTaken") { json in
        json.array(preview.notTaken) { json, text in json.string(text) }
      }
    }
  }

  private static func write(_ rows: [ImportPreview.RowNote], to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.object { json in
        json.member("line", row.line)
        json.member("code", row.code)
        json.member("reason", row.reason)
      }
    }
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
