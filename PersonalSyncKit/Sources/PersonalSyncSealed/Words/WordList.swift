/// The words of BIP-39, by their numbers.
struct WordList: Sendable {
  private let words: [String]
  private let numbers: [String: UInt16]

  /// - `words`: 2,048, apart by white space.
  init(words text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    precondition(words.count == 2_048, "eleven bits a word")
    numbers = Dictionary(uniqueKeysWithValues: zip(words, 0...))
  }

  /// - Precondition: `number` is below 2,048.
  subscript(number: UInt16) -> String { words[Int(number)] }

  /// Nil for a word that is not in the list.
  func number(of word: String) -> UInt16? { numbers[word] }

  /// At most three words that `typed` may stand for, the nearest first.
  ///
  /// A word is as near as there are letters to change, to add, to leave out or to exchange with the next
  /// one: at most two. One with the same first four letters is near as well: no other word has them.
  func suggestions(for typed: String) -> [String] {
    let letters = Array(typed.utf8)
    let beginning = letters.prefix(4)
    let ranked = words.compactMap { word -> (distance: Int, word: String)? in
      let distance = Self.distance(letters, Array(word.utf8))
      let isNear = distance <= 2 || beginning.count == 4 && word.utf8.starts(with: beginning)
      return isNear ? (min(distance, 2), word) : nil
    }
    // Stable, so that equally near ones stay in the order of the list.
    return ranked.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(3).map(\.element.word)
  }

  /// How many letters have to be changed, added, left out or exchanged with the next one.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return 3 }
    var rows = [Array(0...right.count)]
    for row in 1..<max(1, left.count + 1) {
      var current = [row]
      for column in 1..<right.count + 1 {
        let isSame = left[row - 1] == right[column - 1]
        var best = min(
          rows[row - 1][column] + 1, current[column - 1] + 1,
          rows[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, rows[row - 2][column - 2] + 1)
        }
        current.append(best)
      }
      rows.append(current)
    }
    return rows[left.count][right.count]
  }
}
