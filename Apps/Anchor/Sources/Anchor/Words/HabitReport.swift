import AnchorModel
import AppShell
import ToolboxJSON

/// A habit whole, in words for the terminal.
struct HabitReport {
  /// So many days are listed, the newest first.
  private static let daysListed = 14

  private let standing: HabitStanding

  init(_ standing: HabitStanding) { self.standing = standing }

  var answer: Answer { Answer(lines.joined(separator: "\n")) { json in write(to: &json) } }

  private var history: HabitHistory { standing.history }
  private var level: Int { history.level(today: standing.today) }

  private var lines: [String] {
    let words = standing.habit.words
    let said = [words.question, words.notes].filter { !$0.isEmpty }
    let level = "Level \(level)" + (level >= HabitHistory.levelToGrow ? ", ready to grow" : "")
    let days = history.daysSaid.prefix(Self.daysListed).compactMap { day in
      history.checkIn(on: day).map { checkIn in
        let note = checkIn.note.isEmpty ? "" : ": \(checkIn.note)"
        return "  \(day)  \(CheckInLine(checkIn, of: standing.habit).state)\(note)"
      }
    }
    return ["\(standing.line.inOneLine), since \(standing.habit.schedule.since)"] + said
      + ["\(level), \(standing.progress)."] + (days.isEmpty ? [] : [""] + days)
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      standing.line.writeMembers(to: &json)
      json.member("level", level)
      json.member("weekKept", standing.week.kept)
      json.member("weekScheduled", standing.week.scheduled)
      json.member("days") { json in
        json.array(history.daysSaid.compactMap(history.checkIn(on:))) { json, checkIn in
          CheckInLine(checkIn, of: standing.habit).write(to: &json)
        }
      }
    }
  }
}
