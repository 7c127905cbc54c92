import AppShell
import AppShellTesting
import Testing
import ToolboxCommandLine
import ToolboxLocks

@testable import Anchor

@Suite struct SealCommandTests {
  /// A person who writes the shown words down and types those that are asked for.
  private final class Scribe: Console {
    private let screen = Locked("")
    let isInteractive = true
    let outputProblem: String? = nil

    var shown: String { screen.withLock { $0 } }
    func write(_ text: String) { screen.withLock { $0 += text } }
    func complain(_ text: String) { write(text + "\n") }
    func prompt(_ text: String) { write(text) }
    func readSecret(_ prompt: String) -> SecretAnswer { .cancelled }

    func readLine() -> String? {
      let parts = shown.split(whereSeparator: \.isWhitespace).map(String.init)
      // The last, because what stands above the words names their number too.
      guard let asked = parts.last?.dropLast(), let place = parts.lastIndex(of: String(asked))
      else { return nil }
      return parts[place + 1]
    }
  }

  private func connected(sharing other: Terminal? = nil, seed: UInt64 = 1) async -> Terminal {
    let terminal = Terminal(bench: Bench(seed: seed, sharing: other?.bench))
    let bench = terminal.bench
    bench.whenAsked { hub in hub.approveGrant(as: hub.account("Ada")) }
    _ = await terminal.type("connect", Bench.hubAddress)
    _ = await terminal.type("approve", "--yes")
    return terminal
  }

  /// The 24 words in what a terminal shows.
  private func words(in output: String) -> String {
    output.prefix(while: { $0 != ":" }).split(whereSeparator: \.isWhitespace)
      .filter { $0.allSatisfy(\.isLowercase) }.prefix(24).joined(separator: " ")
  }

  @Test func `where the Hub has ended the session, seal and unlock say so as sync does`() async {
    for verb in ["sync", "seal", "unlock"] {
      let desk = await connected()
      desk.bench.hub.endSessions(of: desk.bench.hub.account("Ada"))

      let reply = await desk.type(verb)

      #expect(reply.status == 5)
      #expect(reply.complaints.contains("The Hub has ended this session."), "\(verb)")
    }
  }

  @Test func `words made on one device unlock the other, and titles arrive`() async {
    let desk = await connected()
    _ = await desk.type("log", "30m", "write chapter")
    let sealed = await desk.type("seal", "--yes")
    let laptop = await connected(sharing: desk, seed: 2)

    _ = await laptop.type("sync")
    let locked = await laptop.type("today")
    let status = await laptop.type("status")
    let unlocked = await laptop.type("unlock", answering: [words(in: sealed.output)])
    let open = await laptop.type("today")

    #expect(sealed.status == 0)
    #expect(!locked.output.contains("write chapter"))
    #expect(status.output.contains("1 detail is locked on this device"))
    #expect(unlocked.output == "Unlocked. 1 detail was opened.\n")
    #expect(open.output.contains("write chapter"))
  }

  @Test func `sealing begins when three of the words were typed from paper`() async throws {
    let desk = await connected()
    let scribe = Scribe()

    let status = await AppProgram(AnchorApp.self, on: desk.bench.machine).tool
      .run(["seal"], scribe)

    #expect(status.code == 0)
    #expect(scribe.shown.split(separator: "\n").count { $0.hasPrefix("Word ") } >= 1)
    #expect(await desk.type("seal").output == "The details are unlocked on this device.\n")
  }

  @Test func `whoever does not type them begins nothing`() async {
    let desk = await connected()

    let refused = await desk.type("seal", answering: Array(repeating: "wrong", count: 3))
    let asked = await desk.type("seal", isInteractive: false)
    let unlock = await desk.type("unlock")

    #expect(refused.status == 1)
    #expect(refused.complaints.contains("Not begun"))
    #expect(asked.status == 2)
    #expect(unlock.complaints.contains("No device of this account seals its details yet."))
  }

  @Test func `a device does not make words where another has made them`() async {
    let desk = await connected()
    _ = await desk.type("log", "30m", "write chapter")
    _ = await desk.type("seal", "--yes")
    let laptop = await connected(sharing: desk, seed: 2)

    let seal = await laptop.type("seal", "--yes")

    #expect(seal.status == 1)
    #expect(seal.complaints.contains("Another of your devices has made the words already."))
  }

  @Test func `wrong words say what is wrong with them, and change nothing`() async {
    let desk = await connected()
    _ = await desk.type("log", "30m", "write chapter")
    _ = await desk.type("seal", "--yes")
    let laptop = await connected(sharing: desk, seed: 2)
    let zeros = Array(repeating: "abandon", count: 23) + ["art"]

    let misspelt = await laptop.type(
      "unlock", answering: [(["abandun"] + zeros.dropFirst()).joined(separator: " ")])
    let short = await laptop.type("unlock", answering: ["abandon"])
    let others = await laptop.type("unlock", answering: [zeros.joined(separator: " ")])

    #expect(misspelt.complaints.contains("Word 1 is none of the list; it may be abandon"))
    #expect(short.complaints.contains("There have to be 24 words, and there are 1."))
    #expect(others.complaints.contains("With these words nothing opens."))
    #expect(await laptop.type("status").output.contains("1 detail is locked on this device"))
  }
}
