/// The content lines of a calendar, by [RFC 5545](https://www.rfc-editor.org/rfc/rfc5545) §3.1.
///
/// Lines are put together again as bytes: some programs fold in the middle of a character.
struct CalendarLines {
  struct Line: Equatable {
    /// Where it begins, from 1.
    let number: Int
    /// In capitals.
    let name: String
    /// By name in capitals; of several values of one the first.
    let parameters: [String: String]
    let value: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line, nil at the end; after an error there is no next.
  mutating func next() throws(CalendarFault) -> Line? {
    while position < bytes.count {
      let number = line
      let text = unfolded()
      if text.isEmpty { continue }
      guard let line = String(validating: text, as: UTF8.self) else {
        throw CalendarFault(.invalidText, line: number)
      }
      guard let parsed = Self.parse(line, number) else {
        throw CalendarFault(.notALine, line: number)
      }
      return parsed
    }
    return nil
  }

  /// A physical line and those that go on with it.
  private mutating func unfolded() -> ArraySlice<UInt8> {
    var text = physical()
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      text += physical().dropFirst()
    }
    return text
  }

  private mutating func physical() -> ArraySlice<UInt8> {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let text = bytes[position..<end]
    position = min(end + 1, bytes.count)
    line += 1
    return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
  }

  /// `NAME;PARAMETER=value;PARAMETER="value":VALUE`.
  private static func parse(_ line: String, _ number: Int) -> Line? {
    var parts: [Substring] = []
    var isQuoted = false
    var start = line.startIndex
    for index in line.indices {
      switch line[index] {
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted:
        parts.append(line[start..<index])
        start = line.index(after: index)
      case ":" where !isQuoted:
        parts.append(line[start..<index])
        guard let name = parts.first, !name.isEmpty else { return nil }
        return Line(
          number: number, name: name.uppercased(), parameters: parameters(parts.dropFirst()),
          value: String(line[line.index(after: index)...]))
      default: break
      }
    }
    return nil
  }

  private static func parameters(_ parts: ArraySlice<Substring>) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, parameters[pair[0].uppercased()] == nil else { continue }
      parameters[pair[0].uppercased()] = pair[1].filter { $0 != "\"" }
    }
    return parameters
  }
}

extension CalendarLines.Line {
  /// The value as text, §3.3.11.
  var text: String { Self.unescaped(value[...]) }

  /// The value as a list of texts.
  var texts: [String] {
    var pieces: [String] = []
    var start = value.startIndex
    var isEscaped = false
    for index in value.indices {
      if value[index] == ",", !isEscaped {
        pieces.append(Self.unescaped(value[start..<index]))
        start = value.index(after: index)
      }
      isEscaped = value[index] == "\\" && !isEscaped
    }
    return pieces + [Self.unescaped(value[start...])]
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var plain = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        plain.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}

/// Why bytes are no calendar, and where.
package struct CalendarFault: Error, Equatable, Sendable {
  package enum Kind: String, Sendable {
    case notALine = "is no line of a calendar"
    case invalidText = "has text that is not valid UTF-8"
    case unbalanced = "ends what was not begun"
    case tooDeep = "is nested too deeply"
    case openComponent = "ends too early"
  }

  package let kind: Kind
  /// From 1.
  package let line: Int

  package init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }
}
