/// One thing beside sessions written, as the store had it and has it then.
public enum ItemChange: Equatable, Sendable {
  case habit(Edit<Habit>)
  case checkIn(Edit<CheckIn>)
  case block(Edit<PlanBlock>)
  case template(Edit<PlanTemplate>)
  case review(Edit<ReviewNotes>)

  /// The changes that take `changes` back, the last one first.
  ///
  /// Only where the store still holds what each of them left.
  public static func inverse(of changes: [ItemChange]) -> [ItemChange] {
    changes.reversed().map(\.takenBack)
  }

  private var takenBack: ItemChange {
    switch self {
    case .habit(let change): .habit(change.takenBack(from: change.after))
    case .checkIn(let change): .checkIn(change.takenBack(from: change.after))
    case .block(let change): .block(change.takenBack(from: change.after))
    case .template(let change): .template(change.takenBack(from: change.after))
    case .review(let change): .review(change.takenBack(from: change.after))
    }
  }
}
