import HubContracts
import Testing

/// What a store tells of what waits for its person.
@Suite struct AttentionCountsTests {
  @Test func `what is written is read again, in a body and in a header`() throws {
    let counts = AttentionCounts(conflicts: 2, quarantined: 1)

    #expect(String(decoding: counts.json, as: UTF8.self) == #"{"conflicts":2,"quarantined":1}"#)
    #expect(try AttentionCounts.read(counts.json) == counts)
    #expect(AttentionCounts(text: counts.text) == counts && counts.text == "2 1")
  }

  @Test func `more than a thousand is told as a thousand, and less than nothing as nothing`() {
    #expect(AttentionCounts(conflicts: 4_000, quarantined: -1).text == "1000 0")
  }

  @Test(arguments: [
    #"{"conflicts":1}"#, #"{"conflicts":1,"quarantined":1001}"#,
    #"{"conflicts":-1,"quarantined":0}"#, #"{"conflicts":"1","quarantined":0}"#,
    #"{"conflicts":1,"quarantined":0,"title":"x"}"#, #"{"conflicts":1.5,"quarantined":0}"#,
    #"{"conflicts":1,"conflicts":1,"quarantined":0}"#, "", "[1,0]",
  ])
  func `a body that says anything else is refused`(body: String) {
    #expect(throws: RequestRefusal.self) { try AttentionCounts.read(Array(body.utf8)) }
  }

  @Test(arguments: ["", "1", "1 2 3", "-1 0", "+1 0", "01 0", "1  0", "1001 0", "a b"])
  func `a header that no Hub writes says nothing`(text: String) {
    #expect(AttentionCounts(text: text) == nil)
  }
}
