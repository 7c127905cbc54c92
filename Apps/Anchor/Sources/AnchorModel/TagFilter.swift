/// Which sessions are meant, by their tags.
///
/// A word that ends in `*` means every tag that begins so.
package struct TagFilter: Equatable, Sendable {
  /// A session has to have a tag for each of these.
  package let with: [String]
  /// And none for any of these.
  package let without: [String]

  package static let none = TagFilter()

  package init(with: [String] = [], without: [String] = []) {
    self.with = with
    self.without = without
  }

  package func admits(_ tags: [String]) -> Bool {
    with.allSatisfy { word in tags.contains { Self.fits($0, word) } }
      && !without.contains { word in tags.contains { Self.fits($0, word) } }
  }

  private static func fits(_ tag: String, _ word: String) -> Bool {
    word.hasSuffix("*") ? tag.hasPrefix(word.dropLast()) : tag == word
  }
}
