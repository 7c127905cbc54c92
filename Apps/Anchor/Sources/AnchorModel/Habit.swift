/// Something that the person means to do again and again.
public struct Habit: Equatable, Sendable, Identifiable {
  public let id: HabitID
  public internal(set) var words: HabitWords
  /// Nil where it is done or not, and nothing is counted.
  public internal(set) var measure: HabitMeasure?
  public internal(set) var schedule: HabitSchedule
  public internal(set) var detail: KnownDetail

  public init(
    id: HabitID, words: HabitWords, measure: HabitMeasure? = nil, schedule: HabitSchedule,
    detail: KnownDetail = .full
  ) {
    self.id = id
    self.words = words
    self.measure = measure
    self.schedule = schedule
    self.detail = detail
  }

  /// The habit with other words and another measure; what was checked in stays as it was.
  ///
  /// - Throws: ``HabitRefusal/factsOnly``: what another device wrote is not here to edit.
  public func rewritten(
    _ words: HabitWords, measure: HabitMeasure?
  ) throws(HabitRefusal) -> Habit {
    guard detail == .full else { throw .factsOnly }
    var habit = self
    habit.words = words
    habit.measure = measure
    return habit
  }

  /// The habit with another cadence from `day` on.
  ///
  /// - Throws: ``HabitRefusal/factsOnly``, and ``HabitRefusal/archived`` for one that rests.
  public func rescheduled(
    to cadence: HabitCadence, from day: Day
  ) throws(HabitRefusal) -> Habit {
    guard detail == .full else { throw .factsOnly }
    guard !schedule.isArchived else { throw .archived }
    var habit = self
    habit.schedule = schedule.changing(to: cadence, from: day)
    return habit
  }

  /// The habit at rest from `day` on: it asks for nothing, and keeps all that it has.
  ///
  /// - Throws: ``HabitRefusal/factsOnly``, and ``HabitRefusal/archived`` where it rests already.
  public func archived(from day: Day) throws(HabitRefusal) -> Habit {
    guard detail == .full else { throw .factsOnly }
    guard !schedule.isArchived else { throw .archived }
    var habit = self
    habit.schedule = schedule.changing(to: nil, from: day)
    return habit
  }

  /// The habit taken up again from `day` on, where nothing else is said in its last cadence.
  ///
  /// Its level begins anew: what was missed in between was not asked for.
  ///
  /// - Throws: ``HabitRefusal/factsOnly``, and ``HabitRefusal/notArchived`` where it does not rest.
  public func resumed(
    from day: Day, _ cadence: HabitCadence? = nil
  ) throws(HabitRefusal) -> Habit {
    guard detail == .full else { throw .factsOnly }
    guard schedule.isArchived else { throw .notArchived }
    var habit = self
    habit.schedule = schedule.changing(to: cadence ?? schedule.cadence, from: day)
    return habit
  }
}

public typealias HabitID = Identifier<Habit>
