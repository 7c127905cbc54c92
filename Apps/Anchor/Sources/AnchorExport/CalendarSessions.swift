import AnchorModel

/// Sessions as events of a calendar, by [RFC 5545](https://www.rfc-editor.org/rfc/rfc5545).
///
/// An event has an end, so a session that has none yet is left out. What was paused in between does not
/// show: an event says from when to when.
package struct CalendarSessions: SessionWriter {
  /// By which an import knows that a UID is the id of a session.
  package static let product = "-//Anchor//Focus sessions//EN"

  package init() {}

  package func head() -> [UInt8] {
    Self.lines(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(Self.product)", "CALSCALE:GREGORIAN"])
  }

  package func piece(_ session: FocusSession, isFirst: Bool) -> [UInt8] {
    guard let end = session.endedAt else { return [] }
    let words = session.words
    var lines = [
      "BEGIN:VEVENT", "UID:\(session.id)", "DTSTAMP:\(end.compact)",
      "DTSTART:\(session.startedAt.compact)", "DTEND:\(end.compact)",
      "SUMMARY:\(CalendarText.escaped(words.title.isEmpty ? "Focus" : words.title))",
    ]
    if !words.tags.isEmpty {
      lines.append("CATEGORIES:\(words.tags.map(CalendarText.escaped).joined(separator: ","))")
    }
    if !words.notes.isEmpty { lines.append("DESCRIPTION:\(CalendarText.escaped(words.notes))") }
    return Self.lines(lines + ["TRANSP:TRANSPARENT", "END:VEVENT"])
  }

  package func tail() -> [UInt8] { Self.lines(["END:VCALENDAR"]) }

  private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap(CalendarText.folded) }
}

/// Text and lines as RFC 5545 writes them.
enum CalendarText {
  /// §3.3.11: a value of kind TEXT.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ";", ",": escaped += "\\\(character)"
      case _ where character.isNewline: escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// §3.1: no line is longer than 75 octets; one that would be goes on after a blank.
  ///
  /// No character is parted: not every reader puts its bytes together again.
  static func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var width = 0
    for scalar in line.unicodeScalars {
      let octets = UTF8.width(scalar)
      if width + octets > 75 {
        bytes += Array("\r\n ".utf8)
        width = 1
      }
      bytes += Array(String(scalar).utf8)
      width += octets
    }
    return bytes + Array("\r\n".utf8)
  }
}
