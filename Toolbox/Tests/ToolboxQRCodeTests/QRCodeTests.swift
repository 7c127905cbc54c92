import Testing
import ToolboxQRCode

@Suite struct QRCodeTests {
  @Test func `a short text has the smallest code, with its three finders`() throws {
    let code = try #require(QRCode("otp"))

    #expect(code.side == 21)
    for (column, row) in [(0, 0), (14, 0), (0, 14)] {
      let finder = (0..<7).map { y in
        (0..<7).map { code.isDark(column: column + $0, row: row + y) ? "#" : "." }.joined()
      }
      #expect(
        finder == [
          "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
        ])
    }
  }

  @Test func `the same text gives the same code, another text another one`() {
    #expect(QRCode("otpauth://totp/a") == QRCode("otpauth://totp/a"))
    #expect(QRCode("otpauth://totp/a") != QRCode("otpauth://totp/b"))
  }

  @Test func `nothing and what no code can hold have none`() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "x", count: 3_000)) == nil)
  }
}
