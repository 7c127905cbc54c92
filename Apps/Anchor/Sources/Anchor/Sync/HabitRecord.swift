import AnchorModel
import HubContracts
import PersonalSyncKit

/// A habit as the Hub knows it, and back.
///
/// It occurred on the day from which its schedule holds, at midnight of UTC: another device that reads
/// facts only knows from there since when.
/// Source: docs/protocol/privacy.md, contract `habit` of domain `anchor`.
enum HabitRecord {
  static let type = HabitFacts.contract.record.type

  static func change(for habit: Habit) -> RecordChange {
    .upsert(
      recordID(of: habit.id), contractFacts(of: habit),
      detail: HabitDetail(of: habit).map { DetailDraft($0) }, occurredAt: occurredAt(habit))
  }

  static func deletion(of habit: Habit) -> RecordChange {
    .delete(.anchor, recordID(of: habit.id), occurredAt: occurredAt(habit))
  }

  static func recordID(of id: HabitID) -> RecordID { RecordID(type: type, uuid: id.description) }

  /// Nil for a record of another kind.
  static func habitID(of record: RecordID) -> HabitID? {
    record.type == type ? HabitID(String(record.description.suffix(36))) : nil
  }

  /// The habit of a record as it is to be held over what is known; nil where the record is of another type.
  static func habit(
    _ id: HabitID, _ body: RecordBody, detail: [UInt8]?, over known: Habit?,
    changedOn day: AnchorModel.Day
  ) -> Habit? {
    guard let facts = facts(of: body) else { return nil }
    let detailed = detail.flatMap(HabitDetail.init(opened:))?.habit(id)
    return facts.merged(into: detailed ?? known, id: id, changedOn: day)
  }

  private static func contractFacts(of habit: Habit) -> HabitFacts {
    let known = HabitOutline(of: habit)
    var facts = HabitFacts()
    switch known.cadence {
    case .daily: facts.cadence = .daily
    case .weekdays: facts.cadence = .weekdays
    case .timesPerWeek(let times):
      facts.cadence = .timesPerWeek
      facts.timesPerWeek = times
    }
    facts.isArchived = known.isArchived
    facts.since = HubContracts.Day(known.since)
    return facts
  }

  /// A contract says nothing about how facts fit together: so often a week without a number is once.
  private static func facts(of body: RecordBody) -> HabitOutline? {
    guard let read = body.checkedFacts(as: HabitFacts.self) else { return nil }
    let cadence: HabitCadence =
      switch read.cadence {
      case .daily: .daily
      case .weekdays: .weekdays
      case .timesPerWeek: .timesPerWeek(max(1, read.timesPerWeek ?? 1))
      }
    return HabitOutline(
      cadence: cadence, isArchived: read.isArchived, since: AnchorModel.Day(read.since))
  }

  private static func occurredAt(_ habit: Habit) -> Minute {
    Minute(habit.schedule.changedOn.startInUTC)
  }
}

/// A day of a habit as the Hub knows it, and back.
///
/// Source: docs/protocol/privacy.md, contract `habitCompletion` of domain `anchor`.
enum CheckInRecord {
  static let type = HabitCompletionFacts.contract.record.type

  static func change(for checkIn: CheckIn) -> RecordChange {
    .upsert(
      recordID(of: checkIn.id), contractFacts(of: checkIn),
      detail: CheckInDetail(of: checkIn).map { DetailDraft($0) }, occurredAt: Minute(checkIn.at))
  }

  static func deletion(of checkIn: CheckIn) -> RecordChange {
    .delete(.anchor, recordID(of: checkIn.id), occurredAt: Minute(checkIn.at))
  }

  static func recordID(of id: CheckInID) -> RecordID { RecordID(type: type, uuid: id.description) }

  /// Nil for a record of another kind.
  static func checkInID(of record: RecordID) -> CheckInID? {
    record.type == type ? CheckInID(String(record.description.suffix(36))) : nil
  }

  /// The check-in of a record as it is to be held over what is known; nil where the record is of another
  /// type, or of a habit whose id is none of ours.
  static func checkIn(
    _ id: CheckInID, _ body: RecordBody, detail: [UInt8]?, over known: CheckIn?,
    at occurredAt: Minute
  ) -> CheckIn? {
    guard let read = body.checkedFacts(as: HabitCompletionFacts.self),
      let habit = HabitRecord.habitID(of: read.habit)
    else { return nil }
    let facts = CheckInFacts(
      CheckIn.Key(id: id, habit: habit, day: AnchorModel.Day(read.day)), at: occurredAt.instant,
      status: CheckIn.Status(read.status))
    return facts.merged(into: detail.flatMap(CheckInDetail.init(opened:))?.checkIn(id) ?? known)
  }

  private static func contractFacts(of checkIn: CheckIn) -> HabitCompletionFacts {
    var facts = HabitCompletionFacts()
    facts.habit = HabitRecord.recordID(of: checkIn.habit)
    facts.day = HubContracts.Day(checkIn.day)
    switch checkIn.status {
    case .done: facts.status = .done
    case .skipped: facts.status = .skipped
    case .planned: facts.status = .planned
    }
    return facts
  }
}

extension CheckIn.Status {
  init(_ status: HabitCompletionFacts.Status) {
    switch status {
    case .done: self = .done
    case .skipped: self = .skipped
    case .planned: self = .planned
    }
  }
}

extension RecordBody {
  /// The facts of a record that the kit handed over; nil where they are of another type.
  func checkedFacts<Record: Facts>(as type: Record.Type) -> Record? {
    do throws(ContractViolation) { return try facts(as: type) } catch {
      preconditionFailure("the kit hands over what keeps its contract: \(error.reason)")
    }
  }
}
