/// Reads server-sent events from bytes that come in pieces of any size.
///
/// Pure and bounded: keeps one unfinished line and one unfinished event. Comments and fields that it
/// does not know are skipped; what is no text, or too long, ends the reading.
/// Source: docs/protocol/sync.md, "Events"; the format is that of the HTML standard, §9.2.
struct ServerEventReader: Sendable {
  struct Event: Sendable, Equatable {
    /// `message` where the event names none.
    var name: String
    /// Its `data` lines, joined by line feeds.
    var data: [UInt8]
  }

  /// The stream is not one of events; nothing behind it can be trusted.
  enum Failure: Error, Equatable, Sendable {
    case lineTooLong
    case dataTooLong
    case notText
  }

  static let lineBytesMax = 4_096
  static let dataBytesMax = 16_384

  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var isAtStart = true
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// The events that `chunk` completes, in order.
  mutating func take(_ chunk: [UInt8]) throws(Failure) -> [Event] {
    var events: [Event] = []
    for byte in chunk {
      let isLineFeedOfReturn = isAfterReturn && byte == UInt8(ascii: "\n")
      isAfterReturn = byte == UInt8(ascii: "\r")
      if isLineFeedOfReturn { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        guard line.count < Self.lineBytesMax else { throw .lineTooLong }
        line.append(byte)
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws(Failure) -> Event? {
    var text = line[...]
    if isAtStart, text.starts(with: Self.byteOrderMark) { text = text.dropFirst(3) }
    isAtStart = false
    defer { line.removeAll(keepingCapacity: true) }
    guard !text.isEmpty else { return endEvent() }
    guard !text.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }),
      String(validating: text, as: UTF8.self) != nil
    else { throw .notText }
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    var value = text[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: text[..<colon], as: UTF8.self) {
    case "event": name = String(decoding: value, as: UTF8.self)
    case "data":
      guard data.count + value.count < Self.dataBytesMax else { throw .dataTooLong }
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    default: break
    }
    return nil
  }

  /// An event without data is none, as the standard says.
  private mutating func endEvent() -> Event? {
    defer {
      name = ""
      data = []
      hasData = false
    }
    guard hasData else { return nil }
    return Event(name: name.isEmpty ? "message" : name, data: data)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
