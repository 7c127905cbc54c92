/// What the person said at the end of a day: a note, and why blocks went otherwise.
public struct ReviewNotes: Equatable, Sendable, Identifiable {
  /// Why what was lived differs from what was planned.
  public enum Cause: String, Equatable, Sendable, CaseIterable {
    case estimateOverrun, deliberateReplan, internalPull, externalInterruption, humanNeed, unknown
  }

  public let id: ReviewID
  public let day: Day
  /// May have several lines; empty where there is none.
  public let note: String
  /// Only where the person named one.
  public let causes: [PlanBlockID: Cause]

  /// - Throws: ``PlanRefusal/wordsOverLimit(_:)`` for a note or for causes past their size.
  public init(
    id: ReviewID, day: Day, note: String = "", causes: [PlanBlockID: Cause] = [:]
  ) throws(PlanRefusal) {
    self.id = id
    self.day = day
    self.note = TidyText.lines(note)
    self.causes = causes
    if self.note.utf8.count > PlanWords.Limit.noteBytes.maximum {
      throw .wordsOverLimit(.noteBytes)
    }
    if causes.count > PlanWords.Limit.causes.maximum { throw .wordsOverLimit(.causes) }
  }

  public var isEmpty: Bool { note.isEmpty && causes.isEmpty }
}

public typealias ReviewID = Identifier<ReviewNotes>
