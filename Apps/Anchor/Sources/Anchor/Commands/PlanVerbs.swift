import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  static var planVerbs: [AppVerb] {
    [
      planShow, planAdd, planStart, planDone, planSkip, planReopen, planEdit, planRemove, planRoll,
      planCopy, planReview, planWhy, planUsual, planUsualAdd, planUsualEdit, planUsualRemove,
    ]
  }

  /// `plan [DAY]`.
  private static var planShow: AppVerb {
    let day = OptionalArgument("day", .text, "Another day, such as tomorrow, fri or 2026-11-30.")
    return AppVerb("plan", "Shows the plan of a day.", [day]) { (call) throws(Trouble) in
      PlanReport(try await call.app.planView(call.input[day])).answer
    }
  }

  /// `plan add 9:00 45m "write chapter" --day tomorrow`.
  private static var planAdd: AppVerb {
    let words = RemainingArguments(
      "words", .text.named("[WHEN] [LENGTH] TITLE"), "When and how long, then what.")
    return AppVerb(
      "plan add", "Plans a block.",
      details: """
        anchor plan add 9:00 45m "write chapter"
        anchor plan add 9:00 10:30 "write chapter" --day tomorrow
        anchor plan add 20m mail

        Without a time it is for some time of the day, and without a length for half an hour.
        """,
      [words, PlanOptions.day, PlanOptions.kind, PlanOptions.intent]
    ) { (call) throws(Trouble) in
      let wish = try PlanOptions.wish(call.input[words], call.input)
      let day = try await call.app.day(call.input[PlanOptions.day], leaning: .future)
      let (block, view) = try await call.app.saying { () throws(AnchorError) in
        let block = try await call.app.anchor.addBlock(wish, on: day)
        return (block, try await call.app.anchor.plan(of: block.day))
      }
      let warnings = view.load.warnings.map { "\n\(PlanLoadWords.words($0))" }.joined()
      return Answer("Planned: \(PlanBlockLine(block).inOneLine).\(warnings)") {
        PlanBlockLine(block).write(to: &$0)
      }
    }
  }

  /// `plan start [BLOCK]`: a focus session of a block of today.
  private static var planStart: AppVerb {
    let block = OptionalArgument(
      "block", .text.named("BLOCK"), "A block of today; if not said, that of now or the next.")
    return AppVerb(
      "plan start", "Starts a focus session of a block.",
      details: "The session has the block's title and length, at most three hours.", [block]
    ) { (call) throws(Trouble) in
      let view = try await call.app.planView(nil)
      let chosen: PlanBlock? =
        if let text = call.input[block] {
          try call.app.block(text, in: view)
        } else {
          view.plan.toStart(atMinute: view.minuteNow)
        }
      guard let chosen else { throw Trouble(PlanRefusal.notFound) }
      let started = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.start(chosen)
      }
      return try await call.app.answer(started)
    }
  }

  /// `plan done BLOCK [9:00 10:10]`.
  private static var planDone: AppVerb {
    let when = RemainingArguments(
      "when", .text.named("FROM TO"), "From when to when; it may be left out.")
    return AppVerb(
      "plan done", "Says that a block is done.",
      details: """
        anchor plan done "write chapter"
        anchor plan done 2 9:00 10:10

        What was timed under its title counts as what it took, else the times that you give. Without \
        either its length is not known, and never guessed.
        """,
      [PlanOptions.block, PlanOptions.day, when]
    ) { (call) throws(Trouble) in
      let span = try minutes(call.input[when])
      return try await changing(call) { (app, key, view) throws(AnchorError) in
        let calendar = view.calendar
        let start = span.map { calendar.instant(on: key.day, wallSeconds: $0.from * 60) }
        let end = span.map { calendar.instant(on: key.day, wallSeconds: $0.to * 60) }
        return try await app.anchor.completeBlock(key, from: start, to: end)
      }
    }
  }

  /// Nil where nothing was typed; an end before its start is of the next day.
  private static func minutes(_ words: [String]) throws(Trouble) -> (from: Int, to: Int)? {
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    if words.isEmpty { return nil }
    let read = words.compactMap(PlanEntry.minuteOfDay)
    guard words.count == 2, read.count == 2 else {
      throw Trouble(
        .usage, "usage.wrong_value", "It is not clear from when to when that was.",
        "Such as: anchor plan done 2 9:00 10:10")
    }
    return (read[0], read[1] > read[0] ? read[1] : read[1] + 1_440)
  }

  private static var planSkip: AppVerb {
    AppVerb(
      "plan skip", "Leaves a block out on purpose.", [PlanOptions.block, PlanOptions.day]
    ) { (call) throws(Trouble) in
      try await changing(call) { (app, key, _) throws(AnchorError) in
        try await app.anchor.skipBlock(key)
      }
    }
  }

  private static var planReopen: AppVerb {
    AppVerb(
      "plan reopen", "Opens a block again that is done or skipped.",
      [PlanOptions.block, PlanOptions.day]
    ) { (call) throws(Trouble) in
      try await changing(call) { (app, key, _) throws(AnchorError) in
        try await app.anchor.reopenBlock(key)
      }
    }
  }

  /// `plan edit BLOCK --at 10:00 --for 1h`.
  private static var planEdit: AppVerb {
    AppVerb(
      "plan edit", "Changes a block.",
      [
        PlanOptions.block, PlanOptions.day, PlanOptions.at, PlanOptions.length, PlanOptions.title,
        PlanOptions.kind, PlanOptions.intent,
      ]
    ) { (call) throws(Trouble) in
      let input = call.input
      let held = try await chosen(call).block
      let times = try PlanOptions.times(input, over: held.times)
      let kind = try PlanOptions.kind(input[PlanOptions.kind])
      let edited = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.editBlock(held.key) { (wish) throws(PlanRefusal) in
          wish.times = times
          wish.kind = kind ?? wish.kind
          wish.words = try PlanWords(
            title: input[PlanOptions.title] ?? wish.words.title,
            intent: input[PlanOptions.intent] ?? wish.words.intent)
        }
      }
      return edited.answer
    }
  }

  private static var planRemove: AppVerb {
    AppVerb(
      "plan remove", "Takes a block out of the plan.",
      details: "One that a template made is skipped; the template stays.",
      [PlanOptions.block, PlanOptions.day]
    ) { (call) throws(Trouble) in
      let held = try await chosen(call).block
      let removed = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.removeBlock(held.key)
      }
      let word = removed.outcome == .skipped && held.isOpen ? "Skipped" : "Removed"
      return Answer("\(word): \(held.words.title).") { PlanBlockLine(removed).write(to: &$0) }
    }
  }

  /// `plan roll [DAY]`: what was not done yesterday, or on another day, comes to today.
  private static var planRoll: AppVerb {
    let day = OptionalArgument("day", .text, "From which day; yesterday if not said.")
    return AppVerb(
      "plan roll", "Brings over to today what was not done.",
      details: "It comes to no set time. What a template makes today anyway is left.", [day]
    ) { (call) throws(Trouble) in
      let from = try await call.app.day(call.input[day] ?? "yesterday", leaning: .past)
      let carried = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.rollOver(from: from ?? .first)
      }
      return list(carried, "Brought over", nothing: "There is nothing to bring over.")
    }
  }

  /// `plan copy DAY [--day tomorrow]`.
  private static var planCopy: AppVerb {
    let from = Argument("from", .text.named("DAY"), "The day whose plan is copied.")
    return AppVerb(
      "plan copy", "Copies the plan of a day to another, today if not said.",
      details: "Copies are open, and what the other day has stays.", [from, PlanOptions.day]
    ) { (call) throws(Trouble) in
      let source = try await call.app.day(call.input[from], leaning: .past)
      let target = try await call.app.day(call.input[PlanOptions.day], leaning: .future)
      let copied = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.copyPlan(from: source ?? .first, to: target)
      }
      return list(copied, "Copied", nothing: "There is nothing to copy.")
    }
  }

  // MARK: - The end of the day

  /// `plan review [DAY] [--note TEXT]`.
  private static var planReview: AppVerb {
    let day = OptionalArgument("day", .text, "Another day, such as yesterday.")
    let note = Option("note", .text, "What you want to keep of the day.", short: "n")
    return AppVerb(
      "plan review", "Lays what was planned beside what was lived.",
      details: "There is no score. Say why something went otherwise with: anchor plan why",
      [day, note]
    ) { (call) throws(Trouble) in
      let shown = try await call.app.day(call.input[day], leaning: .past)
      let view = try await call.app.saying { () throws(AnchorError) in
        if let note = call.input[note] { _ = try await call.app.anchor.review(shown, note: note) }
        return try await call.app.anchor.plan(of: shown)
      }
      return ReviewReport(view).answer
    }
  }

  /// `plan why BLOCK interrupted [--day yesterday]`.
  private static var planWhy: AppVerb {
    let cause = Argument(
      "cause", .text.named("CAUSE"), "estimate, replan, pull, interruption, need or unknown.")
    return AppVerb(
      "plan why", "Says why a block went otherwise.",
      details: """
        anchor plan why "write chapter" interruption
        anchor plan why mail unknown                  takes back what was said
        """,
      [PlanOptions.block, cause, PlanOptions.day]
    ) { (call) throws(Trouble) in
      let causes: [String: ReviewNotes.Cause] = [
        "estimate": .estimateOverrun, "replan": .deliberateReplan, "pull": .internalPull,
        "interruption": .externalInterruption, "need": .humanNeed, "unknown": .unknown,
      ]
      guard let named = causes[call.input[cause].lowercased()] else {
        throw Trouble(
          .usage, "usage.wrong_value", "\"\(call.input[cause])\" is not a cause.",
          "Give estimate, replan, pull, interruption, need or unknown.")
      }
      let day = try await call.app.day(call.input[PlanOptions.day], leaning: .past)
      let shown = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.plan(of: day)
      }
      let block = try call.app.block(call.input[PlanOptions.block], in: shown)
      let view = try await call.app.saying { () throws(AnchorError) in
        _ = try await call.app.anchor.review(
          shown.day, cause: (block.id, named == .unknown ? nil : named))
        return try await call.app.anchor.plan(of: shown.day)
      }
      return ReviewReport(view).answer
    }
  }

  // MARK: - How changes are answered

  /// The block that was typed, and the plan in which it stands.
  private static func chosen(
    _ call: Call<AnchorApp>
  ) async throws(Trouble) -> (view: PlanView, block: PlanBlock) {
    let view = try await call.app.planView(call.input[PlanOptions.day])
    return (view, try call.app.block(call.input[PlanOptions.block], in: view))
  }

  private static func changing(
    _ call: Call<AnchorApp>,
    _ change: (AnchorApp, BlockKey, PlanView) async throws(AnchorError) -> PlanBlock
  ) async throws(Trouble) -> Answer {
    let (view, held) = try await chosen(call)
    let changed = try await call.app.saying { () throws(AnchorError) in
      try await change(call.app, held.key, view)
    }
    return changed.answer
  }

  private static func list(_ blocks: [PlanBlock], _ word: String, nothing: String) -> Answer {
    let lines = blocks.map { "  \(PlanBlockLine($0).inOneLine)" }
    let text = blocks.isEmpty ? nothing : (["\(word):"] + lines).joined(separator: "\n")
    return Answer(text) { json in
      json.object { json in
        json.member("blocks") { json in
          json.array(blocks) { json, block in PlanBlockLine(block).write(to: &json) }
        }
      }
    }
  }
}

extension PlanBlock {
  var key: BlockKey { BlockKey(id: id, day: day) }

  /// The block in one sentence.
  fileprivate var answer: Answer {
    Answer("\(PlanBlockLine(self).inOneLine).") { PlanBlockLine(self).write(to: &$0) }
  }
}

extension AnchorStore {
  /// Starts a session of a block: its title, and its length as far as a session may be planned.
  func start(_ block: PlanBlock) async throws(AnchorError) -> StartedSession {
    let allowed = FocusSession.plannedSecondsAllowed
    let seconds = min(max(block.times.minutes * 60, allowed.lowerBound), allowed.upperBound)
    let words = try refusing { () throws(SessionRefusal) in
      try SessionWords(title: block.words.title)
    }
    return try await start(words, plannedSeconds: seconds)
  }
}
