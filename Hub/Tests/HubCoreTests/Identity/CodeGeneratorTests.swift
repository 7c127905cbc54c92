import HubTesting
import Testing

@testable import HubCore

@Suite struct CodeGeneratorTests {
  let generator: CodeGenerator

  init() throws {
    generator = try #require(CodeGenerator(secret: Array("12345678901234567890".utf8)))
  }

  /// Appendix B of RFC 6238, in six digits.
  @Test(arguments: [
    (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
    (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
  ])
  func `codes follow RFC 6238`(seconds: Int64, code: String) {
    #expect(generator.code(of: CodeGenerator.step(at: seconds * 1_000)) == code)
  }

  @Test func `this step's code and the last one's are taken, and no others (SIGN-15)`() {
    let now: Int64 = 1_800_000_000_000
    let step = CodeGenerator.step(at: now)

    for (past, isTaken) in [(0, true), (1, true), (2, false), (-1, false)] as [(Int64, Bool)] {
      let typed = generator.code(of: step - past)
      let found = generator.step(ofTyped: typed, at: now, after: 0)
      #expect(found == (isTaken ? step - past : nil), "\(past)")
    }
  }

  @Test func `a step that was used, and those before it, are used up`() {
    let now: Int64 = 1_800_000_000_000
    let step = CodeGenerator.step(at: now)

    #expect(generator.step(ofTyped: generator.code(of: step), at: now, after: step) == nil)
    #expect(generator.step(ofTyped: generator.code(of: step - 1), at: now, after: step) == nil)
    #expect(generator.step(ofTyped: generator.code(of: step), at: now, after: step - 1) == step)
  }

  @Test(arguments: ["", "12345", "1234567", "abcdef", "１２３４５６"])
  func `what is no code is none`(typed: String) {
    #expect(generator.step(ofTyped: typed, at: 1_800_000_000_000, after: 0) == nil)
  }

  @Test func `the link carries name, host and secret, each in its place`() {
    let link = generator.link(name: "Ada & Bob", host: "hub.localhost:8765")

    #expect(
      link == "otpauth://totp/hub.localhost%3A8765:Ada%20%26%20Bob"
        + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=hub.localhost%3A8765")
  }

  @Test func `no way of printing shows a secret or a recovery code (KIT-16)`() {
    let code = RecoveryCode(random: CountingRandom())
    let form = RecoveryForm(code: code.text, password: "secret words", repeatedPassword: "")
    let proof = IdentityService.Proof(password: "secret words", code: code.text)
    var printed = "\(generator) \(code) \(form) \(proof)"
    dump((generator, code, form, proof), to: &printed)

    for secret in [generator.secretText, code.text, "secret words"] {
      #expect(!printed.contains(secret))
    }
  }
}

@Suite struct RecoveryCodeTests {
  @Test func `a code is 26 letters and digits in groups, and is read in any case and spacing`()
    throws
  {
    let code = RecoveryCode(random: CountingRandom())

    #expect(code.text.wholeMatch(of: /([A-Z2-7]{5}-){5}[A-Z2-7]/) != nil)
    for typed in [code.text, code.text.lowercased(), code.text.replacing("-", with: " ")] {
      #expect(RecoveryCode(typed: typed)?.hash == code.hash)
    }
  }

  @Test(arguments: [
    "", "AAAAA", "1AAAA-AAAAA-AAAAA-AAAAA-AAAAA-A", "äAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A",
  ])
  func `anything else is none`(typed: String) {
    #expect(RecoveryCode(typed: typed) == nil)
  }
}
