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
    let tags = try tags(of: row)
    let annotation = try text("annotation", of: row) ?? ""
    let times = [start, end].compactMap { $0.map { String($0.milliseconds) } }
    return ImportedInterval(
      start: start, end: end, text: annotation, tags: tags,
      identity: ["timewarrior"] + times + [annotation] + ImportedInterval.sorted(tags))
  }

  private static func tags(of row: JSONNode) throws(RowFault) -> [String] {
    guard let node = row["tags"] else { return [] }
    guard case .array(let elements) = node.value else { throw .failed(.wrongKind(field: "tags")) }
    var tags: [String] = []
    for element in elements {
      guard case .string(let tag) = element.value else {
        throw .failed(.wrongKind(field: "tags"))
      }
      tags.append(tag)
    }
    return tags
  }

  private static func text(_ field: String, of row: JSONNode) throws(RowFault) -> String? {
    guard let node = row[field] else { return nil }
    guard case .string(let text) = node.value else { throw .failed(.wrongKind(field: field)) }
    return text
  }

  private static func time(_ field: String, of row: JSONNode) throws(RowFault) -> Instant? {
    guard let text = try text(field, of: row) else { return nil }
    guard let time = instant(text) else { throw .failed(.notATime(field: field)) }
    return time
  }

  /// Reads `20231001T103000Z`, sixteen ASCII characters and nothing around them.
  private static func instant(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
      let date = bytes[0..<8].decimalValue, let clock = bytes[9..<15].decimalValue,
      let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100)
    else { return nil }
    let (hour, minute, second) = (clock / 10_000, clock / 100 % 100, clock % 100)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return day.startInUTC.adding(seconds: hour * 3_600 + minute * 60 + second)
  }
}
