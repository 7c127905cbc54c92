import AnchorModel
import PersonalSyncKit

/// What of a habit only the person's own devices may know: its words, what it counts, and what was asked
/// of it when.
///
/// Source: docs/protocol/privacy.md, contract `habit` of domain `anchor`.
struct HabitDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, question, notes, unit, target, bound, schedule
  }

  let name: String
  let question: String
  let notes: String
  let unit: String?
  /// Thousandths of the unit.
  let target: Int?
  let bound: String?
  /// As ``ScheduleText`` writes it.
  let schedule: String

  /// Nil for a habit of which this device knows facts only.
  init?(of habit: Habit) {
    guard habit.detail == .full else { return nil }
    name = habit.words.name
    question = habit.words.question
    notes = habit.words.notes
    unit = habit.measure?.unit
    target = habit.measure?.target.thousandths
    bound = habit.measure?.bound.rawValue
    schedule = ScheduleText.write(habit.schedule)
  }

  /// The habit that was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func habit(_ id: HabitID) -> Habit? {
    guard let schedule = ScheduleText.read(schedule) else { return nil }
    do throws(HabitRefusal) {
      var measure: HabitMeasure?
      if let unit {
        guard let target = target.flatMap(HabitAmount.init(thousandths:)),
          let bound = bound.flatMap(HabitMeasure.Bound.init(rawValue:))
        else { return nil }
        measure = try HabitMeasure(unit: unit, target: target, bound: bound)
      }
      return Habit(
        id: id, words: try HabitWords(name: name, question: question, notes: notes),
        measure: measure, schedule: schedule)
    } catch { return nil }
  }
}

/// What of a check-in only the person's own devices may know: its amount and its note.
///
/// It repeats the facts, so that it says all of the check-in where it is kept to be taken back.
/// Source: docs/protocol/privacy.md, contract `habitCompletion` of domain `anchor`.
struct CheckInDetail: SealedDetail {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case habit, day, at, status, amount, note
  }

  let habit: String
  let day: String
  /// Seconds since 1970 UTC.
  let at: Int64
  let status: String
  /// Thousandths of the habit's unit.
  let amount: Int?
  let note: String

  /// Nil for a check-in of which this device knows facts only.
  init?(of checkIn: CheckIn) {
    guard checkIn.detail == .full else { return nil }
    self.init(saying: checkIn)
  }

  /// All that is known of a check-in, be it in full or not.
  init(saying checkIn: CheckIn) {
    habit = checkIn.habit.description
    day = checkIn.day.description
    at = checkIn.at.wholeSeconds
    status = checkIn.status.rawValue
    amount = checkIn.amount?.thousandths
    note = checkIn.note
  }

  /// The check-in that was sealed; nil where it breaks a rule of this program, as a newer one's may.
  func checkIn(_ id: CheckInID, knowing known: KnownDetail = .full) -> CheckIn? {
    guard let habit = HabitID(habit), let day = Day(day), let at = Instant(wholeSeconds: at),
      let status = CheckIn.Status(rawValue: status)
    else { return nil }
    do throws(HabitRefusal) {
      return try CheckIn(
        CheckIn.Key(id: id, habit: habit, day: day), at: at, status: status,
        amount: amount.flatMap(HabitAmount.init(thousandths:)), note: note, detail: known)
    } catch { return nil }
  }
}
