/// What the Hub may know of a habit: how often, since when, and whether it rests.
///
/// Source: docs/protocol/privacy.md, contract `habit` of domain `anchor`.
public struct HabitOutline: Equatable, Sendable {
  public let cadence: HabitCadence
  public let isArchived: Bool
  public let since: Day

  public init(cadence: HabitCadence, isArchived: Bool, since: Day) {
    self.cadence = cadence
    self.isArchived = isArchived
    self.since = since
  }

  public init(of habit: Habit) {
    self.init(
      cadence: habit.schedule.cadence, isArchived: habit.schedule.isArchived,
      since: habit.schedule.since)
  }

  /// The habit `id` as this device should hold it after receiving these facts.
  ///
  /// What they say that is not known here holds from the day of the change; words, measure and what was
  /// asked of earlier days stay. The result gives these facts again. `changedOn` is the day from which the
  /// schedule holds.
  public func merged(into local: Habit?, id: HabitID, changedOn: Day) -> Habit {
    guard var habit = local else {
      return Habit(
        id: id, words: .none, schedule: schedule(changedOn: changedOn), detail: .factsOnly)
    }
    if HabitOutline(of: habit) == self { return habit }
    let day = max(changedOn, since)
    var schedule = habit.schedule
    if schedule.cadence != cadence { schedule = schedule.changing(to: cadence, from: day) }
    if schedule.isArchived != isArchived {
      schedule = schedule.changing(to: isArchived ? nil : cadence, from: day)
    }
    habit.schedule = schedule
    // They may contradict what is known, such as by another first day; then they stand alone.
    if HabitOutline(of: habit) != self { habit.schedule = self.schedule(changedOn: day) }
    return habit
  }

  private func schedule(changedOn day: Day) -> HabitSchedule {
    let begun = HabitSchedule(since: since, cadence)
    return isArchived ? begun.changing(to: nil, from: max(day, since)) : begun
  }
}
