import AnchorModel
import ToolboxJSON

/// One row of an export, with the kinds of its fields checked and nothing else.
struct TimewarriorInterval {
  static let fields = ["id", "start", "end", "tags", "annotation"]

  let start: Instant
  /// Nil while the interval is open.
  let end: Instant?
  let tags: [String]
  /// Empty where there is none.
  let annotation: String

  init(_ row: JSONNode) throws(RowFault) {
    guard case .object = row.value else { throw .failed(.notAnObject) }
    guard let start = try Self.time("start", of: row) else {
      throw .failed(.missing(field: "start"))
    }
    self.start = start
    end = try Self.time("end", of: row)
    tags = try Self.tags(of: row)
    annotation = try Self.text("annotation", of: row) ?? ""
  }

  /// What the id is made of: everything that the interval says, without its place in the list.
  ///
  /// Each part is preceded by its length, so that no two intervals give the same bytes. Tags are
  /// a set to timewarrior, hence sorted.
  func canonicalBytes(end: Instant) -> [UInt8] {
    let sortedTags = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let times = [start, end].map { String($0.milliseconds) }
    var bytes: [UInt8] = []
    for part in ["timewarrior"] + times + [annotation] + sortedTags {
      bytes += Array("\(part.utf8.count):".utf8)
      bytes += Array(part.utf8)
    }
    return bytes
  }

  /// The first line of the annotation as the title; all of it also as notes where that is more.
  func words() throws(SessionRefusal) -> SessionWords {
    let firstLine = annotation.prefix { !$0.isNewline }
    var title = ""
    var bytes = 0
    for character in firstLine {
      bytes += character.utf8.count
      if bytes > SessionWords.Limit.titleBytes.maximum { break }
      title.append(character)
    }
    return try SessionWords(
      title: title, tags: tags, notes: title == annotation ? "" : annotation)
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
