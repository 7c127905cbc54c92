/// What the person wrote about a session: private, never a fact for the Hub.
///
/// Always tidy: a title and tags are one line each, nothing begins or ends with a blank, no tag is
/// empty or repeated, and the sizes fit a sealed record even with every character escaped.
public struct SessionWords: Hashable, Sendable {
  /// A size that words may not pass.
  public enum Limit: String, Equatable, Sendable, CaseIterable {
    case titleBytes, tagBytes, tags, notesBytes

    public var maximum: Int {
      switch self {
      case .titleBytes: 960
      case .tagBytes: 200
      case .tags: 50
      case .notesBytes: 20_000
      }
    }
  }

  /// The intent, one line; empty where the person gave none.
  public let title: String
  /// In the order given.
  public let tags: [String]
  /// May have several lines; empty where there are none.
  public let notes: String

  public static let none = SessionWords()

  /// Tidies the words, then checks their size in UTF-8 bytes.
  ///
  /// - Throws: ``SessionRefusal/wordsOverLimit(_:)`` naming the first size that is passed.
  public init(
    title: String = "", tags: [String] = [], notes: String = ""
  ) throws(SessionRefusal) {
    self.title = TidyText.oneLine(title)
    var seen: Set<String> = [""]
    self.tags = tags.map(TidyText.oneLine).filter { seen.insert($0).inserted }
    self.notes = TidyText.lines(notes)
    if self.title.utf8.count > Limit.titleBytes.maximum { throw .wordsOverLimit(.titleBytes) }
    if self.tags.count > Limit.tags.maximum { throw .wordsOverLimit(.tags) }
    if self.tags.contains(where: { $0.utf8.count > Limit.tagBytes.maximum }) {
      throw .wordsOverLimit(.tagBytes)
    }
    if self.notes.utf8.count > Limit.notesBytes.maximum { throw .wordsOverLimit(.notesBytes) }
  }

  private init() {
    title = ""
    tags = []
    notes = ""
  }
}
