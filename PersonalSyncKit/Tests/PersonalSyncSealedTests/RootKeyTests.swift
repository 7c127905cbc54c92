import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncSealed

@Suite struct RootKeyTests {
  let dice = Dice(seed: 39)

  @Test func `the list is the published one`() {
    let words = (UInt16(0)..<2_048).map { WordList.english[$0] + "\n" }.joined()

    #expect(
      Hex.encode(SHA256.hash(words.utf8))
        == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
  }

  @Test func `any root comes back from its words, however they are typed`() throws {
    for _ in 0..<500 {
      let root = RootKey(random: dice)

      #expect(root.words.count == RootKey.wordCount)
      #expect(try RootKey(typed: root.words.joined(separator: " ")) == root)
      let typed = "\n " + root.words.map { $0.uppercased() }.joined(separator: " \t\n") + " "
      #expect(try RootKey(typed: typed) == root)
    }
  }

  @Test func `of words with another in one place, one in 256 is a key`() {
    var taken = 0
    let words = RootKey(random: dice).words
    for place in words.indices {
      for number in stride(from: UInt16(0), to: 2_048, by: 8) {
        var typed = words
        typed[place] = WordList.english[number]
        if typed != words, isRoot(typed) { taken += 1 }
      }
    }
    // 24 × 256 tries, of which 24 are expected; 60 would be seven deviations away.
    #expect((1...60).contains(taken))
  }

  @Test func `a word that is not in the list is told with its place and what may be meant`() {
    var words = RootKey(random: dice).words
    words[6] = "chaptr"

    #expect(
      throws: WordsFault.unknownWord(
        position: 7, suggestions: WordList.english.suggestions(for: "chaptr"))
    ) { try RootKey(typed: words.joined(separator: " ")) }
  }

  @Test(arguments: ["abot", "absr", "zoo0", "teh", "acco", "a", "", "qqqqqqqq", "äpfel"])
  func `at most three words are suggested, none twice`(typed: String) {
    let suggestions = WordList.english.suggestions(for: typed)

    #expect(suggestions.count <= 3)
    #expect(Set(suggestions).count == suggestions.count)
  }

  @Test(arguments: [
    ("zoo0", "zoo"), ("aabndon", "abandon"), ("wrte", "write"), ("chaptr", "chapter"),
    ("acco", "account"), ("abandonned", "abandon"), ("recieve", "receive"),
  ])
  func `the word that was meant is suggested first`(typed: String, meant: String) {
    #expect(WordList.english.suggestions(for: typed).first == meant)
  }

  @Test func `what is like no word suggests none`() {
    #expect(WordList.english.suggestions(for: "qqqqqqqq").isEmpty)
  }

  private func isRoot(_ words: [String]) -> Bool {
    do {
      _ = try RootKey(typed: words.joined(separator: " "))
      return true
    } catch { return false }
  }
}
