import HubContracts
import Testing
import ToolboxJSON

@Suite struct FeedHeadTests {
  @Test func `a head is read as it was written`() throws {
    let head = FeedHead(domain: .anchor, cursor: Cursor(41), epoch: Epoch(1))

    #expect(String(decoding: head.json, as: UTF8.self) == Self.text)
    #expect(try FeedHead.read(head.json) == head)
  }

  @Test func `members and domains of a newer Hub are passed over`() throws {
    let more = #"{"domain":"anchor","more":[{}],"cursor":41,"epoch":1}"#
    let other = #"{"domain":"gardening","cursor":41,"epoch":1}"#

    #expect(try FeedHead.read(Array(more.utf8)) != nil)
    #expect(try FeedHead.read(Array(other.utf8)) == nil)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"domain":"anchor","cursor":41}"#,
    #"{"domain":"anchor","cursor":-1,"epoch":1}"#,
    #"{"domain":"anchor","cursor":1.5,"epoch":1}"#, #"{"domain":7,"cursor":1,"epoch":1}"#,
    #"{"domain":"anchor","cursor":9223372036854775807,"epoch":1}"#,
    #"{"domain":"anchor","cursor":1,"epoch":1}x"#,
  ])
  func `what is no head is refused`(text: String) {
    #expect(throws: JSONError.self) { try FeedHead.read(Array(text.utf8)) }
  }

  private static let text = #"{"domain":"anchor","cursor":41,"epoch":1}"#
}
