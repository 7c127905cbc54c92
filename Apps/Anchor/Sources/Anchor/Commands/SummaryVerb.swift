import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `summary [DAYS] [--tag TAG] [--without TAG]`: what some days add up to.
  static var summary: AppVerb {
    let days = DaysWords.argument
    let with = RepeatedOption(
      "tag", .text.named("TAG"), "Only sessions with this tag; again for more.", short: "t")
    let without = RepeatedOption(
      "without", .text.named("TAG"), "No sessions with this tag; again for more.")
    return AppVerb(
      "summary", "Shows what some days add up to.",
      details: """
        anchor summary lastweek
        anchor summary :month --tag book --without mail
        anchor summary 2026-11-01 to 2026-11-30

        Without days, this week. A TAG that ends in * means every tag that begins so. A session \
        counts whole for the day and hour on which it started, and for each of its tags. \
        \(DaysWords.help)
        """,
      [days, with, without]
    ) { (call) throws(Trouble) in
      let clock = try await call.app.localClock()
      let days = try DaysWords.read(call.input[days], clock, usually: .week)
      let filter = TagFilter(with: call.input[with], without: call.input[without])
      let view = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.lookBack(days, filter)
      }
      return LookBackWords(view).answer
    }
  }

  /// `search WORDS`: sessions in whose words all of them occur.
  static var search: AppVerb {
    let words = RemainingArguments("words", .text.named("WORDS"), "What to look for.")
    return AppVerb(
      "search", "Finds sessions by their words.",
      details: """
        Looks in titles, tags and notes, in any case; every word has to occur. The newest stand first, \
        \(SessionSearch.foundMax) at most.
        """,
      [words]
    ) { (call) throws(Trouble) in
      let search = SessionSearch(call.input[words].joined(separator: " "))
      if search.words.isEmpty {
        throw Trouble(
          .usage, "usage.missing_value", "It is not clear what to look for.",
          "Such as: anchor search chapter")
      }
      let view = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.search(search)
      }
      return SearchWords(view).answer
    }
  }
}
