/// What the person wrote about a block of a plan or a template: private, never a fact for the Hub.
///
/// Always tidy: a title is one line, and nothing begins or ends with a blank.
public struct PlanWords: Hashable, Sendable {
  /// A size that words may not pass.
  public enum Limit: String, Equatable, Sendable, CaseIterable {
    case titleBytes, intentBytes, noteBytes, causes

    public var maximum: Int {
      switch self {
      case .titleBytes: 960
      case .intentBytes: 4_000
      case .noteBytes: 20_000
      case .causes: 500
      }
    }
  }

  public let title: String
  /// What it is to come to; may have several lines, empty where there is none.
  public let intent: String

  /// Tidies the words, then checks their size in UTF-8 bytes.
  ///
  /// - Throws: ``PlanRefusal/titleMissing``, and ``PlanRefusal/wordsOverLimit(_:)`` naming the first
  ///   size that is passed.
  public init(title: String, intent: String = "") throws(PlanRefusal) {
    self.title = TidyText.oneLine(title)
    self.intent = TidyText.lines(intent)
    if self.title.isEmpty { throw .titleMissing }
    if self.title.utf8.count > Limit.titleBytes.maximum { throw .wordsOverLimit(.titleBytes) }
    if self.intent.utf8.count > Limit.intentBytes.maximum { throw .wordsOverLimit(.intentBytes) }
  }

  /// Whether both name the same thing to do, however it is spelled in upper and lower case.
  func names(_ title: String) -> Bool { self.title.lowercased() == title.lowercased() }
}
