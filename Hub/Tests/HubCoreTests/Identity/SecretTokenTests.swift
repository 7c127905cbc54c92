import Testing
import ToolboxCrypto

@testable import HubCore

@Suite struct SecretTokenTests {
  let random = SystemRandom()

  @Test(arguments: SecretToken.Kind.allCases)
  func `a token is its kind, 43 characters and a checksum, and is read again (SES-01)`(
    kind: SecretToken.Kind
  ) {
    let token = SecretToken(kind, random: random)

    #expect(token.text.wholeMatch(of: /hub_[a-z]1_[A-Za-z0-9_-]{49}/) != nil)
    #expect(SecretToken(kind, text: token.text)?.hash == token.hash)
  }

  @Test func `the checksum is the CRC-32 of gzip`() {
    #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926)
  }

  @Test func `one wrong character, one missing and one more are refused`() {
    let text = SecretToken(.device, random: random).text
    for index in text.indices {
      let other: Character = text[index] == "A" ? "B" : "A"
      let wrong = text.replacingCharacters(at: index, with: other)
      #expect(SecretToken(.device, text: wrong) == nil)
    }

    #expect(SecretToken(.device, text: String(text.dropLast())) == nil)
    #expect(SecretToken(.device, text: text + "A") == nil)
    #expect(SecretToken(.device, text: "") == nil)
  }

  @Test func `a token of one kind is none of another`() {
    let revoke = SecretToken(.revoke, random: random)

    #expect(SecretToken(.device, text: revoke.text) == nil)
    #expect(SecretToken(.web, text: revoke.text) == nil)
  }

  @Test func `no way of printing a token shows it (KIT-16)`() {
    let token = SecretToken(.web, random: random)
    var dumped = ""
    dump([token], to: &dumped)

    let form = SetupForm(
      code: token.text, name: "Ada", timeZone: "UTC", password: token.text,
      repeatedPassword: token.text)
    dump(form, to: &dumped)

    for printed in [
      "\(token)", "\(form)", String(reflecting: form), String(reflecting: token), "\([token])",
      dumped,
    ] {
      #expect(!printed.contains(token.text))
    }
  }
}

extension String {
  fileprivate func replacingCharacters(at index: Index, with character: Character) -> String {
    var copy = self
    copy.replaceSubrange(index...index, with: [character])
    return copy
  }
}
