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
  /// The account's devices that have the product connected.
  let devices: [DeviceSession]
  let actions: AppActions

  var html: HTML {
    card(
      HTML(app.product.title), brand: Brand(rawValue: app.product.name), note: note,
      id: app.product.name
    ) {
      WaitingWords(devices: devices, page: page).notices
      content
      ServiceItems(items: app.service?.items ?? [], actions: actions, today: words.today).html
      actions.html
      if let page {
        row { buttonLink("Open \(app.product.title)", to: "/", at: page) }
      }
    }
  }

  private var note: HTML {
    switch app.state {
    case .today(let summary):
      "as of \(words.freshness(milliseconds: summary.recordedAtMilliseconds))"
    case .nothingYet: hasDoneSomething ? badge("Sum to follow", .accent) : badge("Nothing yet")
    case .unavailable, .silent: badge("Unavailable", .bad)
    case .asking: badge("Asking", .accent)
    case .notConnected: badge("Not connected")
    }
  }

  private var content: HTML {
    switch app.state {
    case .today(let summary):
      HTML([
        SummaryFigures(figures: summary.figures).html, newerEntries(than: summary), week,
      ])
    case .nothingYet:
      app.latestBefore == nil
        ? emptyState(
          .sync, hasDoneSomething ? "The day has begun" : "Connected, and nothing yet today"
        ) {
          p("The day appears here when \(app.product.title) has synced it.")
        }
        : HTML([figures { figure(HTML(principal.name), nil) }, last, week])
    case .unavailable:
      emptyState(.offline, "Not readable here") {
        p(
          """
          What \(app.product.title) said about today is of a kind that this Hub does not know. \
          Its own page shows it; a newer Hub may, too.
          """)
      }
    case .asking:
      div(.data("pending")) {
        emptyState(.sync, "Asking \(app.product.title)") {
          p("Its own service keeps this, and takes a moment.")
        }
      }
    case .silent(let silence):
      emptyState(.offline, "Not known now") {
        p(SilenceWords(silence: silence, product: app.product).sentence)
      }
    case .notConnected: .empty
    }
  }

  /// Whether the app did something today although it has not told the day's sum yet.
  private var hasDoneSomething: Bool {
    today.timeline.contains { $0.product.name == app.product.name }
      || actions.hasDoneSomething(within: today.span)
  }

  /// Why the sums differ from the day's list: a summary is sent less often than a session.
  private func newerEntries(than summary: DaySummary) -> HTML {
    guard let newest = today.newestArrival(after: summary, of: app.product) else { return .empty }
    let isDue = today.nowMilliseconds - newest >= Self.summaryMilliseconds
    return p(.class("quiet-text")) {
      "Newer \(principal.entries) are in the day's list; the sum follows "
      isDue ? "when \(app.product.title) syncs again." : "within half an hour."
    }
  }

  private var last: HTML {
    guard let latest = app.latestBefore else { return .empty }
    return p(.class("quiet-text")) {
      "Last heard of \(words.name(of: latest.day)): "
      SummaryFigures(figures: latest.figures).brief
      "."
    }
  }

  // MARK: - The week

  private var principal: PrincipalWords {
    PrincipalWords(domain: app.product.domains.first ?? .anchor)
  }

  private var week: HTML {
    // A service keeps its days, and is asked for this one only.
    app.week.isEmpty ? .empty : bars
  }

  private var bars: HTML {
    DayBars(
      "\(app.product.title), \(principal.name.lowercased()) of the last \(app.week.count) days",
      app.week.map(bar)
    ).html
  }

  private func bar(of past: WeekDay) -> DayBars.Bar {
    let amount = past.summary?.figures.principal
    let name = DateWords.weekdayName(past.day)
    return DayBars.Bar(
      DateWords.twoLetters(past.day), amount.map(Double.init),
      "\(name): \(amount.map(principal.text) ?? "not known")",
      isCurrent: past.day == words.today)
  }
}
