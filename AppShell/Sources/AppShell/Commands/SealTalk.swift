import PersonalSyncKit
import PersonalSyncSealed
import ToolboxCommandLine
import ToolboxCrypto

/// What the verbs about sealed details ask, do and say.
struct SealTalk<Shown: App> {
  private let call: Call<Shown>

  init(_ call: Call<Shown>) { self.call = call }

  // MARK: - Doing

  /// The store's connection after a pass, so that it is known here what other devices have sealed.
  func synchronized() async throws(Trouble) -> HubConnection {
    let connection = try await call.connection()
    try await synchronize(connection)
    return connection
  }

  func details(
    _ connection: HubConnection
  ) async throws(Trouble) -> (isUnlocked: Bool, locked: Int) {
    do throws(ConnectionError) { return try await connection.details() } catch {
      throw await connection.trouble(error)
    }
  }

  func isSealed(_ connection: HubConnection) async throws(Trouble) -> Bool {
    do throws(ConnectionError) { return try await connection.isSealed() } catch {
      throw await connection.trouble(error)
    }
  }

  /// Begins with new words, and does what they make possible in a pass.
  func seal(
    _ connection: HubConnection, _ root: RootKey
  ) async throws(Trouble) -> UnlockOutcome {
    try await opening(connection) { () async throws(ConnectionError) in
      try await connection.seal(root)
    }
  }

  /// Takes the words of another device, and does what they make possible in a pass.
  func unlock(
    _ connection: HubConnection, _ root: RootKey
  ) async throws(Trouble) -> UnlockOutcome {
    try await opening(connection) { () async throws(ConnectionError) in
      try await connection.unlock(root)
    }
  }

  private func opening(
    _ connection: HubConnection, _ open: () async throws(ConnectionError) -> UnlockOutcome
  ) async throws(Trouble) -> UnlockOutcome {
    let outcome: UnlockOutcome
    do throws(ConnectionError) { outcome = try await open() } catch {
      throw await connection.trouble(error)
    }
    if outcome == .unlocked { try await synchronize(connection) }
    return outcome
  }

  private func synchronize(_ connection: HubConnection) async throws(Trouble) {
    do throws(ConnectionError) { _ = try await connection.completedSync() } catch {
      throw await connection.trouble(error)
    }
  }

  // MARK: - Asking

  private static var askedCount: Int { 3 }
  private static var triesMax: Int { 3 }

  /// Shows new words and goes on once the person has typed three of them from what they wrote down.
  func show(_ root: RootKey) throws(Trouble) {
    if call.input[Flag.yes] { return }
    let console = call.console
    guard console.isInteractive else { throw writer.nobodyToAsk }
    console.complain("Write these 24 words down, on paper. They are shown this once.\n")
    console.complain(Self.lines(of: root.words).joined(separator: "\n") + "\n")
    for place in places(of: root.words.count) {
      guard isTyped(root.words[place], at: place) else { throw notWrittenDown }
    }
  }

  private func isTyped(_ word: String, at place: Int) -> Bool {
    for _ in 0..<Self.triesMax {
      call.console.prompt("Word \(place + 1): ")
      guard let typed = call.console.readLine() else { return false }
      if typed.lowercased().filter({ !$0.isWhitespace }) == word { return true }
      call.console.complain("That is not word \(place + 1).")
    }
    return false
  }

  /// Three different places, in rising order.
  private func places(of count: Int) -> [Int] {
    var places: Set<Int> = []
    while places.count < Self.askedCount {
      places.formUnion(call.machine.random.bytes(1).map { Int($0) % count })
    }
    return places.sorted()
  }

  func typed() throws(Trouble) -> RootKey {
    switch call.console.readSecret("The 24 words: ") {
    case .cancelled: throw writer.declined
    case .unreadable: throw trouble(.wrongCount(0))
    case .entered(let text):
      do throws(WordsFault) { return try RootKey(typed: text) } catch { throw trouble(error) }
    }
  }

  private static func lines(of words: [String]) -> [String] {
    let width = (words.map(\.count).max() ?? 0) + 2
    let shown = words.enumerated().map { place, word in
      let number = place + 1
      return (number < 10 ? " " : "") + "\(number) " + word
        + String(repeating: " ", count: width - word.count)
    }
    return stride(from: 0, to: shown.count, by: 4).map { first in
      shown[first..<min(first + 4, shown.count)].joined()
    }
  }

  // MARK: - Saying

  /// With `--yes` the words are in the answer: nothing else has shown them.
  func sealed(_ root: RootKey) -> Answer {
    let isFirstShown = call.input[Flag.yes]
    let shown = isFirstShown ? Self.lines(of: root.words).joined(separator: "\n") + "\n" : ""
    let text = """
      \(shown)Sealed: your other devices read the details once you type the words there: \
      \(call.command("unlock"))
      """
    return Answer(text) { json in
      json.object { json in
        json.member("isUnlocked", true)
        if isFirstShown { json.member("words", root.words.joined(separator: " ")) }
      }
    }
  }

  func unlocked(_ count: Int) -> Answer {
    let what = count == 1 ? "1 detail was" : "\(count) details were"
    return Answer("Unlocked. \(what) opened.") { json in
      json.object { json in
        json.member("isUnlocked", true)
        json.member("opened", count)
      }
    }
  }

  var alreadyUnlocked: Answer {
    Answer("The details are unlocked on this device.") { json in
      json.object { json in json.member("isUnlocked", true) }
    }
  }

  var sealedElsewhere: Trouble {
    Trouble(
      .refused, "seal.begun_elsewhere", "Another of your devices has made the words already.",
      "Type those here: \(call.command("unlock")). Nothing was changed.")
  }

  var nothingSealed: Trouble {
    Trouble(
      .refused, "seal.nothing_sealed", "No device of this account seals its details yet.",
      "Make the words with \(call.command("seal")), here or on another device. Nothing was changed."
    )
  }

  var otherWords: Trouble {
    Trouble(
      .refused, "seal.other_words", "With these words nothing opens.",
      "They are of another account or were made anew. Nothing was changed.")
  }

  private var notWrittenDown: Trouble {
    Trouble(
      .refused, "seal.not_written_down", "Not begun: the words are not written down.",
      "These words are void; the next time makes new ones. Nothing was changed.")
  }

  private func trouble(_ fault: WordsFault) -> Trouble {
    let what =
      switch fault {
      case .wrongCount(let count):
        "There have to be \(RootKey.wordCount) words, and there are \(count)."
      case .unknownWord(let position, let suggestions):
        suggestions.isEmpty
          ? "Word \(position) is none of the list."
          : "Word \(position) is none of the list; it may be \(suggestions.joined(separator: " or "))."
      case .wrongChecksum: "One of the words is wrong, or two have changed places."
      }
    return Trouble(.refused, fault.code, what, "Nothing was changed. Try again.")
  }

  private var writer: TroubleWriter { TroubleWriter(Shown.profile, folder: call.app.store.folder) }
}
