/// What the person wrote about a habit: private, never a fact for the Hub.
///
/// Always tidy: a name and a question are one line each, and nothing begins or ends with a blank.
public struct HabitWords: Hashable, Sendable {
  /// A size that words may not pass.
  public enum Limit: String, Equatable, Sendable, CaseIterable {
    case nameBytes, questionBytes, notesBytes

    public var maximum: Int {
      switch self {
      case .nameBytes: 200
      case .questionBytes: 960
      case .notesBytes: 20_000
      }
    }
  }

  /// Empty only where the habit came from another device and its words did not.
  public let name: String
  /// What to ask oneself at the end of the day; empty where there is none.
  public let question: String
  public let notes: String

  public static let none = HabitWords()

  /// Tidies the words, then checks their size in UTF-8 bytes.
  ///
  /// - Throws: ``HabitRefusal/nameMissing``, and ``HabitRefusal/wordsOverLimit(_:)`` naming the first
  ///   size that is passed.
  public init(
    name: String, question: String = "", notes: String = ""
  ) throws(HabitRefusal) {
    self.name = TidyText.oneLine(name)
    self.question = TidyText.oneLine(question)
    self.notes = TidyText.lines(notes)
    if self.name.isEmpty { throw .nameMissing }
    if self.name.utf8.count > Limit.nameBytes.maximum { throw .wordsOverLimit(.nameBytes) }
    if self.question.utf8.count > Limit.questionBytes.maximum {
      throw .wordsOverLimit(.questionBytes)
    }
    if self.notes.utf8.count > Limit.notesBytes.maximum { throw .wordsOverLimit(.notesBytes) }
  }

  private init() {
    name = ""
    question = ""
    notes = ""
  }
}
