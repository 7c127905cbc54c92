import AnchorModel

/// A stretch of time as one row of a file says it, whichever program wrote the file.
struct ImportedInterval {
  let start: Instant
  /// Nil while it is open.
  let end: Instant?
  /// What it was for; may have several lines.
  let text: String
  let tags: [String]
  /// What is said beside it, where the program has a place for that.
  var notes = ""
  /// The start on the wall clock, taken for UTC, where the file has no more than that.
  ///
  /// It stays the same when the account moves to another zone.
  var wallStart: Instant?
  /// All that the row says of it, in words that do not change from one export to the next.
  ///
  /// Rows of a file that say the same are one.
  let identity: [String]

  /// Each part is preceded by its length, so that no two intervals give the same bytes.
  var identityBytes: [UInt8] {
    var bytes: [UInt8] = []
    for part in identity {
      bytes += Array("\(part.utf8.count):".utf8)
      bytes += Array(part.utf8)
    }
    return bytes
  }

  /// The first line of the text as the title; all of it also before the notes where that is more.
  func words() throws(SessionRefusal) -> SessionWords {
    let firstLine = text.prefix { !$0.isNewline }
    var title = ""
    var bytes = 0
    for character in firstLine {
      bytes += character.utf8.count
      if bytes > SessionWords.Limit.titleBytes.maximum { break }
      title.append(character)
    }
    let rest = [title == text ? "" : text, notes].filter { !$0.isEmpty }
    return try SessionWords(title: title, tags: tags, notes: rest.joined(separator: "\n\n"))
  }

  /// Tags are a set to the programs that write them, and their order is no part of what was said.
  static func sorted(_ tags: [String]) -> [String] {
    tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
