import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `plan usual`: the templates.
  static var planUsual: AppVerb {
    AppVerb("plan usual", "Shows what is planned by itself, and on which days.") {
      (call) throws(Trouble) in
      let templates = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.templates()
      }
      let text =
        templates.isEmpty
        ? "Nothing usual yet. Such as: anchor plan usual add 9:00 30m mail --on weekdays"
        : templates.map { "  \(PlanTemplateLine($0).inOneLine)" }.joined(separator: "\n")
      return Answer(text) { json in
        json.object { json in
          json.member("templates") { json in
            json.array(templates) { json, template in PlanTemplateLine(template).write(to: &json) }
          }
        }
      }
    }
  }

  /// `plan usual add 9:00 30m mail --on weekdays`.
  static var planUsualAdd: AppVerb {
    let words = RemainingArguments(
      "words", .text.named("[WHEN] [LENGTH] TITLE"), "When and how long, then what.")
    return AppVerb(
      "plan usual add", "Plans something that comes again.",
      details: """
        anchor plan usual add 9:00 30m mail --on weekdays
        anchor plan usual add 18:00 1h swim --on mon,thu --kind enjoyment
        """,
      [words, PlanOptions.weekdays, PlanOptions.kind, PlanOptions.intent]
    ) { (call) throws(Trouble) in
      let wish = try PlanOptions.wish(call.input[words], call.input)
      let weekdays = try PlanOptions.weekdays(call.input[PlanOptions.weekdays]) ?? .everyDay
      let template = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.addTemplate(wish, weekdays)
      }
      return answer("Planned", template)
    }
  }

  /// `plan usual edit mail --at 10:00 --on mon,wed`.
  static var planUsualEdit: AppVerb {
    let name = Argument("name", .text.named("NAME"), "Its title, or as much as is clear.")
    return AppVerb(
      "plan usual edit", "Changes what is planned by itself, from now on.",
      details: "Today's block changes with it where nothing became of that yet.",
      [
        name, PlanOptions.at, PlanOptions.length, PlanOptions.title, PlanOptions.weekdays,
        PlanOptions.kind, PlanOptions.intent,
      ]
    ) { (call) throws(Trouble) in
      let input = call.input
      let held = try await call.app.template(input[name])
      let times = try PlanOptions.times(input, over: held.times)
      let kind = try PlanOptions.kind(input[PlanOptions.kind]) ?? held.kind
      let weekdays = try PlanOptions.weekdays(input[PlanOptions.weekdays]) ?? held.weekdays
      let edited = try await call.app.saying { () throws(AnchorError) in
        let words = try refusing { () throws(PlanRefusal) in
          try PlanWords(
            title: input[PlanOptions.title] ?? held.words.title,
            intent: input[PlanOptions.intent] ?? held.words.intent)
        }
        return try await call.app.anchor.editTemplate(
          held.id, PlanWish(words: words, times: times, kind: kind), weekdays)
      }
      return answer("Changed", edited)
    }
  }

  static var planUsualRemove: AppVerb {
    let name = Argument("name", .text.named("NAME"), "Its title, or as much as is clear.")
    return AppVerb(
      "plan usual remove", "Plans it by itself no more; past days stay.", [name]
    ) { (call) throws(Trouble) in
      let held = try await call.app.template(call.input[name])
      let removed = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.removeTemplate(held.id)
      }
      return answer("Removed", removed)
    }
  }

  private static func answer(_ word: String, _ template: PlanTemplate) -> Answer {
    Answer("\(word): \(PlanTemplateLine(template).inOneLine).") {
      PlanTemplateLine(template).write(to: &$0)
    }
  }
}
