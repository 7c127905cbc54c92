import HubContracts
import Testing
import ToolboxJSON

/// Directories of sealed details as they travel (docs/protocol/sealed.md, 5.1).
@Suite struct SealedDirectoryWireTests {
  private static let append = #"{"domain":"anchor","index":1,"entry":"c2Vjb25k"}"#

  @Test func `what is written is read as it was`() throws {
    let page = SealedDirectoryPage(entries: ["Zmlyc3Q", "c2Vjb25k"])
    let entry = SealedDirectoryAppend(domain: .anchor, index: 1, entry: "c2Vjb25k")
    let answer = SealedDirectoryAnswer(isAppended: true, size: 2)

    #expect(String(decoding: page.json, as: UTF8.self) == #"{"entries":["Zmlyc3Q","c2Vjb25k"]}"#)
    #expect(try SealedDirectoryPage.read(page.json) == page)
    #expect(String(decoding: entry.json, as: UTF8.self) == Self.append)
    #expect(try SealedDirectoryAppend.read(entry.json) == entry)
    #expect(String(decoding: answer.json, as: UTF8.self) == #"{"isAppended":true,"size":2}"#)
    #expect(try SealedDirectoryAnswer.read(answer.json) == answer)
  }

  @Test(arguments: [
    #"{}"#, #"{"entries":{}}"#, #"{"entries":[1]}"#, #"{"entries":[""]}"#,
    #"{"entries":["a title"]}"#, "[]", "",
  ])
  func `what is no page is refused`(text: String) {
    #expect(throws: JSONError.self) { try SealedDirectoryPage.read(Array(text.utf8)) }
  }

  @Test func `any byte changed is read or refused, and never traps`() {
    let bytes = Array(Self.append.utf8)
    var refused = 0
    for place in bytes.indices {
      for value in [UInt8(0), 0x22, 0x7B, 0x80, 0xFF] {
        var changed = bytes
        changed[place] = value
        do throws(RequestRefusal) { _ = try SealedDirectoryAppend.read(changed) } catch {
          refused += 1
        }
      }
    }
    #expect(refused > bytes.count)
  }
}
