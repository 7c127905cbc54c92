import WebInterface

/// What other apps said of a day, as a card; nothing at all where they said nothing.
public struct SharedDayCard {
  let words: SharedDayWords

  public init(_ words: SharedDayWords) { self.words = words }

  public var html: HTML {
    if words.lines.isEmpty { return .empty }
    return card("From your other apps", note: HTML(words.asOf.map { "as of \($0)" } ?? "")) {
      facts(words.lines.map { (HTML($0.app), HTML($0.text)) })
    }
  }
}
