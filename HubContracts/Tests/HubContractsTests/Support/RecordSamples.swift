import HubContracts
import Testing

/// A record of a contract as its golden line holds it.
struct RecordSample: Sendable, CustomTestStringConvertible {
  let contract: RecordContract
  let body: [UInt8]
  /// Reads facts as the Swift type and writes them again.
  let rewrite: @Sendable ([UInt8]) throws(ContractViolation) -> [UInt8]

  var testDescription: String { "\(contract.domain).\(contract.type)" }

  private init<Record: Facts>(_ facts: Record, sealed: String? = nil) {
    contract = Record.contract.record
    body =
      RecordBody(type: contract.type, facts: Record.contract.encode(facts), sealed: sealed)
      .canonical
    rewrite = { (facts) throws(ContractViolation) in
      Record.contract.encode(try Record.contract.decode(facts))
    }
  }

  private init(_ type: some SealedType) {
    let contract = type.contract
    self.contract = contract
    body =
      RecordBody(type: contract.type, facts: contract.canonical([]), sealed: Self.detail).canonical
    rewrite = { (facts) throws(ContractViolation) in
      contract.canonical(try contract.read(facts: facts))
    }
  }

  private static let detail = "v1.c2VhbGVkLWJ5LXRoZS1kZXZpY2U_-0"

  /// For each type one record whose facts are all there and all different; then, where facts may
  /// be absent, one without them.
  static let all =
    anchor + calorie + setline + kith + live
    + [
      RecordSample(
        Filled<HabitCheckInFacts> {
          $0.habit = Sample.record(Sample.key)
          $0.occurredOn = day(3)
          $0.status = .completed
        }.facts),
      RecordSample(
        Filled<JournalEntryFacts> {
          $0.occurredOn = day(4)
          $0.words = 750
          $0.minutes = 20
          $0.hasMorning = true
        }.facts, sealed: detail),
      RecordSample(Filled<JournalEntryFacts> { $0.hasEvening = true }.facts),
      RecordSample(
        Filled<AsteroidDaySummary> {
          $0.open = 12
          $0.doneToday = 3
          $0.dueToday = 2
          $0.overdue = 1
        }.facts),
      RecordSample(ToDoFacts(isDone: true)),
    ]

  /// The first of each type that has facts.
  static let fullest = all.enumerated().filter { index, sample in
    !sample.contract.rules.isEmpty
      && (index == 0 || all[index - 1].testDescription != sample.testDescription)
  }.map(\.element)

  private static let anchor =
    [
      RecordSample(Sample.sessionFacts, sealed: detail),
      RecordSample(Filled<FocusSessionFacts> { $0.startedAt = minute(5) }.facts),
      RecordSample(
        Filled<HabitFacts> {
          $0.cadence = .timesPerWeek
          $0.timesPerWeek = 3
          $0.isArchived = true
          $0.since = day(-200)
        }.facts, sealed: detail),
      RecordSample(Filled<HabitFacts> { $0.since = day(-9) }.facts),
      RecordSample(
        Filled<HabitCompletionFacts> {
          $0.habit = Sample.record("habit-\(Sample.key)")
          $0.day = day(0)
          $0.status = .done
        }.facts, sealed: detail),
    ] + AnchorSealedType.allCases.map { RecordSample($0) } + [RecordSample(Sample.summaryFacts)]

  private static let calorie =
    [
      RecordSample(
        Filled<FoodEntryFacts> {
          $0.at = minute(750)
          $0.meal = .lunch
          $0.kcal = 640
          $0.proteinG = 31
          $0.carbsG = 72
          $0.fatG = 22
          $0.fibreG = 9
        }.facts, sealed: detail),
      RecordSample(
        Filled<WaterEntryFacts> {
          $0.at = minute(800)
          $0.ml = 250
        }.facts),
    ] + CalorieSealedType.allCases.map { RecordSample($0) } + [
      RecordSample(
        Filled<CalorieDaySummary> {
          $0.kcal = 2_130
          $0.proteinG = 104
          $0.fibreG = 27
          $0.waterMl = 2_250
          $0.entries = 6
          $0.targetLowKcal = 1_950
          $0.targetHighKcal = 2_200
          $0.score = 88
        }.facts),
      RecordSample(Filled<CalorieDaySummary> { $0.kcal = 640 }.facts),
    ]

  private static let setline =
    [
      RecordSample(
        Filled<WorkoutFacts> {
          $0.startedAt = minute(1_080)
          $0.endedAt = minute(1_146)
          $0.minutes = 62
          $0.workingSets = 18
          $0.skippedSets = 2
          $0.exercises = 6
          $0.tonnageKg = 7_460
          $0.records = 1
        }.facts, sealed: detail)
    ] + SetlineSealedType.allCases.map { RecordSample($0) } + [
      RecordSample(
        Filled<SetlineDaySummary> {
          $0.sessions = 1
          $0.minutes = 62
          $0.workingSets = 18
          $0.tonnageKg = 7_460
          $0.records = 3
          $0.isPlanned = true
        }.facts)
    ]

  private static let kith = [
    RecordSample(
      Filled<PersonFacts> {
        $0.cadenceDays = 30
        $0.dueOn = day(12)
      }.facts, sealed: detail),
    RecordSample(PersonFacts(), sealed: detail),
    RecordSample(
      Filled<InteractionFacts> {
        $0.person = Sample.record(Sample.session)
        $0.kind = .call
        $0.occurredAt = minute(1_200)
        $0.followUpOn = day(14)
      }.facts, sealed: detail),
    RecordSample(
      Filled<InteractionFacts> { $0.person = Sample.record("person-\(Sample.session)") }.facts),
    RecordSample(
      Filled<KithDaySummary> {
        $0.interactions = 4
        $0.people = 3
        $0.followUpsDue = 2
        $0.birthdaysNext7 = 1
      }.facts),
  ]

  private static let live = [
    RecordSample(
      Filled<LiveItemFacts> {
        $0.status = .done
        $0.category = .concert
        $0.targetDay = day(1)
        $0.doneOn = day(2)
      }.facts),
    RecordSample(LiveItemFacts()),
    RecordSample(
      Filled<LiveDaySummary> {
        $0.planned = 41
        $0.inProgress = 5
        $0.doneThisYear = 13
        $0.nextInDays = 17
        $0.eventsToday = 2
      }.facts),
    RecordSample(LiveDaySummary()),
  ]

  /// Days from 2026-11-30 on.
  private static func day(_ number: Int64) -> Day { Day(number: 20_787 + number) }

  /// Minutes of 2026-11-30.
  private static func minute(_ number: Int64) -> Minute { Minute(number: 20_787 * 1_440 + number) }
}

/// Facts with some of their properties set.
private struct Filled<Record: Facts> {
  var facts = Record()

  init(_ fill: (inout Record) -> Void) { fill(&facts) }
}
