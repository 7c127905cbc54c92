import AnchorModel
import AppShell
import ToolboxCommandLine
import ToolboxJSON

/// A block of a plan in words.
struct PlanBlockLine {
  let block: PlanBlock

  init(_ block: PlanBlock) { self.block = block }

  /// Such as `09:00–09:45`; empty where the block is for some time of the day.
  var span: String { Self.span(block.times) }

  var length: String { Self.length(block.times) }

  /// What became of it; empty while it is open.
  var state: String {
    switch block.outcome {
    case .open: ""
    case .done: "done"
    case .skipped: "skipped"
    case .moved(let day): "moved to \(DayWords.short(day))"
    }
  }

  /// Such as `write, 09:00–09:45, 45 min, 2026-11-30, done`.
  var inOneLine: String {
    [block.words.title, span, length, block.day.description, state].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  static func span(_ times: PlanBlock.Times) -> String {
    guard let start = times.startMinute, let end = times.endMinute else { return "" }
    return "\(LocalTime.clock(start))–\(LocalTime.clock(end % 1_440))"
  }

  static func length(_ times: PlanBlock.Times) -> String {
    HumanDuration.text(.seconds(times.minutes * 60))
  }

  func write(to json: inout JSONWriter) { json.object { json in writeMembers(to: &json) } }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", block.id.description)
    json.member("day", block.day.description)
    if let start = block.times.startMinute { json.member("start", LocalTime.clock(start)) }
    json.member("minutes", block.times.minutes)
    json.member("title", block.words.title)
    if !block.words.intent.isEmpty { json.member("intent", block.words.intent) }
    json.member("kind", block.kind.rawValue)
    json.member("state", block.outcome.code)
    switch block.outcome {
    case .done(let span?):
      json.member("livedSeconds", span.seconds)
    case .moved(let day): json.member("movedTo", day.description)
    case .open, .skipped, .done(nil): break
    }
    if let template = block.template { json.member("template", template.description) }
  }
}

/// A template in words.
struct PlanTemplateLine {
  let template: PlanTemplate

  init(_ template: PlanTemplate) { self.template = template }

  /// Such as `mon, wed`, `weekdays` or `every day`.
  var weekdays: String {
    switch template.weekdays {
    case .everyDay: "every day"
    case .workdays: "weekdays"
    default:
      DayWords.weekdays.enumerated().filter { template.weekdays.holds($0.offset + 1) }
        .map { $0.element.prefix(3).lowercased() }.joined(separator: ", ")
    }
  }

  /// Such as `mail, 09:00–09:30, weekdays`.
  var inOneLine: String {
    let span = PlanBlockLine.span(template.times)
    return [
      template.words.title, span.isEmpty ? PlanBlockLine.length(template.times) : span, weekdays,
    ].joined(separator: ", ")
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", template.id.description)
      if let start = template.times.startMinute { json.member("start", LocalTime.clock(start)) }
      json.member("minutes", template.times.minutes)
      json.member("title", template.words.title)
      if !template.words.intent.isEmpty { json.member("intent", template.words.intent) }
      json.member("kind", template.kind.rawValue)
      json.member("weekdays", weekdays)
      json.member("since", template.since.description)
    }
  }

  /// Reads `mon,wed`, `weekdays`, `weekend`, `daily`; nil for anything else.
  static func read(_ text: String) -> PlanTemplate.Weekdays? {
    switch text.lowercased() {
    case "daily", "every day", "all": return .everyDay
    case "weekdays", "workdays": return .workdays
    case "weekend", "weekends": return PlanTemplate.Weekdays(mask: 0b110_0000)
    default: break
    }
    var mask = 0
    for word in text.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard word.count >= 2,
        let place = DayWords.weekdays.firstIndex(where: { $0.lowercased().hasPrefix(word) })
      else { return nil }
      mask |= 1 << place
    }
    return mask == 0 ? nil : PlanTemplate.Weekdays(mask: mask)
  }
}

/// What a load warns of, in words.
enum PlanLoadWords {
  static func words(_ warning: PlanLoad.Warning) -> String {
    switch warning {
    case .tooMuchWork(let minutes):
      "Too much work: \(length(minutes)) more than \(length(PlanLoad.workMinutesMax))."
    case .tooLittleTime(let minutes):
      "Too little time: \(length(minutes)) more than there is until "
        + "\(LocalTime.clock(PlanLoad.window.upperBound))."
    }
  }

  private static func length(_ minutes: Int) -> String {
    HumanDuration.text(.seconds(minutes * 60))
  }
}

/// What a review lists and suggests, in words.
enum ReviewWords {
  static func gap(_ gap: DayReview.Gap) -> String {
    switch gap {
    case .variance(let seconds) where seconds < 0: "\(length(-seconds)) shorter"
    case .variance(let seconds): "\(length(seconds)) longer"
    case .skipped: "skipped"
    case .notDone: "not done"
    case .durationUnknown: "length unknown"
    case .abandoned: "given up"
    case .explained: "as planned"
    }
  }

  static func code(_ gap: DayReview.Gap) -> String {
    switch gap {
    case .variance: "variance"
    case .skipped: "skipped"
    case .notDone: "not_done"
    case .durationUnknown: "duration_unknown"
    case .abandoned: "abandoned"
    case .explained: "explained"
    }
  }

  static func cause(_ cause: ReviewNotes.Cause) -> String {
    switch cause {
    case .estimateOverrun: "took longer than thought"
    case .deliberateReplan: "planned anew on purpose"
    case .internalPull: "drawn away from inside"
    case .externalInterruption: "interrupted from outside"
    case .humanNeed: "a human need"
    case .unknown: "cause unknown"
    }
  }

  static func suggestion(_ suggestion: DayReview.Suggestion) -> String {
    switch suggestion {
    case .allowMore(let percent): "Allow more: what you timed took \(percent) % longer."
    case .planLess(let minutes):
      "Plan less: \(length(minutes * 60)) were planned and not done."
    case .timeThem(let blocks):
      "Time them: of \(blocks) done \(blocks == 1 ? "block" : "blocks") nobody knows the length."
    case .guardTime(let gaps): "Guard the time: \(gaps) blocks were interrupted from outside."
    }
  }

  static func length(_ seconds: Int) -> String {
    HumanDuration.text(.seconds(seconds / 60 * 60))
  }
}
