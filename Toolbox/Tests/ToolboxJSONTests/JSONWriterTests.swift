import Testing
import ToolboxJSON

@Suite struct JSONWriterTests {
  @Test func `whole numbers of every size are written in digits`() {
    let bytes = JSONWriter.write { json in
      json.object { json in
        json.member("least", Int64.min)
        json.member("greatest", Int64.max)
        json.member("zero", 0)
        json.member("small", UInt8(7))
        json.member("huge", UInt64.max)
      }
    }

    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"least":-9223372036854775808,"greatest":9223372036854775807,"zero":0,"#
        + #""small":7,"huge":18446744073709551615}"#)
  }

  @Test func `control characters, quotes and backslashes are escaped, and nothing else`() {
    let bytes = JSONWriter.write { $0.string("a\"\\\n\r\t\u{0}\u{1F}\u{7F}é/<") }

    #expect(
      String(decoding: bytes, as: UTF8.self) == #""a\"\\\n\r\t\u0000\u001f\u007fé/<""#)
  }
}
