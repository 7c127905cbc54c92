import AnchorModel
import AppShell
import ToolboxCommandLine

extension AppVerb<AnchorApp> {
  /// `focus [25] ["what for"]`: starts a session; the one before ends.
  static var focus: AppVerb {
    let words = RemainingArguments(
      "words", .text.named("[LENGTH] TITLE"), "How long, 25 min if not said, then what for.")
    let tag = RepeatedOption(
      "tag", .text.named("TAG"), "What it belongs to; again for more.", short: "t")
    let open = Flag("open", "Without a planned end.", short: "o")
    return AppVerb(
      "focus", "Starts a focus session.",
      details: """
        anchor focus 25 "write chapter" --tag book

        A session ends by itself when its time is over, also while the machine sleeps. Lengths are \
        like 25, 90m or 1h30. A session that is running ends when another one starts.
        """,
      [words, tag, open]
    ) { (call) throws(Trouble) in
      let wish = FocusWish(call.input[words], isOpen: call.input[open])
      let started = try await call.app.saying { () throws(AnchorError) in
        let words = try refusing { () throws(SessionRefusal) in
          try SessionWords(title: wish.title, tags: call.input[tag])
        }
        return try await call.app.anchor.start(words, plannedSeconds: wish.plannedSeconds)
      }
      return try await call.app.answer(started)
    }
  }

  static var pause: AppVerb {
    AppVerb("pause", "Pauses the session.") { (call) throws(Trouble) in
      let session = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.pause()
      }
      return try await call.app.answer(session) { line in
        "Paused after \(line.length): \(line.titleWithTags). Go on with: anchor resume"
      }
    }
  }

  static var resume: AppVerb {
    AppVerb("resume", "Goes on with a paused session.") { (call) throws(Trouble) in
      let session = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.resume()
      }
      return try await call.app.answer(session) { line in
        "\(line.titleWithTags): \(line.state)."
      }
    }
  }

  static var done: AppVerb {
    let abandoned = Flag("abandoned", "It came to nothing; its time still counts.")
    return AppVerb("done", "Ends the session.", [abandoned]) { (call) throws(Trouble) in
      let session = try await call.app.saying { () throws(AnchorError) in
        try await call.app.anchor.finish(call.input[abandoned] ? .abandoned : nil)
      }
      return try await call.app.answer(session) { line in
        "Done: \(line.titleWithTags), \(line.length)."
      }
    }
  }
}

extension AnchorApp {
  func answer(_ started: StartedSession) async throws(Trouble) -> Answer {
    let line = try await line(of: started.started)
    var text = "\(line.titleWithTags): \(line.state)."
    if let ended = started.ended {
      let before = try await self.line(of: ended)
      text = "Ended: \(before.titleWithTags), \(before.length).\n\(text)"
    }
    return Answer(text) { json in line.write(to: &json) }
  }

  func answer(
    _ session: FocusSession, _ words: (SessionLine) -> String
  ) async throws(Trouble) -> Answer {
    let line = try await line(of: session)
    return Answer(words(line)) { json in line.write(to: &json) }
  }

  private func line(of session: FocusSession) async throws(Trouble) -> SessionLine {
    let store = store
    return try await saying { () throws(AnchorError) in
      try await anchor.read { (desk, transaction) throws(AnchorError) in
        let zone = try inAnchor { () throws(StoreError) in try store.zone(transaction) }
        return SessionLine(session: session, now: desk.now, zone: zone)
      }
    }
  }
}
