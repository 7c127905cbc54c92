import AnchorModel
import AppShell
import ToolboxCommandLine

/// What the verbs of plans take, and what is made of it.
enum PlanOptions {
  static let block = Argument(
    "block", .text.named("BLOCK"), "Its number in the plan, or as much of its title as is clear.")
  static let day = Option(
    "day", .text.named("DAY"), "Another day, such as tomorrow, fri or 2026-11-30.", short: "d")
  static let kind = Option(
    "kind", .text.named("KIND"), "focus, routine, commitment, rest or enjoyment.", short: "k")
  static let intent = Option("intent", .text, "What it is to come to.", short: "i")
  static let at = Option("at", .text.named("TIME"), "When it starts, such as 9:00, or any.")
  static let length = Option("for", .text.named("LENGTH"), "How long, such as 45m.")
  static let title = Option("title", .text, "Another title.")
  static let weekdays = Option(
    "on", .text.named("DAYS"), "daily, weekdays, weekend, or such as mon,wed.")

  static func kind(_ text: String?) throws(Trouble) -> PlanBlock.Kind? {
    guard let text else { return nil }
    if let kind = PlanBlock.Kind(rawValue: text.lowercased()) { return kind }
    throw Trouble(
      .usage, "usage.wrong_value", "\"\(text)\" is not a kind of block.",
      "Give focus, routine, commitment, rest or enjoyment.")
  }

  static func weekdays(_ text: String?) throws(Trouble) -> PlanTemplate.Weekdays? {
    guard let text else { return nil }
    if let weekdays = PlanTemplateLine.read(text) { return weekdays }
    throw Trouble(
      .usage, "usage.wrong_value", "\"\(text)\" names no days of a week.",
      "Give daily, weekdays, weekend, or such as mon,wed.")
  }

  /// The times that options ask for over those that there are.
  static func times(
    _ input: CommandInput, over held: PlanBlock.Times
  ) throws(Trouble) -> PlanBlock.Times {
    var (start, minutes) = (held.startMinute, held.minutes)
    if let text = input[at] {
      start = text.lowercased() == "any" ? nil : PlanEntry.minuteOfDay(text)
      if start == nil, text.lowercased() != "any" {
        throw Trouble(
          .usage, "usage.wrong_value", "\"\(text)\" is not a time of day.",
          "Give one such as 9:00, or any.")
      }
    }
    if let text = input[length] {
      guard let given = PlanEntry.minutes(text) else {
        throw Trouble(
          .usage, "usage.wrong_value", "\"\(text)\" is not a length.", "Give one such as 45m.")
      }
      minutes = given
    }
    return try Trouble.planning { () throws(PlanRefusal) in
      try PlanBlock.Times(startMinute: start, minutes: minutes)
    }
  }

  /// What was typed to be planned.
  static func wish(_ words: [String], _ input: CommandInput) throws(Trouble) -> PlanWish {
    let entry = try PlanEntry.read(words)
    let kind = try self.kind(input[self.kind]) ?? .focus
    return try Trouble.planning { () throws(PlanRefusal) in
      PlanWish(
        words: try PlanWords(title: entry.title, intent: input[intent] ?? ""), times: entry.times,
        kind: kind)
    }
  }
}

extension AnchorApp {
  func planView(_ day: String?) async throws(Trouble) -> PlanView {
    let day = try await self.day(day, leaning: .future)
    return try await saying { () throws(AnchorError) in try await anchor.plan(of: day) }
  }

  /// The block of that number, of that title, or the only one whose title begins like it.
  func block(_ text: String, in view: PlanView) throws(Trouble) -> PlanBlock {
    let blocks = view.plan.blocks
    let fitting = named(text, among: blocks) { $0.words.title }
    if fitting.isEmpty {
      let number = Int(text.hasPrefix("@") ? String(text.dropFirst()) : text)
      guard let number, blocks.indices.contains(number - 1) else {
        throw Trouble(PlanRefusal.notFound)
      }
      return blocks[number - 1]
    }
    if fitting.count == 1 { return fitting[0] }
    // One of which something became steps back for the one that is open.
    let open = fitting.filter(\.isOpen)
    if open.count == 1 { return open[0] }
    throw Trouble(
      .usage, "plan.ambiguous", "\"\(text)\" may be several blocks.",
      "Give its number in the plan of the day: anchor plan \(view.day)")
  }

  func template(_ text: String) async throws(Trouble) -> PlanTemplate {
    let all = try await saying { () throws(AnchorError) in try await anchor.templates() }
    let fitting = named(text, among: all) { $0.words.title }
    guard let first = fitting.first else { throw Trouble(PlanRefusal.templateNotFound) }
    if fitting.count == 1 { return first }
    throw Trouble(
      .usage, "plan.ambiguous", "\"\(text)\" may be several templates.",
      "Type more of it: \(fitting.map(\.words.title).joined(separator: ", "))")
  }
}
