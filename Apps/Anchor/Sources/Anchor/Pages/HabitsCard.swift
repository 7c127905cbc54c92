import AnchorModel
import WebInterface

/// The habits of a day, each with the button that checks it in.
struct HabitsCard {
  let view: DayView

  var html: HTML {
    let standings = view.habitStandings
    if standings.isEmpty { return .empty }
    let figures = view.figures.habits
    return card("Habits", note: "\(figures.done) of \(figures.scheduled)") {
      HabitList(standings, from: .day).html
    }
  }
}

/// Habits under one another: a button to check in or to clear, the name, and how it stands.
struct HabitList {
  private let standings: [HabitStanding]
  private let origin: HabitPages.Origin

  init(_ standings: [HabitStanding], from origin: HabitPages.Origin) {
    self.standings = standings
    self.origin = origin
  }

  var html: HTML {
    ul(.class("habits")) {
      for standing in standings {
        li(.class("habit", Self.mark(of: standing))) {
          tick(standing)
          div(.class("habit-words")) {
            link(standing.line.name, to: "/habits/\(standing.habit.id.description)")
            span(HTML(detail(of: standing)), .class("quiet-text", "small"))
          }
        }
      }
    }
  }

  private func detail(of standing: HabitStanding) -> String {
    // An amount that was said stands in the state already.
    let target = standing.checkIn?.amount == nil ? standing.line.target : nil
    return [standing.state, standing.progress, target].compactMap(\.self)
      .joined(separator: " · ")
  }

  private func tick(_ standing: HabitStanding) -> HTML {
    let isSaid = standing.checkIn?.status == .done || standing.checkIn?.status == .skipped
    let id = standing.habit.id.description
    let words = "\(isSaid ? "Clear" : "Check in") \(standing.line.name)"
    return form(to: isSaid ? "/habits/\(id)/clear" : "/habits/\(id)/done", .class("tick")) {
      hiddenInput("day", standing.day.description)
      hiddenInput("from", origin.rawValue)
      button(visuallyHidden(HTML(words)), .quiet, icon: .check)
    }
  }

  /// For the style sheet; the words beside it say the same.
  private static func mark(of standing: HabitStanding) -> String {
    switch standing.checkIn?.status {
    case .done?: "done"
    case .skipped?: "skipped"
    case .planned?: "begun"
    case nil: "open"
    }
  }
}
