import AnchorModel
import AppShell
import WebInterface

/// The forms about blocks, and what is made of what they send.
enum PlanForms {
  /// For a new block, or to change one.
  static func block(_ held: PlanBlock?, to path: PagePath) -> HTML {
    form(to: path, .class("plan-form")) {
      if let held { hiddenInput("day", held.day.description) }
      field("What", "title") {
        $0.value = held?.words.title ?? ""
        $0.attributes = [.autocomplete("off"), .placeholder("Write chapter 3")]
      }
      div(.class("plan-times")) {
        field("Starts at", "start", .time) {
          $0.isRequired = false
          $0.value = held?.times.startMinute.map(LocalTime.clock) ?? ""
        }
        field("Minutes", "minutes", .number(min: "1", max: "1440")) {
          $0.value = "\(held?.times.minutes ?? PlanEntry.usualMinutes)"
        }
      }
      disclosure("More") {
        field("Kind", "kind", .choice(kinds)) {
          $0.value = (held?.kind ?? .focus).rawValue
        }
        field("What it is to come to", "intent", .lines(2)) {
          $0.isRequired = false
          $0.value = held?.words.intent ?? ""
        }
        if held == nil {
          field("Comes again", "weekdays", .choice(weekdays)) {
            $0.value = "once"
            $0.hint = "What comes again is planned from today on."
          }
        }
      }
      formActions { button(held == nil ? "Plan" : "Save", icon: held == nil ? .plus : .check) }
    }
  }

  static func wish(_ call: PageCall) throws(Trouble) -> PlanWish {
    let start = call["start"].isEmpty ? nil : PlanEntry.minuteOfDay(call["start"])
    guard let minutes = Int(call["minutes"]), start != nil || call["start"].isEmpty else {
      throw Trouble(PlanRefusal.timesOutOfRange)
    }
    return try Trouble.planning { () throws(PlanRefusal) in
      PlanWish(
        words: try PlanWords(title: call["title"], intent: call["intent"]),
        times: try PlanBlock.Times(startMinute: start, minutes: minutes),
        kind: PlanBlock.Kind(rawValue: call["kind"]) ?? .focus)
    }
  }

  /// On which days what was planned comes again; nil where it does not.
  static func weekdays(_ call: PageCall) -> PlanTemplate.Weekdays? {
    Int(call["weekdays"]).flatMap(PlanTemplate.Weekdays.init(mask:))
  }

  private static let kinds = [
    Field.Option("focus", "Focus"), Field.Option("routine", "Routine"),
    Field.Option("commitment", "Commitment"), Field.Option("rest", "Rest"),
    Field.Option("enjoyment", "Enjoyment"),
  ]

  private static let weekdays =
    [
      Field.Option("once", "No, only this day"), Field.Option("0", "Every day"),
      Field.Option("31", "Monday to Friday"), Field.Option("96", "At the weekend"),
    ]
    + DayWords.weekdays.enumerated().map { Field.Option("\(1 << $0.offset)", "\($0.element)s") }
}
