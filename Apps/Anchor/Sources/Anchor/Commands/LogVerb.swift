import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `log 9:00 9:45 "title"`, `log 45m "title"`: writes down what was not timed.
  static var log: AppVerb {
    let words = RemainingArguments(
      "words", .text.named("WHEN TITLE"), "From when to when, or how long until now, then what for."
    )
    let tag = RepeatedOption(
      "tag", .text.named("TAG"), "What it belongs to; again for more.", short: "t")
    return AppVerb(
      "log", "Writes down a session afterwards.",
      details: """
        anchor log 9:00 9:45 "write chapter"
        anchor log yesterday 18:30 19:15 reading
        anchor log 45m "write chapter" --tag book

        A length alone ended just now; after a start it says how long it was.
        """,
      [words, tag]
    ) { (call) throws(Trouble) in
      let clock = try await call.app.localClock()
      let entry = try LogEntry.read(call.input[words], clock)
      let session = try await call.app.saying { () throws(AnchorError) in
        let words = try refusing { () throws(SessionRefusal) in
          try SessionWords(title: entry.title, tags: call.input[tag])
        }
        return try await call.app.anchor.log(from: entry.start, to: entry.end, words: words)
      }
      return try await call.app.answer(session) { line in
        let end = session.endedAt.map(line.clock) ?? ""
        return "Logged: \(line.start)–\(end), \(line.length), \(line.titleWithTags)."
      }
    }
  }
}
