import AnchorModel
import AppShell
import ToolboxSQLite

/// Sessions in whose title, tags or notes every word that was typed occurs, in any case.
struct SessionSearch: Sendable {
  static let foundMax = 100

  let words: [String]

  /// - Parameter text: what was typed; words are parted by blanks.
  init(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).prefix(20).map(String.init)
  }

  struct Found: Sendable {
    /// The newest first, at most ``SessionSearch/foundMax``.
    var sessions: [FocusSession] = []
    /// Whether there are older ones too.
    var hasMore = false
  }

  func find(_ transaction: borrowing Transaction) throws(SQLiteError) -> Found {
    var found = Found()
    guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return found }
    try SessionTable.forEach(
      holding: Self.pattern(longest), transaction
    ) { session in
      guard holdsAll(session.words) else { return true }
      found.hasMore = found.sessions.count == Self.foundMax
      if found.hasMore { return false }
      found.sessions.append(session)
      return true
    }
    return found
  }

  private func holdsAll(_ text: SessionWords) -> Bool {
    let searched = ([text.title, text.notes] + text.tags).joined(separator: "\n").lowercased()
    return words.allSatisfy { searched.contains($0) }
  }

  /// A pattern of SQL's LIKE for whatever holds the word, and perhaps for more.
  ///
  /// LIKE knows upper and lower case of A to Z alone, so any other letter that has both may be anything.
  private static func pattern(_ word: String) -> String {
    var pattern = "%"
    for character in word {
      switch character {
      case "%", "_", "\\": pattern += "\\\(character)"
      case _ where character.isASCII: pattern.append(character)
      case _ where character.isCased: pattern += "%"
      default: pattern.append(character)
      }
    }
    return pattern + "%"
  }
}

/// What a search found, with what is needed to say it.
struct SearchView: Sendable {
  let found: SessionSearch.Found
  let now: Instant
  let zone: ZoneOffsets
}

extension AnchorStore {
  func search(_ search: SessionSearch) async throws(AnchorError) -> SearchView {
    let app = app
    return try await read { (desk, transaction) throws(AnchorError) in
      let found = try inAnchor { () throws(SQLiteError) in try search.find(transaction) }
      let zone = try inAnchor { () throws(StoreError) in try app.zone(transaction) }
      return SearchView(found: found, now: desk.now, zone: zone)
    }
  }
}
