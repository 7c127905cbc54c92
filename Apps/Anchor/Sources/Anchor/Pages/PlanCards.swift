import AnchorModel
import WebInterface

/// The way to the days beside the one that is shown.
struct PlanDayChoice {
  let view: PlanView

  var html: HTML {
    div(.class("plan-days"), .role("group"), .aria("label", "Day")) {
      buttonLink("Day before", to: path(view.day.adding(days: -1)))
      if view.day != view.today { buttonLink("Today", to: "/plan") }
      buttonLink("Day after", to: path(view.day.adding(days: 1)))
    }
  }

  private func path(_ day: Day) -> PagePath {
    day == view.today ? "/plan" : "/plan/\(day.description)"
  }
}

/// The blocks of a day, each with the button that says it is done.
struct PlanCard {
  let view: PlanView

  var html: HTML {
    card("Blocks", note: HTML(view.plan.blocks.isEmpty ? "" : PlanReport.figures(view))) {
      if !view.leftOver.isEmpty { leftOver }
      if view.plan.blocks.isEmpty {
        emptyState(.calendar, "Nothing planned") {
          p("Plan a block, or take over the day before.")
        }
        actionButton(
          "Copy the day before", .plain, icon: .copy, to: "/plan/\(view.day.description)/copy",
          values: [("from", view.day.adding(days: -1).description)])
      } else {
        ul(.class("habits")) {
          for block in view.plan.blocks { item(block) }
        }
      }
    }
  }

  private var leftOver: HTML {
    div(.class("plan-left")) {
      p(HTML(PlanReport.leftOver(view)))
      actionButton("Bring over", .plain, to: "/plan/\(view.day.description)/roll")
    }
  }

  private func item(_ block: PlanBlock) -> HTML {
    let line = PlanBlockLine(block)
    let lived = view.review.row(of: block)?.livedSeconds
    let details = [
      line.span, line.length, line.state, lived.map { "lived \(ReviewWords.length($0))" } ?? "",
    ].filter { !$0.isEmpty }
    return li(.class("habit", mark(block), "plan-block")) {
      if block.staysOnItsDay { tick(block) }
      div(.class("habit-words")) {
        disclosure(HTML(block.words.title)) { actions(block) }
        span(HTML(details.joined(separator: " · ")), .class("quiet-text", "small"))
        if !block.words.intent.isEmpty { p(block.words.intent, .class("habit-notes", "small")) }
      }
    }
  }

  private func tick(_ block: PlanBlock) -> HTML {
    let words = "\(block.isOpen ? "Done" : "Open again"): \(block.words.title)"
    return form(to: path(block, block.isOpen ? "done" : "reopen"), .class("tick")) {
      hiddenInput("day", block.day.description)
      button(visuallyHidden(HTML(words)), .quiet, icon: .check)
    }
  }

  private func actions(_ block: PlanBlock) -> HTML {
    let day = [(name: "day", value: block.day.description)]
    return stack {
      row {
        if block.isOpen, block.day == view.today {
          actionButton("Start", .plain, icon: .play, to: path(block, "start"), values: day)
        }
        if block.isOpen { actionButton("Skip", .quiet, to: path(block, "skip"), values: day) }
        actionButton("Remove", .quiet, to: path(block, "remove"), values: day)
      }
      if block.isOpen {
        link(
          HTML(["Change", visuallyHidden(HTML(" \(block.words.title)"))]),
          to: PagePath("/plan-blocks/\(block.id.description)").query(
            "day", block.day.description))
      }
    }
  }

  private func path(_ block: PlanBlock, _ verb: String) -> PagePath {
    "/plan-blocks/\(block.id.description)/\(verb)"
  }

  /// For the style sheet; the words beside it say the same.
  private func mark(_ block: PlanBlock) -> String {
    switch block.outcome {
    case .open, .moved: "open"
    case .done: "done"
    case .skipped: "skipped"
    }
  }
}

/// What was planned beside what was lived, and why they differ.
struct PlanReviewCard {
  let view: PlanView

  var html: HTML {
    let review = view.review
    if view.day > view.today || review.rows.isEmpty && review.beside.isEmpty { return .empty }
    return card("Planned and lived") {
      figures {
        figure("Planned", HTML(ReviewWords.length(review.plannedSeconds)))
        figure("Lived", review.livedSeconds.map { HTML(ReviewWords.length($0)) })
      }
      if !review.gaps.isEmpty {
        ul(.class("habits")) {
          for row in review.gaps { li(.class("plan-gap")) { gap(row) } }
        }
      }
      if !review.beside.isEmpty {
        p(HTML("Beside the plan: \(beside)."), .class("quiet-text"))
      }
      if !review.suggestions.isEmpty {
        h3("For the next day")
        ul { for suggestion in review.suggestions { li(ReviewWords.suggestion(suggestion)) } }
      }
      form(to: "/plan/\(view.day.description)/review", .class("plan-form")) {
        field("What to keep of the day", "note", .lines(2)) {
          $0.isRequired = false
          $0.value = view.notes?.note ?? ""
        }
        formActions { button("Save", .plain, icon: .check) }
      }
    }
  }

  private var beside: String {
    view.review.beside.map { session in
      let line = SessionLine(session: session, now: view.now, zone: view.zone)
      return "\(line.title), \(line.length)"
    }.joined(separator: "; ")
  }

  private func gap(_ row: DayReview.Row) -> HTML {
    let title = row.block.words.title
    return HTML([
      p(HTML("\(title): \(row.gap.map(ReviewWords.gap) ?? "")")),
      disclosure(HTML(row.cause.map(ReviewWords.cause) ?? "")) {
        form(to: "/plan-blocks/\(row.block.id.description)/why", .class("plan-causes")) {
          hiddenInput("day", row.block.day.description)
          for cause in ReviewNotes.Cause.allCases {
            button(
              HTML([HTML(ReviewWords.cause(cause)), visuallyHidden(HTML(", \(title)"))]),
              cause == row.cause ? .plain : .quiet, name: "cause", value: cause.rawValue)
          }
        }
      },
    ])
  }
}

/// What is planned by itself.
struct PlanUsualCard {
  let view: PlanView

  var html: HTML {
    if view.templates.isEmpty { return .empty }
    return card("Comes again") {
      ul(.class("habits")) {
        for template in view.templates {
          li(.class("plan-usual")) {
            span(PlanTemplateLine(template).inOneLine)
            actionButton(
              HTML(["Remove", visuallyHidden(HTML(" \(template.words.title)"))]), .quiet,
              to: "/plan-usual/\(template.id.description)/remove")
          }
        }
      }
    }
  }
}
