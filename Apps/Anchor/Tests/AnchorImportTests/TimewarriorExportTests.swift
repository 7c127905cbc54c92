import AnchorImport
import AnchorModel
import Testing

/// Against files that timewarrior 1.4.3 wrote.
@Suite struct TimewarriorExportTests {
  @Test func `every interval that has ended becomes a session with its exact times`() throws {
    let plan = try plan(fixture("timewarrior.json"))

    #expect(plan.rows == 25)
    #expect(plan.sessions.count == 23)
    #expect(plan.sessions.allSatisfy { $0.importBatch == batch && $0.isCompleted })
    #expect(plan.sessions[2].startedAt == utc("2023-10-02", 8, 0, 7))
    #expect(plan.sessions[2].endedAt == utc("2023-10-02", 8, 1, 36))
    #expect(plan.sessions[2].bankedSeconds == 89)
    #expect(plan.sessions[4].bankedSeconds == 0)
    #expect(plan.sessions[13].bankedSeconds == 86_400)
    #expect(plan.unknownFields.isEmpty)
  }

  @Test func `the open interval and the one of three days are told with their lines`() throws {
    let plan = try plan(fixture("timewarrior.json"))

    #expect(
      plan.leftOut == [.init(line: 26, reason: .stillRunning(since: utc("2023-10-30", 8, 0)))])
    #expect(plan.failures == [.init(line: 16, reason: .times(.tooLong(seconds: 248_400)))])
    #expect(plan.additions[0].line == 2)
    #expect(plan.additions[22].line == 25)
  }

  @Test func `tags and annotations come across as they were typed`() throws {
    let sessions = try plan(fixture("timewarrior.json")).sessions

    #expect(sessions[0].words.title == "Outline of the first chapter")
    #expect(sessions[0].words.tags == ["chapter one", "write"])
    #expect(sessions[5].words == .none)
    #expect(sessions[7].words.title == "Ein \"Zitat\", ein / und 日本語 🎯")
    #expect(sessions[7].words.tags == ["über-Ähm", "日本語", "🎯 focus"])
    #expect(sessions[8].words.tags == ["a/b", "back\\slash", "comma, tag", "it's", "quo\"te"])
  }

  @Test func `an annotation too long for a title is kept whole as notes`() throws {
    let words = try plan(fixture("timewarrior.json")).sessions[11].words

    #expect(words.title == String(repeating: "word ", count: 192).dropLast())
    #expect(words.notes == String(repeating: "word ", count: 240).dropLast())
  }

  @Test func `the same file again adds nothing`() throws {
    let file = try fixture("timewarrior.json")
    let first = try plan(file)

    let second = try plan(file, batch: ImportBatchID(random: 2))
      .leavingOut(existing: first.sessions)

    #expect(second.additions.isEmpty)
    #expect(second.rows == 25)
    #expect(second.failures == first.failures)
    #expect(
      second.leftOut.prefix(23)
        == ArraySlice(
          first.additions.map { .init(line: $0.line, reason: .alreadyHere($0.session.id)) }))
  }

  @Test func `a later export adds what is new and keeps what is here`() throws {
    let first = try plan(fixture("timewarrior.json"))

    let later = try plan(fixture("timewarrior-later.json")).leavingOut(existing: first.sessions)

    #expect(later.rows == 28)
    #expect(later.additions.map(\.line) == [26, 27, 28, 29])
    #expect(later.sessions[0].words.tags == ["still open"])
    let annotated = first.sessions[22].id
    #expect(
      later.leftOut.last == .init(line: 25, reason: .alreadyHereInOtherWords(annotated)))
    #expect(later.leftOut.count == 23)
  }

  @Test func `a range without intervals is an empty plan`() throws {
    #expect(try plan(fixture("timewarrior-empty.json")).rows == 0)
  }

  /// Worked out with another program's SHA-256.
  @Test func `ids do not move: each is made of the minutes of its interval`() throws {
    let sessions = try plan(fixture("timewarrior.json")).sessions

    #expect(Set(sessions.map(\.id)).count == 23)
    #expect(sessions[0].id.description == "aab66b38-f43f-89b9-9f24-019b646b6a10")
    #expect(sessions[5].id.description == "3a11ea37-278e-8449-9658-c678ce1c239c")
  }
}
