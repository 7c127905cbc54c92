import AnchorModel
import AppShell
import ToolboxJSON

/// What some days add up to, in words, for the terminal.
struct LookBackWords {
  private static let barWidth = 24

  private let view: LookBackView
  private let overview: Overview

  init(_ view: LookBackView) {
    self.view = view
    overview = view.overview
  }

  var answer: Answer { Answer(lines.joined(separator: "\n")) { json in write(to: &json) } }

  /// Such as "1 h 5 min" or "60 h", rounded down; "2 d" of focus would not be two days' work.
  static func length(_ seconds: Int) -> String {
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    if hours == 0 { return "\(minutes) min" }
    return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
  }

  /// The days as people write them.
  static func title(of days: ClosedRange<Day>) -> String {
    days.lowerBound == days.upperBound
      ? DayWords.title(of: days.lowerBound)
      : "\(DayWords.short(days.lowerBound)) to \(DayWords.short(days.upperBound))"
  }

  /// Such as "7 of 9 (78 %)"; nil without sessions.
  static func completion(of overview: Overview) -> String? {
    overview.completionRate.map { rate in
      "\(overview.completed) of \(overview.finished.sessions) (\(Int((rate * 100).rounded())) %)"
    }
  }

  private var lines: [String] {
    let head = [Self.title(of: view.days), ""]
    guard overview.finished.sessions > 0 else { return head + ["  Nothing recorded."] }
    return head + figures + table("By \(steps.size.rawValue)", stepRows)
      + table("By tag", tagRows)
  }

  private var figures: [String] {
    let count = AnchorApp.profile.records(overview.finished.sessions)
    var figures = [("Focus", "\(Self.length(overview.finished.seconds)) in \(count)")]
    if let completion = Self.completion(of: overview) {
      let abandoned = overview.abandoned > 0 ? ", \(overview.abandoned) abandoned" : ""
      figures.append(("Completed", completion + abandoned))
    }
    if let median = overview.medianSeconds, let longest = overview.longestSeconds {
      figures.append(("Median", "\(Self.length(median)), longest \(Self.length(longest))"))
    }
    figures.append(("Deep", "\(AnchorApp.profile.records(overview.deep)) of 45 min or more"))
    figures.append(
      ("Best run", "\(Self.days(overview.bestRunDays)), streak \(Self.days(view.streakDays))"))
    return figures.map { "  \($0.0.padded(to: 11))\($0.1)" }
  }

  private static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }

  private var steps: OverviewSteps { OverviewSteps(overview, over: view.days) }

  private var stepRows: [(name: String, total: Overview.Total)] {
    let steps = steps
    return steps.steps.map { (Self.name(of: $0.days, steps.size), $0.total) }
  }

  static func name(of days: ClosedRange<Day>, _ size: OverviewSteps.Size) -> String {
    switch size {
    case .day: DayWords.short(days.lowerBound)
    case .week: "week of \(DayWords.short(days.lowerBound))"
    case .month: DayWords.month(days.lowerBound)
    case .year: "\(days.lowerBound.year)"
    }
  }

  private var tagRows: [(name: String, total: Overview.Total)] {
    let untagged = overview.untagged.sessions > 0 ? [("without", overview.untagged)] : []
    return overview.tags.map { ("#\($0.tag)", $0.total) } + untagged
  }

  private func table(_ title: String, _ rows: [(name: String, total: Overview.Total)]) -> [String] {
    let most = rows.map(\.total.seconds).max() ?? 0
    let width = rows.map(\.name.count).max() ?? 0
    let lengths = rows.map { Self.length($0.total.seconds) }
    let lengthWidth = lengths.map(\.count).max() ?? 0
    if rows.isEmpty { return [] }
    return ["", "\(title):"]
      + zip(rows, lengths).map { row, length in
        let bar = most == 0 ? 0 : row.total.seconds * Self.barWidth / most
        let gap = String(repeating: " ", count: lengthWidth - length.count)
        let line = "  \(row.name.padded(to: width))  \(gap)\(length)"
        return bar == 0 ? line : "\(line)  \(String(repeating: "█", count: bar))"
      }
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("from", view.days.lowerBound.description)
      json.member("to", view.days.upperBound.description)
      json.member("sessions", overview.finished.sessions)
      json.member("focusedSeconds", overview.finished.seconds)
      json.member("focusedMinutes", overview.finished.minutes)
      json.member("completed", overview.completed)
      json.member("abandoned", overview.abandoned)
      if let median = overview.medianSeconds { json.member("medianSeconds", median) }
      if let longest = overview.longestSeconds { json.member("longestSeconds", longest) }
      json.member("deep", overview.deep)
      json.member("bestRunDays", overview.bestRunDays)
      json.member("streakDays", view.streakDays)
      json.member("isExact", overview.isExact)
      json.member("days") { json in
        json.array(overview.dense(view.days)) { json, day in
          json.object { json in
            json.member("day", day.day.description)
            Self.write(day.total, to: &json)
          }
        }
      }
      json.member("hours") { json in Self.write(overview.hours, to: &json) }
      json.member("weekdays") { json in Self.write(overview.weekdays, to: &json) }
      json.member("tags") { json in
        json.array(overview.tags) { json, tag in
          json.object { json in
            json.member("tag", tag.tag)
            Self.write(tag.total, to: &json)
          }
        }
      }
      json.member("untagged") { json in
        json.object { json in Self.write(overview.untagged, to: &json) }
      }
    }
  }

  private static func write(_ totals: [Overview.Total], to json: inout JSONWriter) {
    json.array(totals) { json, total in json.object { json in write(total, to: &json) } }
  }

  private static func write(_ total: Overview.Total, to json: inout JSONWriter) {
    json.member("sessions", total.sessions)
    json.member("focusedSeconds", total.seconds)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
