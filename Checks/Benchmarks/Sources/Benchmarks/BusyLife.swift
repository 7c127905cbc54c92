import HubContracts
import HubCore
import HubTesting

/// What every app keeps of somebody who uses them all each day, for many days up to today.
///
/// Live is not among them: its service keeps what it has.
struct BusyLife {
  let identity: TestIdentity
  let account: AccountNumber
  let days: Int64

  private static let sessionsPerDay: Int64 = 12
  private static let mealsPerDay: Int64 = 4
  private static let drinksPerDay: Int64 = 6
  private static let habits: Int64 = 3
  /// Of one push, as the protocol allows.
  private static let recordsPerPush = 100

  /// Pushes it all; how many records that is.
  func push() async throws -> Int {
    let today = Minute(containingMilliseconds: identity.clock.nowMilliseconds).number / 1_440
    var count = 0
    for first in stride(from: today - days + 1, through: today, by: 7) {
      let week = (first...min(first + 6, today)).map { Day(number: $0) }
      for (domain, records) in domains {
        let all = week.flatMap(records)
        for start in stride(from: 0, to: all.count, by: Self.recordsPerPush) {
          let part = Array(all[start..<min(start + Self.recordsPerPush, all.count)])
          try await identity.push(part, to: domain, of: account)
        }
        count += all.count
      }
    }
    return count
  }

  private var domains: [(Domain, (Day) -> [Mutation])] {
    [
      (.anchor, focus), (.calorie, food), (.setline, training), (.kith, company),
      (.habits, checkIns), (.journal, page), (.asteroid, notes),
    ]
  }

  private func minute(_ day: Day, _ ofDay: Int64) -> Minute {
    Minute(number: day.number * 1_440 + ofDay)
  }

  /// A record that another one refers to; nobody looks whether it is there.
  private func somebodys(_ type: String) -> RecordID {
    RecordID(type: type, uuid: identity.random.uuid())
  }

  private func focus(_ day: Day) -> [Mutation] {
    let sessions = (0..<Self.sessionsPerDay).map { place in
      let start = minute(day, 300 + place * 40)
      return identity.focusSession(
        from: start, to: Minute(number: start.number + 25), focusedMinutes: 25)
    }
    let habits = (0..<Self.habits).map { _ in
      var facts = HabitCompletionFacts()
      facts.habit = somebodys("habit")
      facts.day = day
      facts.status = .done
      return identity.record(facts, at: minute(day, 1_200))
    }
    return sessions + habits + [identity.summary(day, focusedMinutes: 300, sessions: 12)]
  }

  private func food(_ day: Day) -> [Mutation] {
    let meals = (0..<Self.mealsPerDay).map { place in
      var facts = FoodEntryFacts()
      facts.at = minute(day, 420 + place * 180)
      facts.kcal = 600
      facts.proteinG = 30
      return identity.record(facts, at: facts.at)
    }
    let drinks = (0..<Self.drinksPerDay).map { place in
      var facts = WaterEntryFacts()
      facts.at = minute(day, 430 + place * 120)
      facts.ml = 300
      return identity.record(facts, at: facts.at)
    }
    var sum = CalorieDaySummary()
    sum.kcal = 2_400
    sum.waterMl = 1_800
    sum.entries = 10
    return meals + drinks + [identity.summary(sum, of: day)]
  }

  private func training(_ day: Day) -> [Mutation] {
    var facts = WorkoutFacts()
    facts.startedAt = minute(day, 1_020)
    facts.endedAt = minute(day, 1_080)
    facts.minutes = 60
    facts.workingSets = 18
    facts.tonnageKg = 6_000
    var sum = SetlineDaySummary()
    sum.sessions = 1
    sum.minutes = 60
    return [identity.record(facts, at: facts.startedAt), identity.summary(sum, of: day)]
  }

  private func company(_ day: Day) -> [Mutation] {
    var facts = InteractionFacts()
    facts.person = somebodys("person")
    facts.kind = .call
    facts.occurredAt = minute(day, 1_140)
    var sum = KithDaySummary()
    sum.interactions = 1
    sum.people = 1
    return [identity.record(facts, at: facts.occurredAt), identity.summary(sum, of: day)]
  }

  private func checkIns(_ day: Day) -> [Mutation] {
    var facts = HabitCheckInFacts()
    facts.habit = somebodys("checkIn")
    facts.occurredOn = day
    facts.status = .completed
    return [identity.record(facts, at: minute(day, 1_260))]
  }

  private func page(_ day: Day) -> [Mutation] {
    var facts = JournalEntryFacts()
    facts.occurredOn = day
    facts.words = 500
    facts.hasEvening = true
    return [identity.record(facts, at: minute(day, 1_320))]
  }

  private func notes(_ day: Day) -> [Mutation] {
    var sum = AsteroidDaySummary()
    sum.open = 9
    sum.doneToday = 4
    return [identity.summary(sum, of: day)]
  }
}
