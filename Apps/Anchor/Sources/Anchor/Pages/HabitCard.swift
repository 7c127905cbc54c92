import AnchorModel
import WebInterface

/// How a habit stands, and its year.
struct HabitCard {
  let standing: HabitStanding

  var html: HTML {
    let level = standing.history.level(today: standing.today)
    let words = standing.habit.words
    return card(HTML(words.question.isEmpty ? "How it stands" : words.question)) {
      figures {
        figure(
          "Level", "\(level)",
          detail: level >= HabitHistory.levelToGrow ? "ready to grow" : .empty)
        figure("This week", "\(standing.week.kept)", unit: "of \(standing.week.scheduled)")
      }
      p("Today: \(standing.state).")
      HabitYear(history: standing.history, today: standing.today).html
      if !words.notes.isEmpty { p(words.notes, .class("habit-notes")) }
    }
  }
}

/// What was said of the last days, the newest first.
struct HabitDaysCard {
  private static let daysListed = 14

  let standing: HabitStanding

  var html: HTML {
    let days = standing.history.daysSaid.prefix(Self.daysListed)
      .compactMap(standing.history.checkIn(on:))
    return card("Days") {
      if days.isEmpty {
        emptyState(.calendar, "Nothing said yet")
      } else {
        dataTable(
          "What became of the days", columns: [.text("Day"), .text("State"), .text("Note")],
          rows: days.map { checkIn in
            [
              time(HTML(checkIn.day.description), .datetime(checkIn.day.description)),
              HTML(CheckInLine(checkIn, of: standing.habit).state), HTML(checkIn.note),
            ]
          })
      }
    }
  }
}

/// The form that changes a habit, and the button that lets it rest.
struct HabitChangeCard {
  let habit: Habit

  var html: HTML {
    let id = habit.id.description
    return card("The habit") {
      if habit.detail == .factsOnly {
        p(
          "It was made on another device, whose words are not known here. It can be checked in.",
          .class("quiet-text"))
      } else {
        if habit.schedule.isArchived {
          p("It is at rest and asks for nothing.", .class("quiet-text"))
          actionButton("Take up again", .primary, icon: .play, to: "/habits/\(id)/resume")
        } else {
          disclosure("Change it") { HabitForms.habit(habit, to: "/habits/\(id)/edit") }
          actionButton("Let it rest", .quiet, icon: .pause, to: "/habits/\(id)/archive")
        }
      }
    }
  }
}

/// What was just done, with the button that takes it back, while it is fresh.
struct UndoOffer {
  /// A change is offered to be taken back while it is as fresh as this.
  private static let seconds = 60

  let lastAction: LastAction?
  let now: Instant

  init(_ view: DayView) { self.init(lastAction: view.lastAction, now: view.now) }

  init(lastAction: LastAction?, now: Instant) {
    self.lastAction = lastAction
    self.now = now
  }

  /// Empty where nothing is fresh; `path` is where the step is taken back.
  func html(_ path: (Int64) -> PagePath) -> HTML {
    guard let last = lastAction, now.seconds(since: last.madeAt) < Self.seconds else {
      return .empty
    }
    return undoOffer(HTML(UndoWords.offer(of: last.action)), undo: path(last.sequence))
  }
}
