import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

@Suite struct ServerEventReaderTests {
  private static let stream = """
    \u{FEFF}: hello
    id: 41
    event: head
    data: {"a":1}

    retry: 2000
    data:first
    data: second
    unknown: field
    nonsense

    event: nothing


    """

  @Test func `events are read with their names and data`() throws {
    var reader = ServerEventReader()

    let events = try reader.take(Array(Self.stream.utf8))

    #expect(events == Self.expected)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], 1...40)
  func `however the bytes are cut, the events are the same`(ending: String, seed: UInt64) throws {
    let dice = Dice(seed: seed)
    var rest = Array(Self.stream.replacing("\n", with: ending).utf8)[...]
    var reader = ServerEventReader()
    var events: [ServerEventReader.Event] = []

    while !rest.isEmpty {
      let chunk = rest.prefix(1 + dice.roll(7))
      rest = rest.dropFirst(chunk.count)
      events += try reader.take(Array(chunk))
    }

    #expect(events == Self.expected)
  }

  @Test func `an event that is not finished is none`() throws {
    var reader = ServerEventReader()

    #expect(try reader.take(Array("data: 1\n".utf8)).isEmpty)
    #expect(try reader.take(Array("\n".utf8)).count == 1)
  }

  @Test func `a line without an end is given up at its limit`() {
    var reader = ServerEventReader()
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: ServerEventReader.lineBytesMax + 1)

    #expect(throws: ServerEventReader.Failure.lineTooLong) { try reader.take(long) }
  }

  @Test func `an event without an end is given up at its limit`() {
    var reader = ServerEventReader()
    let line = Array("data: \(String(repeating: "a", count: 4_000))\n".utf8)

    #expect(throws: ServerEventReader.Failure.dataTooLong) {
      for _ in 0..<5 { _ = try reader.take(line) }
    }
  }

  @Test(arguments: [[0xFF, 0x0A], [0x64, 0x00, 0x0A], [0xC3, 0x0A], [0x1B, 0x0A]])
  func `what is no text ends the reading`(bytes: [UInt8]) {
    var reader = ServerEventReader()

    #expect(throws: ServerEventReader.Failure.notText) { try reader.take(bytes) }
  }

  @Test(arguments: 1...50)
  func `any bytes are read or refused, never more, within bounds`(seed: UInt64) {
    let dice = Dice(seed: seed)
    let alphabet = Array(": \r\n\0dataevnti{}\"".utf8) + [0xFF, 0xEF, 0xBB, 0xBF, 0xC3, 0xA4]
    var reader = ServerEventReader()
    var read = 0
    var sent = 0

    for _ in 0..<400 {
      let chunk = (0..<dice.roll(60)).map { _ in alphabet[dice.roll(alphabet.count)] }
      sent += chunk.count
      do { read += try reader.take(chunk).reduce(0) { $0 + $1.data.count } } catch {
        reader = ServerEventReader()
      }
    }

    #expect(read <= sent)
  }

  private static let expected = [
    ServerEventReader.Event(name: "head", data: Array(#"{"a":1}"#.utf8)),
    ServerEventReader.Event(name: "message", data: Array("first\nsecond".utf8)),
  ]
}
