import AnchorModel
import Testing

@Suite struct SessionWordsTests {
  @Test func `a title and tags become one tidy line each`() throws {
    let words = try SessionWords(
      title: "  write\r\nchapter\u{0}two\t", tags: [" deep ", "", "deep", "a\nb", "  "])

    #expect(words.title == "write chapter two")
    #expect(words.tags == ["deep", "a b"])
  }

  @Test func `notes keep their lines and lose other control characters`() throws {
    let words = try SessionWords(notes: "\n\none\r\ntwo\rthree\n\n\tfour\u{7}\u{85}five\n")

    #expect(words.notes == "one\ntwo\nthree\n\n\tfour  five")
  }

  @Test func `letters of any script and joined emoji stay as they are`() throws {
    let title = "日本語 über 👩‍👩‍👧 e\u{301}"

    #expect(try SessionWords(title: title).title.unicodeScalars.elementsEqual(title.unicodeScalars))
  }

  @Test func `words at each limit are taken`() throws {
    let words = try SessionWords(
      title: String(repeating: "ä", count: 480),
      tags: (10..<60).map { String(repeating: "t", count: 198) + "\($0)" },
      notes: String(repeating: "n", count: 20_000))

    #expect(words.tags.count == 50)
  }

  @Test func `words over a limit are refused with the limit that they pass`() {
    #expect(throws: SessionRefusal.wordsOverLimit(.titleBytes)) {
      try SessionWords(title: String(repeating: "ä", count: 480) + "x")
    }
    #expect(throws: SessionRefusal.wordsOverLimit(.tags)) {
      try SessionWords(tags: (0..<51).map { "tag \($0)" })
    }
    #expect(throws: SessionRefusal.wordsOverLimit(.tagBytes)) {
      try SessionWords(tags: [String(repeating: "t", count: 201)])
    }
    #expect(throws: SessionRefusal.wordsOverLimit(.notesBytes)) {
      try SessionWords(notes: String(repeating: "n", count: 20_001))
    }
  }
}
