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
          p("What happens today appears here when your devices have synced.")
        }
      } else {
        DayStrip(
          "The day", listed.map { $0.strip(in: today.span) }, now: minutes(today.now),
          dayMinutes: Double(today.span.upperBound.number - today.span.lowerBound.number)
        ).html
        TimelineList(listed.map(\.listed)).html
        if today.isTimelineCut {
          p(
            "The first \(TodayService.timelineRecordsMax) records of the day; there are more.",
            .class("quiet-text"))
        }
      }
    }
  }

  private var listed: [EntryWords] {
    today.timeline.map { EntryWords(entry: $0, words: words) }
  }

  private func minutes(_ minute: Minute) -> Double {
    Double(minute.number - today.span.lowerBound.number)
  }
}
