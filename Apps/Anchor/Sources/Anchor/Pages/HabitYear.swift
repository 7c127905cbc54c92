import AnchorModel
import WebInterface

/// A year of a habit as squares, a week a column; drawn as one path for each kind of day.
struct HabitYear {
  /// What a day was, in the order in which it is drawn and explained.
  enum Kind: String, CaseIterable {
    case kept, begun, skipped, missed, free

    var words: String {
      switch self {
      case .kept: "done"
      case .begun: "begun"
      case .skipped: "skipped"
      case .missed: "missed"
      case .free: "not asked for"
      }
    }
  }

  private static let weeks = 53
  private static let cell = 12
  private static let side = 10
  private static let head = 14

  let history: HabitHistory
  let today: Day

  var html: HTML {
    figure(.class("habit-year")) {
      SVG.drawing(description, viewBox: size, .class("habit-year-drawing")) {
        for month in months {
          SVG.text(month.name, x: .points(Double(month.column * Self.cell)), y: 9)
        }
        for kind in Kind.allCases where !(paths[kind] ?? "").isEmpty {
          SVG.path(paths[kind] ?? "", .class(kind.rawValue))
        }
      }
      ul(.class("habit-key"), .aria("hidden", "true")) {
        for kind in Kind.allCases {
          li {
            SVG.decoration(viewBox: (12, 12)) {
              SVG.path("M1 1h10v10h-10z", .class(kind.rawValue))
            }
            span(kind.words)
          }
        }
      }
    }
  }

  /// The year in a sentence, for who does not see it.
  var description: String {
    let kinds = days.map(kind)
    let count = { (kind: Kind) in kinds.count { $0 == kind } }
    return """
      \(HabitLine(history.habit).name), the year up to \(DayWords.title(of: today)): \
      \(Self.days(count(.kept))) done, \(count(.skipped)) skipped, \(count(.missed)) missed.
      """
  }

  private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  private var first: Day {
    today.startOfWeek.adding(days: -(Self.weeks - 1) * 7)
  }

  private var days: [Day] {
    (0...today.days(since: first)).map { first.adding(days: $0) }
  }

  private var size: (width: Double, height: Double) {
    (Double(Self.weeks * Self.cell), Double(Self.head + 7 * Self.cell))
  }

  private func kind(of day: Day) -> Kind {
    switch history.checkIn(on: day)?.status {
    case .done?: return .kept
    case .skipped?: return .skipped
    case .planned?: return .begun
    case nil: return history.occurrence(on: day) == .open && day < today ? .missed : .free
    }
  }

  private var paths: [Kind: String] {
    var paths: [Kind: String] = [:]
    for (place, day) in days.enumerated() {
      let x = place / 7 * Self.cell
      let y = Self.head + place % 7 * Self.cell
      paths[kind(of: day), default: ""] += "M\(x) \(y)h\(Self.side)v\(Self.side)h-\(Self.side)z"
    }
    return paths
  }

  /// Every second month, over the week in which it begins, so that names do not touch on a phone.
  private var months: [(column: Int, name: String)] {
    days.enumerated().compactMap { place, day in
      guard day.dayOfMonth == 1, day.month % 2 == 1 else { return nil }
      return (place / 7, String(DayWords.month(day).prefix(3)))
    }
  }
}
