import HubContracts
import HubCore
import WebInterface

/// What an app says about a day, as figures of its card.
struct SummaryFigures {
  let figures: DaySummary.Figures

  var html: HTML {
    switch figures {
    case .anchor(let day): anchor(day)
    case .calorie(let day): calorie(day)
    case .setline(let day): setline(day)
    case .kith(let day): kith(day)
    case .live(let day): live(day)
    case .asteroid(let day): asteroid(day)
    }
  }

  /// The day in half a sentence, for one that lies back.
  var brief: HTML {
    switch figures {
    case .anchor(let day):
      HTML([
        DurationWords.html(day.focusedMinutes), ", streak ",
        HTML(CountWords.text(day.streak, "day", "days")),
      ])
    case .calorie: principal(of: .calorie)
    case .setline: principal(of: .setline)
    case .kith: principal(of: .kith)
    case .live: principal(of: .live)
    case .asteroid: principal(of: .asteroid)
    }
  }

  private func principal(of domain: Domain) -> HTML {
    HTML(PrincipalWords(domain: domain).text(figures.principal))
  }

  private func anchor(_ day: AnchorDaySummary) -> HTML {
    HTML([
      WebInterface.figures {
        figure("Focus", DurationWords.figure(day.focusedMinutes))
        figure("Sessions", "\(day.sessions)")
        figure("Streak", "\(day.streak)", unit: day.streak == 1 ? "day" : "days")
      },
      meter("Habits", day.habitsDone, of: day.habitsScheduled),
      meter("Plan", day.blocksDone, of: day.blocksPlanned, "block", "blocks"),
    ])
  }

  private func calorie(_ day: CalorieDaySummary) -> HTML {
    HTML([
      WebInterface.figures {
        figure("Energy", number(day.kcal), unit: "kcal", detail: target(of: day))
        figure("Protein", number(day.proteinG), unit: "g")
        figure("Water", number(day.waterMl), unit: "ml")
      }
    ])
  }

  private func target(of day: CalorieDaySummary) -> HTML {
    switch (day.targetLowKcal, day.targetHighKcal) {
    case (let low?, let high?):
      "of \(CountWords.grouped(low)) to \(CountWords.grouped(high))"
    case (nil, let high?): "of at most \(CountWords.grouped(high))"
    case (let low?, nil): "of at least \(CountWords.grouped(low))"
    case (nil, nil): .empty
    }
  }

  private func setline(_ day: SetlineDaySummary) -> HTML {
    WebInterface.figures {
      figure("Training", DurationWords.figure(day.minutes))
      figure("Sets", number(day.workingSets))
      figure("Moved", number(day.tonnageKg), unit: "kg")
    }
  }

  private func kith(_ day: KithDaySummary) -> HTML {
    WebInterface.figures {
      figure("Interactions", number(day.interactions))
      figure("Due", number(day.followUpsDue))
      figure("Birthdays", number(day.birthdaysNext7), unit: "in 7 days")
    }
  }

  private func live(_ day: LiveDaySummary) -> HTML {
    WebInterface.figures {
      figure("Today", number(day.eventsToday))
      figure("Next", day.nextInDays.map(number), unit: day.nextInDays == 1 ? "day" : "days")
      figure("Done this year", number(day.doneThisYear))
    }
  }

  private func asteroid(_ day: AsteroidDaySummary) -> HTML {
    WebInterface.figures {
      figure("Done", number(day.doneToday))
      figure("Due", number(day.dueToday))
      figure("Overdue", number(day.overdue))
    }
  }

  private func number(_ count: Int) -> HTML { HTML(CountWords.grouped(count)) }

  /// Nothing where there is nothing to do.
  private func meter(
    _ name: HTML, _ done: Int, of all: Int, _ one: String = "", _ many: String = ""
  ) -> HTML {
    guard all > 0 else { return .empty }
    let whole = one.isEmpty ? CountWords.grouped(all) : CountWords.text(all, one, many)
    return WebInterface.meter(name, "\(done) of \(whole)", share: Double(done) / Double(all))
  }
}
