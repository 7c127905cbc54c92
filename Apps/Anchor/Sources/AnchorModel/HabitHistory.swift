/// A habit and what became of it, day by day.
///
/// All figures are made of occurrences: the days on which the habit was to be kept. A day that was
/// done beyond that is shown and counts in no figure. Nothing here depends on the clock.
public struct HabitHistory: Sendable {
  public enum Occurrence: Equatable, Sendable {
    case kept
    /// To be kept and not, or not yet.
    case open
    /// Left out on purpose.
    case excused
  }

  /// How far a week has come.
  public struct Progress: Equatable, Sendable {
    public let kept: Int
    /// What the week asks for, without what is excused.
    public let scheduled: Int

    public init(kept: Int, scheduled: Int) {
      self.kept = kept
      self.scheduled = scheduled
    }
  }

  /// So many occurrences in a row, and the habit is firm enough to grow.
  public static let levelToGrow = 7

  public let habit: Habit
  private let checkIns: [Day: CheckIn]

  /// Takes those of `checkIns` that are of the habit; of several on one day what was done counts most.
  public init(_ habit: Habit, _ checkIns: some Sequence<CheckIn>) {
    self.habit = habit
    var byDay: [Day: CheckIn] = [:]
    for checkIn in checkIns where checkIn.habit == habit.id {
      if let other = byDay[checkIn.day], Self.weight(other) >= Self.weight(checkIn) { continue }
      byDay[checkIn.day] = checkIn
    }
    self.checkIns = byDay
  }

  public func checkIn(on day: Day) -> CheckIn? { checkIns[day] }

  /// The days on which something was said, the newest first.
  public var daysSaid: [Day] { checkIns.keys.sorted(by: >) }

  /// What the day asked for and got; nil where it asked for nothing.
  ///
  /// - Daily: every day. Weekdays: Monday to Friday.
  /// - So often a week: each day done counts until there are enough. A day that is not done is open only
  ///   once the days left of the week, this one included, are no more than what is still to do; so a
  ///   week asks for as many occurrences as it should have, and for none before it must.
  /// - A skip excuses one occurrence.
  public func occurrence(on day: Day) -> Occurrence? {
    let status = checkIns[day]?.status
    switch habit.schedule.cadence(on: day) {
    case nil: return nil
    case .weekdays? where day.weekday > 5: return nil
    case .daily?, .weekdays?: return Self.occurrence(status)
    case .timesPerWeek(let times)?:
      let missing = times - settledBefore(day)
      guard missing > 0 else { return nil }
      let occurrence = Self.occurrence(status)
      return occurrence != .open || missing >= 8 - day.weekday ? occurrence : nil
    }
  }

  /// How many days of the week before `day` were done or skipped while the habit was kept.
  private func settledBefore(_ day: Day) -> Int {
    (1..<day.weekday).map { day.adding(days: -$0) }.count { earlier in
      guard habit.schedule.cadence(on: earlier) != nil else { return false }
      switch checkIns[earlier]?.status {
      case .done?, .skipped?: return true
      case .planned?, nil: return false
      }
    }
  }

  /// How many occurrences in a row were kept up to `today`, since the habit began or was resumed.
  ///
  /// One that was missed ends it, and one of today that is still open does not. What was excused or
  /// not asked for is passed over.
  public func level(today: Day) -> Int {
    guard let first = habit.schedule.runBegan(upTo: today) else { return 0 }
    var level = 0
    var day = today
    while day >= first {
      switch occurrence(on: day) {
      case .kept?: level += 1
      case .open? where day < today: return level
      case .open?, .excused?, nil: break
      }
      if day == .first { break }
      day = day.adding(days: -1)
    }
    return level
  }

  /// The week of `day`, Monday to Sunday, as far as it has come and as it goes on if nothing more is done.
  public func week(of day: Day) -> Progress {
    let week = (0..<7).map { occurrence(on: day.startOfWeek.adding(days: $0)) }
    let kept = week.count { $0 == .kept }
    return Progress(kept: kept, scheduled: kept + week.count { $0 == .open })
  }

  private static func occurrence(_ status: CheckIn.Status?) -> Occurrence {
    switch status {
    case .done?: .kept
    case .skipped?: .excused
    case .planned?, nil: .open
    }
  }

  private static func weight(_ checkIn: CheckIn) -> Int {
    switch checkIn.status {
    case .done: 3
    case .skipped: 2
    case .planned: 1
    }
  }
}

/// How many of a day's habits were kept.
public struct HabitFigures: Equatable, Sendable {
  public let done: Int
  /// Without what was excused; at least ``done``.
  public let scheduled: Int

  public static let none = HabitFigures(done: 0, scheduled: 0)

  public init(_ histories: some Sequence<HabitHistory>, on day: Day) {
    let occurrences = histories.map { $0.occurrence(on: day) }
    let kept = occurrences.count { $0 == .kept }
    self.init(done: kept, scheduled: kept + occurrences.count { $0 == .open })
  }

  private init(done: Int, scheduled: Int) {
    self.done = done
    self.scheduled = scheduled
  }
}
