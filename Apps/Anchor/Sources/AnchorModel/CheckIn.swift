/// What became of a habit on one day.
public struct CheckIn: Equatable, Sendable, Identifiable {
  public enum Status: String, Equatable, Sendable, CaseIterable {
    case done
    /// Left out on purpose: it neither counts nor breaks anything.
    case skipped
    /// Begun, with an amount that is not enough yet.
    case planned
  }

  public static let noteBytesMax = 4_000

  /// Which habit, which day, and the id that goes with them.
  public struct Key: Equatable, Sendable {
    public let id: CheckInID
    public let habit: HabitID
    public let day: Day

    public init(id: CheckInID, habit: HabitID, day: Day) {
      self.id = id
      self.habit = habit
      self.day = day
    }
  }

  public let id: CheckInID
  public let habit: HabitID
  public let day: Day
  /// When it was said, on its day; a whole minute.
  public let at: Instant
  public let status: Status
  /// How much was done; nil where nothing is counted, or nothing was said.
  public let amount: HabitAmount?
  /// May have several lines; empty where there is none.
  public let note: String
  public let detail: KnownDetail

  /// - Throws: ``HabitRefusal/wordsOverLimit(_:)`` for a note over ``noteBytesMax`` bytes.
  public init(
    _ key: Key, at: Instant, status: Status, amount: HabitAmount? = nil, note: String = "",
    detail: KnownDetail = .full
  ) throws(HabitRefusal) {
    id = key.id
    habit = key.habit
    day = key.day
    self.at = at.wholeMinute
    self.status = status
    self.amount = amount
    self.note = TidyText.lines(note)
    self.detail = detail
    if self.note.utf8.count > Self.noteBytesMax { throw .wordsOverLimit(.notesBytes) }
  }

  /// A day that was done, as far as `amount` says; without an amount it was all of it.
  ///
  /// `key` is one of `habit`, and `at` is when it is said. Throws ``HabitRefusal/nothingMeasured`` for an
  /// amount of a habit that counts nothing, and refuses a note that is too long.
  public static func done(
    _ key: Key, of habit: Habit, at: Instant, amount: HabitAmount? = nil, note: String = ""
  ) throws(HabitRefusal) -> CheckIn {
    guard let measure = habit.measure else {
      if amount != nil { throw .nothingMeasured }
      return try CheckIn(key, at: at, status: .done, note: note)
    }
    let amount = amount ?? measure.target
    return try CheckIn(
      key, at: at, status: measure.isMet(by: amount) ? .done : .planned, amount: amount,
      note: note)
  }

  public var key: Key { Key(id: id, habit: habit, day: day) }
}

public typealias CheckInID = Identifier<CheckIn>
