import HubContracts
import HubCore
import WebInterface

/// The day's timeline across the apps, as a strip and as a list.
struct DayCard {
  let today: Today
  let words: DateWords

  var html: HTML {
    card("The day", id: "timeline") {
      if today.timeline.isEmpty {
        emptyState(.timeline, "Nothing in the timeline yet") {
          p("Sessions of today appear here when your devices have synced.")
        }
      } else {
        DayStrip(
          "The day", today.timeline.map(span), now: minutes(today.now),
          dayMinutes: Double(today.span.upperBound.number - today.span.lowerBound.number)
        ).html
        TimelineList(today.timeline.map(entry)).html
        if today.isTimelineCut {
          p(
            "The first \(TodayService.timelineRecordsMax) records of the day; there are more.",
            .class("quiet-text"))
        }
      }
    }
  }

  private func minutes(_ minute: Minute) -> Double {
    Double(minute.number - today.span.lowerBound.number)
  }

  private func span(_ entry: TimelineEntry) -> DayStrip.Span {
    switch entry.happening {
    case .focus(let session):
      // An unfinished one reaches as far as is known of it, and not to now: it may be paused.
      let end = session.endedAt.map(minutes)
      let start = minutes(session.startedAt)
      let text =
        "\(entry.product.title): focus \(words.time(session.startedAt))"
        + (session.endedAt.map { " to \(words.time($0))" } ?? ", under way")
      return DayStrip.Span(
        start, to: max(start, end ?? start + Double(session.focusedMinutes)), text,
        brand: Brand(rawValue: entry.product.name))
    }
  }

  private func entry(_ entry: TimelineEntry) -> TimelineList.Entry {
    switch entry.happening {
    case .focus(let session):
      TimelineList.Entry(
        at: words.time(session.startedAt), words.machineReadable(session.startedAt),
        title(of: session), detail: detail(of: session),
        brand: Brand(rawValue: entry.product.name))
    }
  }

  private func title(of session: FocusSessionFacts) -> HTML {
    session.endedAt == nil
      ? "Focus, under way" : "Focus, \(DurationWords.html(session.focusedMinutes))"
  }

  private func detail(of session: FocusSessionFacts) -> HTML {
    guard let end = session.endedAt else {
      return session.focusedMinutes == 0
        ? .empty : "\(DurationWords.html(session.focusedMinutes)) before its last pause"
    }
    let until: HTML = "until \(time(words.time(end), .datetime(words.machineReadable(end))))"
    return session.completed ? "\(until), completed" : until
  }
}
