import AnchorModel
import AppShell
import WebInterface

/// A day's figures and where its sessions lie between midnight and midnight.
struct DayCard {
  let view: DayView

  var html: HTML {
    let figures = view.figures
    return card(isToday ? "So far" : "The day", note: days) {
      WebInterface.figures {
        figure("Focus", HTML(Self.hours(figures.focusedMinutes)), unit: "h")
        figure("Sessions", HTML("\(figures.sessions)"))
        figure(
          "Streak", HTML("\(figures.streakDays)"), unit: figures.streakDays == 1 ? "day" : "days")
      }
      strip
      if !figures.isExact {
        p("Sessions of other devices are known here to the minute.", .class("quiet-text", "small"))
      }
    }
  }

  /// The way to the days beside this one.
  private var days: HTML {
    let before: HTML = link("Day before", to: "/days/\(view.day.adding(days: -1).description)")
    if isToday { return before }
    let after = view.day.adding(days: 1)
    return HTML([
      before, " · ",
      after == view.today
        ? link("Today", to: "/") : link("Day after", to: "/days/\(after.description)"),
    ])
  }

  private var isToday: Bool { view.day == view.today }

  private var strip: HTML {
    let span = view.calendar.span(of: view.day)
    let spans = view.timeline.entries.map { entry in
      let line = SessionLine(session: entry.session, now: view.now, zone: view.zone)
      let start = minutes(entry.session.startedAt, from: span.lowerBound)
      let end = max(start, minutes(end(of: entry.session), from: span.lowerBound))
      return DayStrip.Span(start, to: end, "\(line.title), \(line.start), \(line.length)")
    }
    return DayStrip(
      "Sessions between midnight and midnight", spans,
      now: isToday ? minutes(view.now, from: span.lowerBound) : nil,
      dayMinutes: max(1, Double(view.calendar.lengthSeconds(of: view.day)) / 60)
    ).html
  }

  private func end(of session: FocusSession) -> Instant {
    if let end = session.endedAt { return end }
    if case .paused(let since) = session.phase { return since }
    return session.isActive
      ? view.now : session.startedAt.adding(seconds: session.bankedSeconds)
  }

  private func minutes(_ instant: Instant, from start: Instant) -> Double {
    Double(instant.seconds(since: start)) / 60
  }

  /// Minutes as `1:05`.
  static func hours(_ minutes: Int) -> String {
    "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}
