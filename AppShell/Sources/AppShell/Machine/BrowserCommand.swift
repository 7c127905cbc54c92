/// A program that opens a page for the person, and the words it is started with.
struct BrowserCommand: Equatable, Sendable {
  var program: String
  var words: [String]

  /// The commands that may open `address`, the likeliest first.
  ///
  /// `$BROWSER` holds commands parted by colons, tried in order; `%s` in one stands for the address, which
  /// else is its last word. Behind them comes `xdg-open`, only where a desktop is there: without one it would
  /// start a browser in this terminal. No shell reads any of it, so nothing in an address is more than a word.
  static func candidates(
    for address: String, in environment: [String: String]
  ) -> [BrowserCommand] {
    let named = (environment["BROWSER"] ?? "").split(separator: ":").compactMap {
      BrowserCommand($0.split(separator: " ").map(String.init), address)
    }
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
      environment[$0].map { !$0.isEmpty } ?? false
    }
    return named + (hasDesktop ? [BrowserCommand(program: "xdg-open", words: [address])] : [])
  }

  init(program: String, words: [String]) {
    self.program = program
    self.words = words
  }

  private init?(_ parts: [String], _ address: String) {
    guard let program = parts.first else { return nil }
    let words = parts.dropFirst().map {
      $0.split(separator: "%s", omittingEmptySubsequences: false)
    }
    let isPlaced = words.contains { $0.count > 1 }
    self.init(
      program: program,
      words: words.map { $0.joined(separator: address) } + (isPlaced ? [] : [address]))
  }

  /// Where the program may be: its own path where it has one, else in each folder of `$PATH`.
  func places(in environment: [String: String]) -> [String] {
    guard !program.contains("/") else { return [program] }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
  }
}
