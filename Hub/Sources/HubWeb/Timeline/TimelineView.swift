import HubContracts
import HubCore
import WebInterface

/// The Timeline page's content.
struct TimelineView {
  let timeline: Timeline
  let words: DateWords

  private var query: TimelineQuery { timeline.query }

  var html: HTML {
    stack {
      charts
      unreadable
      entries
    }
  }

  // MARK: - Filter

  private var filter: HTML {
    disclosure("Choose what is shown") {
      form(.get, to: "/timeline") {
        field("What", "kind", .groupedChoice(Self.kindOptions)) {
          $0.value = kindValue
          $0.isRequired = false
        }
        field("Up to", "day", .date) {
          $0.value = timeline.newest.description
          $0.isRequired = false
        }
        field("Chart", "span", .choice(Self.spanOptions)) {
          $0.value = String(query.span.rawValue)
        }
        formActions { button("Show", .plain) }
      }
    }
  }

  private var kindValue: String {
    [query.domain?.rawValue, query.type].compactMap { $0 }.joined(separator: ".")
  }

  private static let kindOptions: [WebInterface.Field.OptionGroup] =
    [.init("All", [.init("", "Everything")])]
    + TimelineFilter.domains.map { domain in
      let title = Fleet.owner(of: domain)?.title ?? domain.rawValue
      let name = domain == .habits ? "\(title), legacy habits" : title
      return .init(
        name,
        [.init(domain.rawValue, "All of \(name)")]
          + TimelineFilter.types(of: domain).map {
            .init("\(domain.rawValue).\($0)", RecordWords.type($0))
          })
    }

  private static let spanOptions = TimelineQuery.Span.allCases.map {
    WebInterface.Field.Option(String($0.rawValue), "\($0.rawValue) days")
  }

  // MARK: - Charts

  private var charts: HTML {
    let charts = TimelineCharts(timeline: timeline)
    return card(
      HTML(charts.name),
      brand: query.domain.flatMap(Fleet.owner).flatMap { Brand(rawValue: $0.name) }
    ) {
      charts.bars
      h3("The year to \(DateWords.dated(timeline.newest))")
      charts.map
      disclosure("As a table") { charts.table }
      filter
    }
  }

  // MARK: - Days

  @HTMLBuilder private var unreadable: HTML {
    if timeline.unreadableRecords > 0 {
      let count = CountWords.text(timeline.unreadableRecords, "record", "records")
      notice(.caution, "\(count) here cannot be read by this Hub") {
        p("Nothing is lost: the app still has what it sent. A newer Hub may understand it.")
      }
    }
  }

  private var entries: HTML {
    HTML([
      timeline.entries.isEmpty ? nothing : cards { HTML(days.map(listed)) },
      pages,
    ])
  }

  private var nothing: HTML {
    card("\(DateWords.long(timeline.newest)) \(timeline.newest.calendar.year)") {
      emptyState(.timeline, "Nothing here") {
        p(
          timeline.earlier == nil
            ? "What your apps tell the Hub appears here, day by day."
            : "There is something on earlier days.")
      }
    }
  }

  private var days: [(day: Day, entries: [TimelineEntry])] {
    var days: [(day: Day, entries: [TimelineEntry])] = []
    for entry in timeline.entries {
      let day = timeline.clock.day(of: entry.occurredAt)
      if days.last?.day != day { days.append((day, [])) }
      days[days.count - 1].entries.append(entry)
    }
    return days
  }

  private func listed(_ day: (day: Day, entries: [TimelineEntry])) -> HTML {
    let count = timeline.days.last { $0.day == day.day }?.entries ?? day.entries.count
    return card(
      time(title(of: day.day), .datetime(day.day.description)),
      note: HTML(CountWords.text(count, "entry", "entries")), id: "day-\(day.day)"
    ) {
      TimelineList(day.entries.map { EntryWords(entry: $0, words: words).listed }).html
    }
  }

  private func title(of day: Day) -> String {
    let year = day.calendar.year
    return DateWords.long(day) + (year == words.today.calendar.year ? "" : " \(year)")
  }

  private var pages: HTML {
    row {
      if timeline.hasMoreOfDay {
        buttonLink(
          "More of these days",
          to: TimelineFilter.path(query, newest: timeline.newest)
            .query("skip", String(query.skipped + TimelineService.pageEntriesMax)), .plain)
      } else if let earlier = timeline.earlier {
        buttonLink(
          "Earlier: \(DateWords.dated(earlier))", to: TimelineFilter.path(query, newest: earlier),
          .plain)
      }
      if query.newest != nil, timeline.newest != words.today {
        buttonLink("Back to today", to: TimelineFilter.path(query, newest: nil), .quiet)
      }
    }
  }
}
