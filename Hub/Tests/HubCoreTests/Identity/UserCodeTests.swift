import Testing
import ToolboxCrypto

@testable import HubCore

@Suite struct UserCodeTests {
  /// Gives the bytes 255, 254, … 0 and begins again.
  struct FallingBytes: RandomBytes {
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(255 - $0 % 256) } }
  }

  @Test func `a code is eight letters of the alphabet with a hyphen between (SIGN-20)`() {
    for _ in 0..<100 {
      let text = UserCode(random: SystemRandom()).description
      #expect(text.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
    }
  }

  @Test func `every letter is as likely as any other`() {
    #expect(UserCode.alphabet.count == 20)
    #expect(Set(UserCode.alphabet).count == 20)
    // 0…239 is twelve times the alphabet.
    let counts = (0..<240).reduce(into: [Int: Int]()) { $0[$1 % 20, default: 0] += 1 }
    #expect(Set(counts.values) == [12])
  }

  @Test(arguments: ["WDJB-MJHT", "wdjb-mjht", "wdjbmjht", " WDJB MJHT ", "W-D-J-B-M-J-H-T"])
  func `a code is read however it is typed`(text: String) {
    #expect(UserCode(typed: text)?.description == "WDJB-MJHT")
  }

  @Test(arguments: [
    "", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJHA", "WDJB-MJH1", "WDJB/MJHT", "ẞDJB-MJHT",
    String(repeating: " ", count: 60) + "WDJB-MJHT",
  ])
  func `what cannot be a code is none`(text: String) {
    #expect(UserCode(typed: text) == nil)
  }
}
