import AnchorExport
import AnchorImport
import AnchorModel
import Testing

/// What Anchor exports, and what its own import makes of it.
@Suite struct AnchorExportRoundTests {
  @Test(arguments: [ExportFormat.json, .csv])
  func `what is exported comes back as it was, with its ids`(format: ExportFormat) throws {
    let sessions = try someSessions()

    let plan = try plan(file(of: sessions, as: format))

    #expect(plan.failures.isEmpty && plan.leftOut.isEmpty)
    #expect(plan.sessions.map(\.id) == sessions.map(\.id))
    for (session, was) in zip(plan.sessions, sessions) {
      #expect(session.startedAt == was.startedAt && session.endedAt == was.endedAt)
      #expect(session.bankedSeconds == was.bankedSeconds)
      #expect(session.plannedSeconds == was.plannedSeconds)
      #expect(session.words == was.words && session.endReason == was.endReason)
      #expect(session.importBatch == batch)
      if format == .json { #expect(session.pauses == was.pauses && session.detail == was.detail) }
    }
  }

  @Test(arguments: [ExportFormat.json, .csv])
  func `brought back where it still is, nothing comes twice`(format: ExportFormat) throws {
    let sessions = try someSessions()

    let plan = try plan(file(of: sessions, as: format)).leavingOut(existing: sessions)

    #expect(plan.additions.isEmpty)
    #expect(plan.leftOut.map(\.reason) == sessions.map { .alreadyHere($0.id) })
  }

  @Test func `a calendar that Anchor wrote brings back what a calendar can hold, with its ids`()
    throws
  {
    let sessions = try [someSessions()[0]]

    let plan = try plan(file(of: sessions, as: .ics))

    #expect(plan.sessions.map(\.id) == sessions.map(\.id))
    #expect(plan.sessions[0].startedAt == sessions[0].startedAt)
    #expect(plan.sessions[0].endedAt == sessions[0].endedAt)
    #expect(plan.sessions[0].words == sessions[0].words)
  }

  @Test(arguments: [ExportFormat.json, .csv])
  func `a session that runs is left out`(format: ExportFormat) throws {
    let start = utc("2023-10-31", 9, 0)
    let running = try FocusSession.start(
      SessionStart(id: SessionID(random: 3), startedAt: start, plannedSeconds: 0, words: .none),
      ending: nil, now: start
    ).started

    let plan = try plan(file(of: [running], as: format))

    #expect(plan.additions.isEmpty && plan.leftOut.map(\.reason) == [.stillRunning(since: start)])
  }

  @Test func `facts of another device stay facts`() throws {
    let facts = try #require(
      FocusSession(
        id: SessionID(random: 4), startedAt: utc("2023-10-31", 9, 0), bankedSeconds: 600,
        phase: .finished(at: utc("2023-10-31", 9, 10), reason: nil), detail: .factsOnly))

    let plan = try plan(file(of: [facts], as: .json))

    #expect(plan.sessions.map(\.detail) == [.factsOnly])
    #expect(plan.sessions[0].endReason == nil)
  }

  @Test func `an export of nothing is an import of nothing`() throws {
    for format in [ExportFormat.json, .csv] {
      #expect(try plan(file(of: [], as: format)).rows == 0)
    }
  }

  private func someSessions() throws -> [FocusSession] {
    var timed = try FocusSession.start(
      SessionStart(
        id: SessionID(random: 1), startedAt: utc("2023-10-30", 8, 0, 7), plannedSeconds: 1_500,
        words: SessionWords(
          title: "=SUM(\"x\"), then ü", tags: ["-a", "b"], notes: "'+1\r\n\"two\"\nlines")),
      ending: nil, now: utc("2023-10-30", 8, 0, 7)
    ).started
    try timed.pause(at: utc("2023-10-30", 8, 5))
    try timed.resume(at: utc("2023-10-30", 8, 9))
    try timed.finish(at: utc("2023-10-30", 8, 14, 30), asked: .abandoned)
    let long = try #require(
      FocusSession(
        id: SessionID(random: 2), startedAt: utc("2023-10-20", 8, 0), bankedSeconds: 200_001,
        phase: .finished(at: utc("2023-10-24", 8, 0), reason: .completed)))
    return [timed, long]
  }

  private func file(of sessions: [FocusSession], as format: ExportFormat) -> [UInt8] {
    let writer = format.writer
    let pieces = sessions.enumerated().flatMap { place, session in
      writer.piece(session, isFirst: place == 0)
    }
    return writer.head() + pieces + writer.tail()
  }
}
