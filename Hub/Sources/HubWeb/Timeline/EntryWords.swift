import HubContracts
import HubCore
import WebInterface

/// A happening as one line of a timeline.
struct EntryWords {
  let entry: TimelineEntry
  let words: DateWords

  var listed: TimelineList.Entry {
    TimelineList.Entry(
      at: words.time(start), words.machineReadable(start), title, detail: detail,
      words: sealed, brand: Brand(rawValue: entry.product.name))
  }

  /// What names it, in details that only the person can open.
  private var sealed: HTML {
    let named: [RecordID] =
      switch entry.happening {
      case .habit(let completion): [completion.habit]
      case .checkIn(let checkIn): [checkIn.habit]
      case .interaction(let interaction): [interaction.person]
      case .focus, .food, .water, .workout, .experience, .page: []
      }
    if !entry.hasDetail, named.isEmpty { return .empty }
    return OpenedWords(
      domain: entry.domain, records: [entry.record] + named, version: entry.version
    ).html
  }

  /// For a strip of the day: from its first minute to its last, as minutes of `span`.
  func strip(in span: Range<Minute>) -> DayStrip.Span {
    DayStrip.Span(
      minutes(start, in: span), to: max(minutes(start, in: span), minutes(end, in: span)),
      "\(entry.product.title): \(stripText)", brand: Brand(rawValue: entry.product.name))
  }

  private func minutes(_ minute: Minute, in span: Range<Minute>) -> Double {
    Double(minute.number - span.lowerBound.number)
  }

  private var start: Minute {
    switch entry.happening {
    case .focus(let session): session.startedAt
    case .food(let food): food.at
    case .water(let water): water.at
    case .workout(let workout): workout.startedAt
    case .interaction(let interaction): interaction.occurredAt
    case .habit, .experience, .checkIn, .page: entry.occurredAt
    }
  }

  private var end: Minute {
    switch entry.happening {
    case .focus(let session):
      // An unfinished one reaches as far as is known of it, and not to now: it may be paused.
      session.endedAt ?? Minute(number: start.number + Int64(session.focusedMinutes))
    case .workout(let workout): workout.endedAt
    case .food, .water, .interaction, .habit, .experience, .checkIn, .page: start
    }
  }

  private var stripText: String {
    switch entry.happening {
    case .focus(let session):
      "focus \(words.time(start))"
        + (session.endedAt.map { " to \(words.time($0))" } ?? ", under way")
    case .workout: "workout \(words.time(start)) to \(words.time(end))"
    case .food, .water, .interaction, .habit, .experience, .checkIn, .page:
      "\(RecordWords.type(entry.type).lowercased()) \(words.time(start))"
    }
  }

  private var title: HTML {
    switch entry.happening {
    case .focus(let session):
      session.endedAt == nil
        ? "Focus, under way" : "Focus, \(DurationWords.html(session.focusedMinutes))"
    case .habit(let completion): "Habit, \(completion.status.rawValue)"
    case .food(let food):
      "\(RecordWords.choice(food.meal.rawValue)), \(CountWords.grouped(food.kcal)) kcal"
    case .water(let water): "Water, \(CountWords.grouped(water.ml)) ml"
    case .workout(let workout): "Workout, \(DurationWords.html(workout.minutes))"
    case .interaction(let interaction): HTML(RecordWords.choice(interaction.kind.rawValue))
    case .experience(let item):
      """
      \(RecordWords.choice(item.category.rawValue)), \
      \(RecordWords.choice(item.status.rawValue).lowercased())
      """
    case .checkIn(let checkIn): "Habit, \(checkIn.status.rawValue)"
    case .page(let page): "Page, \(CountWords.text(page.words, "word", "words"))"
    }
  }

  private var detail: HTML {
    switch entry.happening {
    case .focus(let session): detail(of: session)
    case .food(let food):
      "\(food.proteinG) g protein, \(food.carbsG) g carbs, \(food.fatG) g fat, \(food.fibreG) g fibre"
    case .workout(let workout): detail(of: workout)
    case .interaction(let interaction):
      interaction.followUpOn.map { "follow up on \(Self.date($0))" } ?? .empty
    case .experience(let item): detail(of: item)
    case .habit(let completion): "for \(Self.date(completion.day))"
    case .checkIn(let checkIn): "for \(Self.date(checkIn.occurredOn))"
    case .page(let page): detail(of: page)
    case .water: .empty
    }
  }

  private func detail(of session: FocusSessionFacts) -> HTML {
    guard let end = session.endedAt else {
      return session.focusedMinutes == 0
        ? .empty : "\(DurationWords.html(session.focusedMinutes)) before its last pause"
    }
    let until: HTML = "until \(time(words.time(end), .datetime(words.machineReadable(end))))"
    return session.completed ? "\(until), completed" : until
  }

  private func detail(of workout: WorkoutFacts) -> HTML {
    let parts = [
      CountWords.text(workout.workingSets, "set", "sets"),
      "\(CountWords.grouped(workout.tonnageKg)) kg moved",
      workout.records == 0 ? nil : CountWords.text(workout.records, "record", "records"),
    ]
    return HTML(parts.compactMap { $0 }.joined(separator: ", "))
  }

  private func detail(of item: LiveItemFacts) -> HTML {
    if let day = item.doneOn { return "on \(Self.date(day))" }
    return item.targetDay.map { "planned for \(Self.date($0))" } ?? .empty
  }

  private func detail(of page: JournalEntryFacts) -> HTML {
    let parts = [
      page.hasMorning ? "morning" : nil, page.hasEvening ? "evening" : nil,
      page.minutes.map(DurationWords.text),
    ]
    return HTML(parts.compactMap { $0 }.joined(separator: ", "))
  }

  private static func date(_ day: Day) -> HTML {
    time(DateWords.short(day), .datetime(day.description))
  }
}
