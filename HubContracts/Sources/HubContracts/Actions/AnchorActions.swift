/// Starts to focus now; whatever was being focused on ends.
public struct StartFocus: ActionParameters {
  /// What somebody is about to do, in Anchor's eight words for it.
  public enum Theme: String, Choice {
    case building, writing, learning, planning, communication, admin, creative, other
  }

  /// The planned length; 0 for an open end.
  public var minutes = 0
  public var theme: Theme?

  public init() {}

  public init(minutes: Int, theme: Theme? = nil) {
    self.minutes = minutes
    self.theme = theme
  }

  /// Somebody who pressed the button two minutes ago has begun with something else.
  public static let action = ActionForm<StartFocus>(
    .anchor, "startFocus", minutes: 2,
    [.count("minutes", \.minutes, upTo: 180), .optionalChoice("theme", \.theme)])
}

/// Ends what is being focused on.
public struct FinishFocus: ActionParameters {
  public init() {}

  /// Longer after the button was pressed, the end would be a wrong one.
  public static let action = ActionForm<FinishFocus>(.anchor, "finishFocus", minutes: 15, [])
}

/// Says what became of a habit on one day.
public struct CheckInHabit: ActionParameters {
  public var habit = RecordID.unset
  public var day = Day(number: 0)
  public var status = HabitCompletionFacts.Status.done

  public init() {}

  public init(habit: RecordID, day: Day, status: HabitCompletionFacts.Status) {
    self.habit = habit
    self.day = day
    self.status = status
  }

  public static let action = ActionForm<CheckInHabit>(
    .anchor, "checkInHabit", minutes: ActionContract.lifetimeMinutesMax,
    [
      .ref("habit", \.habit), .day("day", \.day), .choice("status", \.status),
    ])
}
