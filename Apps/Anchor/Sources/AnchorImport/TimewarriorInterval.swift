import AnchorModel
import ToolboxJSON

/// One row of what `timew export` writes, with the kinds of its fields checked and nothing else.
///
/// The annotation is what it was for. The `id` is the row's place in the list at that moment, and not
/// used.
enum TimewarriorInterval {
  static let fields = ["id", "start", "end", "tags", "annotation"]

  static func read(_ row: JSONNode) throws(RowFault) -> ImportedInterval {
    guard case .object = row.value else { throw .failed(.notAnObject) }
    guard let start = try time("start", of: row) else {
      throw .failed(.missing(field: "start"))
    }
    let end = try time("end", of: row)
    let tags = try row.texts("tags")
    let annotation = try row.text("annotation") ?? ""
    let times = [start, end].compactMap { $0.map { String($0.milliseconds) } }
    return ImportedInterval(
      start: start, end: end, text: annotation, tags: tags,
      identity: ["timewarrior"] + times + [annotation] + ImportedInterval.sorted(tags))
  }

  private static func time(_ field: String, of row: JSONNode) throws(RowFault) -> Instant? {
    guard let text = try row.text(field) else { return nil }
    guard let time = Instant(compact: text) else { throw .failed(.notATime(field: field)) }
    return time
  }
}
