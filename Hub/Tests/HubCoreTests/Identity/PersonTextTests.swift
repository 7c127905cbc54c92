import Testing

@testable import HubCore

@Suite struct PasswordRuleTests {
  @Test(arguments: [
    "violet kettle on a hill", "ключ под старым дубом", "7f3a9c1e55b0d2847f3a", "冬の朝に鳥が三羽来て歌い始めた。",
  ])
  func `a long password is taken, whatever it is made of (SIGN-12)`(password: String) {
    #expect(PasswordRule.problem(with: password, accountName: "Ada") == nil)
  }

  @Test func `fewer than 15 characters and more than 1,024 bytes are not`() {
    #expect(PasswordRule.problem(with: "violet kettle ", accountName: "Ada") == .tooShort)
    let long = String(repeating: "violet kettle ", count: 74)
    #expect(PasswordRule.problem(with: long, accountName: "Ada") == .tooLong)
    #expect(PasswordRule.problem(with: String(long.prefix(1_024)), accountName: "Ada") == nil)
  }

  @Test(arguments: [
    "hubhubhubhubhub", "Hub Hub Hub Hub Hub 1", "AdaLovelaceAdaLovelace", "ada-lovelace-ada-1815",
    "passwordpassword", "aaaaaaaaaaaaaaaaaaaa", "abababababababababab", "1234567890123456",
    "anchor anchor anchor", "qwertyuiopqwertyuiop", "correct horse battery staple",
    "                ",
  ])
  func `what a guesser tries first is not taken (SIGN-13)`(password: String) {
    #expect(PasswordRule.problem(with: password, accountName: "Ada Lovelace") == .guessable)
  }

  @Test func `the same letters typed on two keyboards are the same password`() {
    #expect(PasswordRule.bytes(of: "caf\u{E9}") == PasswordRule.bytes(of: "cafe\u{301}"))
    #expect(PasswordRule.bytes(of: " Café ") != PasswordRule.bytes(of: "café"))
  }
}

@Suite struct DisplayNameTests {
  @Test func `a name is trimmed, in NFC, and found in any case`() throws {
    let name = try DisplayName("  Zoe\u{308} ")

    #expect(name.text == "Zoë")
    #expect(try DisplayName("ZOË").key == name.key)
  }

  @Test func `forty characters are a name and one more is none`() throws {
    #expect(try DisplayName(String(repeating: "ж", count: 40)).text.count == 40)
    #expect(throws: DisplayName.Problem.tooLong) {
      try DisplayName(String(repeating: "a", count: 41))
    }
  }

  @Test(arguments: ["", "   ", "\n\t"])
  func `nothing is no name`(text: String) {
    #expect(throws: DisplayName.Problem.missing) { try DisplayName(text) }
  }

  @Test(arguments: ["a\u{0}b", "a\nb", "a\u{1B}[31m", "a\u{202E}b", "a\u{E000}b", "a\u{200B}b"])
  func `what cannot be seen or turns the text around is no name`(text: String) {
    #expect(throws: DisplayName.Problem.unprintable) { try DisplayName(text) }
  }

  @Test func `one letter under a heap of marks is no name`() {
    #expect(throws: DisplayName.Problem.tooLong) {
      try DisplayName("a" + String(repeating: "\u{323}", count: 200))
    }
  }

  @Test func `a joined emoji is a name`() throws {
    #expect(try DisplayName("Ada 👩‍🚀").text == "Ada 👩‍🚀")
  }
}
