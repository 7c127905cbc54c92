/// Finds the word that was probably meant.
public enum NearestWord {
  /// The candidate with the fewest changed letters; nil where none is near enough to be meant.
  ///
  /// Near enough is a third of the letters, and at least one; of equals the first counts.
  public static func of(_ word: String, among candidates: [String]) -> String? {
    let near = candidates.map { (candidate: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= max(1, $0.candidate.count / 3) }
    return near.min { $0.distance < $1.distance }?.candidate
  }

  /// How many letters must be added, left out, changed or swapped with their neighbour.
  ///
  /// Source: optimal string alignment, a form of the Damerau-Levenshtein distance.
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.prefix(64)), Array(second.prefix(64)))
    var rows = [Array(0...b.count)]
    for (i, letter) in a.enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
