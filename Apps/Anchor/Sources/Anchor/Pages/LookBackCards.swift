import AnchorExport
import AnchorModel
import AppShell
import WebInterface

/// The ways to other days.
struct LookBackChoice {
  private static let named: [(days: NamedDays, title: String)] = [
    (.fourWeeks, "4 weeks"), (.week, "Week"), (.month, "Month"), (.quarter, "Quarter"),
    (.year, "Year"), (.all, "All"),
  ]

  let query: LookBackQuery

  var html: HTML {
    stack {
      div(.class("choice"), .role("navigation"), .aria("label", "Days")) {
        for (days, title) in Self.named {
          link(
            HTML(title), to: address(of: days), .class("button", "plain"),
            .when(query.named == days, .aria("current", "true")))
        }
      }
      disclosure("Other days", isOpen: query.named == nil) {
        form(.get, to: "/look-back", .class("other-days")) {
          field("From", "from", .date) { $0.value = query.days.lowerBound.formValue }
          field("To", "to", .date) { $0.value = query.days.upperBound.formValue }
          if !query.tag.isEmpty { hiddenInput("tag", query.tag) }
          formActions { button("Show", .plain) }
        }
      }
    }
  }

  private func address(of days: NamedDays) -> PagePath {
    let path: PagePath = "/look-back"
    let dated = path.query("days", days.rawValue)
    return query.tag.isEmpty ? dated : dated.query("tag", query.tag)
  }
}

extension Day {
  /// Empty for the ends of the calendar, which nobody means.
  fileprivate var formValue: String { self == .first || self == .last ? "" : description }
}

/// The figures of some days.
struct LookBackCard {
  let view: LookBackView
  let query: LookBackQuery

  var html: HTML {
    let overview = view.overview
    return card(query.tag.isEmpty ? "In these days" : "Of #\(query.tag)", note: all) {
      if overview.finished.sessions == 0 {
        emptyState(.chart, "Nothing in these days") { p("Choose others above, or search.") }
      } else {
        figures {
          figure("Focus", HTML(DayCard.hours(overview.finished.minutes)), unit: "h")
          figure("Sessions", HTML("\(overview.finished.sessions)"))
          figure(
            "Completed", overview.completionRate.map { HTML("\(Int(($0 * 100).rounded()))") },
            unit: "%", detail: HTML(outcomes))
          figure(
            "Median", overview.medianSeconds.map { HTML(DayCard.hours($0 / 60)) }, unit: "h",
            detail: HTML(longest))
          figure("Deep", HTML("\(overview.deep)"), detail: "of 45 min or more")
          figure(
            "Best run", HTML("\(overview.bestRunDays)"),
            unit: overview.bestRunDays == 1 ? "day" : "days", detail: HTML(streak))
        }
        if !overview.isExact {
          p(
            "Sessions of other devices are known here to the minute.", .class("quiet-text", "small")
          )
        }
      }
    }
  }

  private var all: HTML {
    query.tag.isEmpty ? .empty : link("All tags", to: query.path("/look-back"))
  }

  private var outcomes: String {
    let overview = view.overview
    return overview.abandoned == 0
      ? "\(overview.completed) of \(overview.finished.sessions)"
      : "\(overview.completed), \(overview.abandoned) abandoned"
  }

  private var longest: String {
    view.overview.longestSeconds.map { "longest \(DayCard.hours($0 / 60)) h" } ?? ""
  }

  private var streak: String {
    "now \(view.streakDays) \(view.streakDays == 1 ? "day" : "days") in a row"
  }
}

/// What each tag adds up to.
struct TagsCard {
  private static let shownMax = 8

  let view: LookBackView
  let query: LookBackQuery

  var html: HTML {
    let tags = view.overview.tags
    let most = max(1, tags.first?.total.seconds ?? 0, view.overview.untagged.seconds)
    return card("By tag") {
      for tag in tags.prefix(Self.shownMax) {
        meter(
          link("#\(tag.tag)", to: query.path("/look-back").query("tag", tag.tag)),
          LookBackWords.length(tag.total.seconds),
          share: Double(tag.total.seconds) / Double(most))
      }
      if view.overview.untagged.sessions > 0 {
        meter(
          "Without a tag", LookBackWords.length(view.overview.untagged.seconds),
          share: Double(view.overview.untagged.seconds) / Double(most), tone: .plain)
      }
      if tags.count > Self.shownMax {
        disclosure("All \(tags.count) tags") {
          dataTable(
            "Focus by tag", columns: [.text("Tag"), .number("Sessions"), .number("Focus")],
            rows: tags.map { tag in
              [
                link("#\(tag.tag)", to: query.path("/look-back").query("tag", tag.tag)),
                HTML("\(tag.total.sessions)"), HTML(LookBackWords.length(tag.total.seconds)),
              ]
            })
        }
      }
    }
  }
}

/// The way to a search over all sessions.
struct SearchForm {
  let typed: String

  var html: HTML {
    form(.get, to: "/search", .class("search"), .role("search")) {
      field("Search sessions", "q", .search) {
        $0.value = typed
        $0.attributes = [.autocomplete("off"), .placeholder("chapter book")]
      }
      button("Search", .plain, icon: .search)
    }
  }
}

/// What a search found.
struct FoundCard {
  let view: SearchView

  var html: HTML {
    card("Found", note: HTML(count)) {
      if view.found.sessions.isEmpty {
        emptyState(.search, "Nothing found") {
          p("Every word has to occur in the title, the tags or the notes.")
        }
      } else {
        TimelineList(view.lines.map(entry)).html
        if view.found.hasMore { p("There are older ones too.", .class("quiet-text")) }
      }
    }
  }

  private var count: String {
    let shown = AnchorApp.profile.records(view.found.sessions.count)
    return view.found.hasMore ? "the newest \(shown)" : shown
  }

  private func entry(_ line: SessionLine) -> TimelineList.Entry {
    let tags = line.session.words.tags.map { HTML([" ", badge(HTML("#\($0)"))]) }
    return TimelineList.Entry(
      at: line.start, line.session.startedAt.iso,
      HTML([link(line.title, to: "/days/\(line.day)")] + tags),
      detail: HTML("\(line.length) · \(line.day)"))
  }
}

/// The same days as files.
struct ExportCard {
  let query: LookBackQuery

  var html: HTML {
    card("Take along") {
      p("The sessions of these days as a file.", .class("hint"))
      row {
        for (format, title) in [(ExportFormat.csv, "CSV"), (.json, "JSON"), (.ics, "ICS")] {
          link(
            HTML([Icon.download.html, span(HTML(title))]),
            to: query.path("/export/\(format.rawValue)"), .class("button", "plain"))
        }
      }
    }
  }
}
