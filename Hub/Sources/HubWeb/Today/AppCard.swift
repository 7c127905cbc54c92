import HubContracts
import HubCore
import WebInterface

/// One connected product's card on Today.
struct AppCard {
  /// How often an app tells the sums of its day (docs/protocol/privacy.md, "Day summaries").
  private static let summaryMilliseconds: Int64 = 30 * 60_000

  let app: AppDay
  let today: Today
  let words: DateWords
  /// Where the product's own page is, if it has one.
  let page: SiteOrigin?

  var html: HTML {
    card(
      HTML(app.product.title), brand: Brand(rawValue: app.product.name), note: note,
      id: app.product.name
    ) {
      content
      if let page {
        row { buttonLink("Open \(app.product.title)", to: "/", at: page) }
      }
    }
  }

  private var note: HTML {
    switch app.state {
    case .today(let summary):
      "as of \(words.freshness(milliseconds: summary.recordedAtMilliseconds))"
    case .nothingYet: badge("Nothing yet")
    case .unavailable: badge("Unavailable", .bad)
    case .notConnected: badge("Not connected")
    }
  }

  private var content: HTML {
    switch app.state {
    case .today(let summary):
      switch summary.figures {
      case .anchor(let figures):
        HTML([anchor(figures, streak: streak(of: figures)), newerEntries(than: summary), week])
      }
    case .nothingYet:
      app.latestBefore == nil
        ? emptyState(.sync, "Connected, and nothing yet today") {
          p("The day appears here when \(app.product.title) has synced it.")
        }
        : HTML([figures { figure("Focus", nil) }, last, week])
    case .unavailable:
      emptyState(.offline, "Not readable here") {
        p(
          """
          What \(app.product.title) said about today is of a kind that this Hub does not know. \
          Its own page shows it; a newer Hub may, too.
          """)
      }
    case .notConnected: .empty
    }
  }

  /// Why the sums differ from the day's list: a summary is sent less often than a session.
  private func newerEntries(than summary: DaySummary) -> HTML {
    guard let newest = today.newestArrival(after: summary, of: app.product) else { return .empty }
    let isDue = today.nowMilliseconds - newest >= Self.summaryMilliseconds
    return p(.class("quiet-text")) {
      "Newer sessions are in the day's list; the sum follows "
      isDue ? "when \(app.product.title) syncs again." : "within half an hour."
    }
  }

  // MARK: - Anchor

  private func anchor(_ day: AnchorDaySummary, streak: HTML) -> HTML {
    HTML([
      figures {
        figure("Focus", DurationWords.figure(day.focusedMinutes))
        figure("Sessions", "\(day.sessions)")
        streak
      },
      day.habitsScheduled == 0
        ? .empty
        : meter(
          "Habits", "\(day.habitsDone) of \(day.habitsScheduled)",
          share: Double(day.habitsDone) / Double(day.habitsScheduled)),
      day.blocksPlanned == 0
        ? .empty
        : meter(
          "Plan", "\(day.blocksDone) of \(CountWords.text(day.blocksPlanned, "block", "blocks"))",
          share: Double(day.blocksDone) / Double(day.blocksPlanned)),
    ])
  }

  private func streak(of day: AnchorDaySummary) -> HTML {
    figure("Streak", "\(day.streak)", unit: day.streak == 1 ? "day" : "days")
  }

  private var last: HTML {
    guard let latest = app.latestBefore else { return .empty }
    return p(.class("quiet-text")) {
      "Last heard of \(words.name(of: latest.day)): "
      switch latest.figures {
      case .anchor(let figures):
        HTML([
          DurationWords.html(figures.focusedMinutes), ", streak ",
          HTML(CountWords.text(figures.streak, "day", "days")), ".",
        ])
      }
    }
  }

  // MARK: - The week

  private var week: HTML {
    DayBars(
      "\(app.product.title), minutes of the last \(app.week.count) days", app.week.map(bar)
    ).html
  }

  private func bar(of past: WeekDay) -> DayBars.Bar {
    let minutes = past.summary.map(Self.minutes)
    let name = DateWords.weekdayName(past.day)
    return DayBars.Bar(
      DateWords.twoLetters(past.day), minutes.map(Double.init),
      "\(name): \(minutes.map(DurationWords.text) ?? "not known")",
      isCurrent: past.day == words.today)
  }

  private static func minutes(of summary: DaySummary) -> Int {
    switch summary.figures {
    case .anchor(let figures): figures.focusedMinutes
    }
  }
}
