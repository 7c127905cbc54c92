import ToolboxCommandLine

/// What was typed after `focus`.
struct FocusWish: Equatable {
  /// A length that was not said.
  static let usualSeconds = 25 * 60

  /// 0 for an open end.
  let plannedSeconds: Int
  let title: String

  /// The first word is the length if it reads like one.
  init(_ words: [String], isOpen: Bool) {
    let length = words.first.flatMap(HumanDuration.read).map { Int($0.components.seconds) }
    let rest = length == nil ? words[...] : words.dropFirst()
    plannedSeconds = isOpen ? 0 : length ?? Self.usualSeconds
    // A length beside --open would be forgotten in silence; it becomes part of the title instead.
    title = (isOpen ? words[...] : rest).joined(separator: " ")
  }
}
