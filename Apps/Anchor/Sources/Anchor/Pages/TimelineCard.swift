import AnchorModel
import AppShell
import WebInterface

/// The sessions of a day in the order of time.
struct TimelineCard {
  let view: DayView

  var html: HTML {
    card("Sessions") {
      if view.timeline.entries.isEmpty {
        emptyState(.focus, view.day == view.today ? "Nothing yet today" : "Nothing on this day") {
          if view.day == view.today { p("Start a session, or write one down with anchor log.") }
        }
      } else {
        TimelineList(view.timeline.entries.map(entry)).html
      }
    }
  }

  private func entry(_ entry: TimelineDay.Entry) -> TimelineList.Entry {
    let line = SessionLine(session: entry.session, now: view.now, zone: view.zone)
    var details = [line.length]
    if !line.state.isEmpty { details.append(line.state) }
    if entry.session.detail == .factsOnly { details.append("recorded on another device") }
    if entry.passesMidnight { details.append("went on past midnight") }
    if entry.overlaps { details.append("at the same time as another") }
    let tags = entry.session.words.tags.map { badge(HTML("#\($0)")) }
    return TimelineList.Entry(
      at: line.start, entry.session.startedAt.iso,
      HTML([HTML(line.title)] + tags.map { HTML([" ", $0]) }),
      detail: HTML(details.joined(separator: " · ")))
  }
}
