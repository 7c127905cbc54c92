import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  static var habitVerbs: [AppVerb] {
    [
      habitAdd, habitList, habitShow, habitDone, habitSkip, habitUndo, habitEdit, habitArchive,
      habitResume,
    ]
  }

  /// `habit add "read" --every weekdays --target 20 --unit pages`.
  private static var habitAdd: AppVerb {
    let name = RemainingArguments("name", .text.named("NAME"), "What it is called.")
    let since = Option("since", .text.named("DAY"), "Since when; today if not said.")
    return AppVerb(
      "habit add", "Begins a habit.",
      details: """
        anchor habit add read --every daily --target 20 --unit pages
        anchor habit add "call somebody" --every 2/week

        Weeks are from Monday to Sunday. Its name and all that you write about it stay with you.
        """,
      [
        name, HabitOptions.every, HabitOptions.target, HabitOptions.unit, HabitOptions.atMost,
        HabitOptions.question, HabitOptions.notes, since,
      ]
    ) { (call) throws(Trouble) in
      let input = call.input
      let cadence = try HabitOptions.cadence(input[HabitOptions.every]) ?? .daily
      let measure = try HabitOptions.measure(input, over: nil)
      let day = try await call.app.day(input[since], leaning: .past)
      let habit = try await call.app.saying { () throws(AnchorError) in
        let words = try refusing { () throws(HabitRefusal) in
          try HabitWords(
            name: input[name].joined(separator: " "),
            question: input[HabitOptions.question] ?? "", notes: input[HabitOptions.notes] ?? "")
        }
        return try await call.app.anchor.addHabit(
          HabitWish(words: words, measure: measure, cadence: cadence), since: day)
      }
      return Answer("Begun: \(HabitLine(habit).inOneLine).") { HabitLine(habit).write(to: &$0) }
    }
  }

  /// `habit list [--all]`.
  private static var habitList: AppVerb {
    let all = Flag("all", "Also those at rest.", short: "a")
    return AppVerb("habit list", "Shows the habits and how they stand.", [all, HabitOptions.day]) {
      (call) throws(Trouble) in
      let day = try await call.app.day(call.input[HabitOptions.day], leaning: .past)
      let habits = try await call.app.habitStandings(on: day)
        .filter { call.input[all] || $0.isShown }
      let text =
        habits.isEmpty
        ? "No habits yet. Begin one with: anchor habit add \"read\" --every daily"
        : HabitRows(habits).lines.joined(separator: "\n")
      return Answer(text) { json in
        json.object { json in
          json.member("habits") { json in
            json.array(habits) { json, standing in standing.write(to: &json) }
          }
        }
      }
    }
  }

  /// `habit show read`.
  private static var habitShow: AppVerb {
    AppVerb("habit show", "Shows a habit and what became of it.", [HabitOptions.habit]) {
      (call) throws(Trouble) in
      let standing = try await call.app.habit(named: call.input[HabitOptions.habit])
      return HabitReport(standing).answer
    }
  }

  /// `habit done read [12] [--day yesterday]`.
  private static var habitDone: AppVerb {
    let amount = OptionalArgument("amount", .text.named("AMOUNT"), "How much, where it counts.")
    return AppVerb(
      "habit done", "Says that a habit was kept.",
      details: """
        anchor habit done read
        anchor habit done read 12 --day yesterday --note "on the train"

        Without an amount it was all of its target. Said again, it takes the place of what was said.
        """,
      [HabitOptions.habit, amount, HabitOptions.day, HabitOptions.note]
    ) { (call) throws(Trouble) in
      let amount = try HabitOptions.amount(call.input[amount])
      return try await call.app.checkIn(.done(amount), call.input)
    }
  }

  /// `habit skip read --note "ill"`.
  private static var habitSkip: AppVerb {
    AppVerb(
      "habit skip", "Leaves a day of a habit out on purpose; nothing breaks.",
      [HabitOptions.habit, HabitOptions.day, HabitOptions.note]
    ) { (call) throws(Trouble) in try await call.app.checkIn(.skipped, call.input, .future) }
  }

  /// `habit undo read [--day fri]`.
  private static var habitUndo: AppVerb {
    AppVerb(
      "habit undo", "Clears what was said of a day of a habit.",
      [HabitOptions.habit, HabitOptions.day]
    ) { (call) throws(Trouble) in
      let found = try await call.app.habit(named: call.input[HabitOptions.habit])
      let day = try await call.app.day(call.input[HabitOptions.day], leaning: .past)
      let history = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.clearCheckIn(found.habit.id, on: day)
      }
      return HabitStanding(history: history, day: day ?? found.today, today: found.today).answer
    }
  }

  /// `habit edit read --name "read a book" --every weekdays`.
  private static var habitEdit: AppVerb {
    let name = Option("name", .text, "Another name.")
    let unmeasured = Flag("no-target", "Counts nothing any more.")
    return AppVerb(
      "habit edit", "Changes a habit; another cadence counts from today on.",
      [
        HabitOptions.habit, name, HabitOptions.every, HabitOptions.target, HabitOptions.unit,
        HabitOptions.atMost, unmeasured, HabitOptions.question, HabitOptions.notes,
      ]
    ) { (call) throws(Trouble) in
      let input = call.input
      let held = try await call.app.habit(named: input[HabitOptions.habit]).habit
      let cadence = try HabitOptions.cadence(input[HabitOptions.every])
      let measure =
        input[unmeasured] ? nil : try HabitOptions.measure(input, over: held.measure)
      let (newName, question) = (input[name], input[HabitOptions.question])
      let notes = input[HabitOptions.notes]
      let habit = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.editHabit(held.id) { (wish) throws(HabitRefusal) in
          wish.words = try HabitWords(
            name: newName ?? wish.words.name, question: question ?? wish.words.question,
            notes: notes ?? wish.words.notes)
          wish.measure = measure
          wish.cadence = cadence ?? wish.cadence
        }
      }
      return Answer("Now: \(HabitLine(habit).inOneLine).") { HabitLine(habit).write(to: &$0) }
    }
  }

  private static var habitArchive: AppVerb {
    AppVerb(
      "habit archive", "Puts a habit to rest; it keeps all that it has.", [HabitOptions.habit]
    ) { (call) throws(Trouble) in
      let found = try await call.app.habit(named: call.input[HabitOptions.habit])
      let habit = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.archiveHabit(found.habit.id)
      }
      return Answer("At rest: \(HabitLine(habit).name).") { HabitLine(habit).write(to: &$0) }
    }
  }

  private static var habitResume: AppVerb {
    AppVerb(
      "habit resume", "Takes a habit up again, from today on.",
      [HabitOptions.habit, HabitOptions.every]
    ) { (call) throws(Trouble) in
      let found = try await call.app.habit(named: call.input[HabitOptions.habit])
      let cadence = try HabitOptions.cadence(call.input[HabitOptions.every])
      let habit = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.resumeHabit(found.habit.id, cadence)
      }
      return Answer("Begun: \(HabitLine(habit).inOneLine).") { HabitLine(habit).write(to: &$0) }
    }
  }
}

extension AnchorApp {
  /// Every habit as it stands on a day; today where none is named.
  func habitStandings(on day: Day? = nil) async throws(Trouble) -> [HabitStanding] {
    try await saying { () throws(AnchorError) in
      let today = try await anchor.read { (desk, _) throws(AnchorError) in desk.today }
      return try await anchor.habits().map {
        HabitStanding(history: $0, day: day ?? today, today: today)
      }
    }
  }

  /// The habit of that name, or the only one whose name begins like it.
  func habit(named text: String) async throws(Trouble) -> HabitStanding {
    let all = try await habitStandings()
    let fitting = named(text, among: all) { $0.line.name }
    guard let first = fitting.first else { throw Trouble(HabitRefusal.notFound) }
    if fitting.count == 1 { return first }
    // One that rests steps back for the one that is kept.
    let kept = fitting.filter { !$0.habit.schedule.isArchived }
    if kept.count == 1 { return kept[0] }
    throw Trouble(
      .usage, "habit.ambiguous", "\"\(text)\" may be several habits.",
      "Type more of it: \(fitting.map(\.line.name).joined(separator: ", "))")
  }

  /// Says something of a day of the habit that was typed.
  func checkIn(
    _ saying: CheckInWish.Saying, _ input: CommandInput, _ leaning: HumanDate.Leaning = .past
  ) async throws(Trouble) -> Answer {
    let found = try await habit(named: input[HabitOptions.habit])
    let day = try await day(input[HabitOptions.day], leaning: leaning)
    let wish = CheckInWish(saying: saying, day: day, note: input[HabitOptions.note])
    let history = try await self.saying { () throws(AnchorError) in
      try await anchor.checkIn(found.habit.id, wish)
    }
    return HabitStanding(history: history, day: day ?? found.today, today: found.today).answer
  }
}

extension HabitStanding {
  /// The standing in one sentence.
  ///
  /// As in `read: done, 12 pages, 3 of 7 this week.`
  var answer: Answer {
    let when = day == today ? "" : ", \(DayWords.title(of: day))"
    return Answer("\(line.name)\(when): \(state), \(progress).") { json in write(to: &json) }
  }
}
