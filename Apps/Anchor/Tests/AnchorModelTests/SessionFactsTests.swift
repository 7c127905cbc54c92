import AnchorModel
import Testing

@Suite struct SessionFactsTests {
  private func facts(
    from start: String, to end: String?, minutes: Int, completed: Bool = false
  ) throws -> SessionFacts {
    try #require(
      SessionFacts(
        startedAt: utc(start), endedAt: end.map(utc), focusedMinutes: minutes,
        isCompleted: completed))
  }

  /// 10:00:40 to 10:31:05 with a pause: 25 min 30 s of focus, ended early.
  private func local() throws -> FocusSession {
    var session = try FocusSession.running(from: "2023-10-02 10:00:40", minutes: 60)
    try session.pause(at: utc("2023-10-02 10:10:40"))
    try session.resume(at: utc("2023-10-02 10:15:35"))
    try session.finish(at: utc("2023-10-02 10:31:05"), asked: .abandoned)
    return session
  }

  @Test func `facts are whole minutes rounded down`() throws {
    let given = SessionFacts(of: try local())

    #expect(given == (try facts(from: "2023-10-02 10:00", to: "2023-10-02 10:31", minutes: 25)))
  }

  @Test func `facts of an active session hold only what is banked`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00:40")
    #expect(
      SessionFacts(of: session) == (try facts(from: "2023-10-02 10:00", to: nil, minutes: 0)))

    try session.pause(at: utc("2023-10-02 10:02:39"))
    #expect(SessionFacts(of: session).focusedMinutes == 1)
  }

  @Test func `minutes past a day are given as a day`() throws {
    let session = try #require(
      FocusSession(
        id: sessionID(1), startedAt: utc("2023-10-01 10:00"), bankedSeconds: 90_000,
        phase: .finished(at: utc("2023-10-02 11:00"), reason: .completed)))

    #expect(SessionFacts(of: session).focusedMinutes == 1_440)
  }

  @Test func `facts that no session gives are not made`() {
    let (early, late) = (utc("2023-10-02 10:00"), utc("2023-10-02 10:01"))
    func received(_ end: Instant?, _ minutes: Int, _ completed: Bool) -> SessionFacts? {
      SessionFacts(startedAt: late, endedAt: end, focusedMinutes: minutes, isCompleted: completed)
    }

    #expect(received(late, 1_440, true) != nil)
    #expect(received(early, 0, true) == nil)
    #expect(received(late, 1_441, true) == nil)
    #expect(received(late, -1, true) == nil)
    #expect(received(nil, 0, true) == nil)
  }

  @Test func `without a local session the facts become one of facts only`() throws {
    let completed = try facts(
      from: "2023-10-02 10:00", to: "2023-10-02 10:31", minutes: 25, completed: true)
    let open = try facts(from: "2023-10-02 10:00", to: nil, minutes: 5)

    let session = completed.merged(into: nil, id: sessionID(4))

    #expect(session.id == sessionID(4))
    #expect(session.detail == .factsOnly)
    #expect(session.bankedSeconds == 1_500)
    #expect(session.phase == .finished(at: utc("2023-10-02 10:31"), reason: .completed))
    #expect(open.merged(into: nil, id: sessionID(5)).phase == .openElsewhere)
  }

  @Test func `facts that the local session itself would give leave it exact`() throws {
    let local = try local()
    let overlong = try #require(
      FocusSession(
        id: sessionID(1), startedAt: utc("2023-10-01 10:00"), bankedSeconds: 90_000,
        phase: .finished(at: utc("2023-10-02 11:00"), reason: .completed)))
    let running = try FocusSession.running(from: "2023-10-02 10:00:40", minutes: 25)

    for session in [local, overlong, running] {
      #expect(SessionFacts(of: session).merged(into: session, id: session.id) == session)
    }
  }

  @Test func `only the fact that differs is taken`() throws {
    let local = try local()
    func merged(
      from start: String = "2023-10-02 10:00", to end: String = "2023-10-02 10:31",
      minutes: Int = 25, completed: Bool = false
    ) throws -> FocusSession {
      try facts(from: start, to: end, minutes: minutes, completed: completed)
        .merged(into: local, id: local.id)
    }
    func expected(
      startedAt: Instant = utc("2023-10-02 10:00:40"), bankedSeconds: Int = 1_530,
      end: Instant = utc("2023-10-02 10:31:05"), reason: FocusSession.EndReason? = .abandoned
    ) -> FocusSession? {
      FocusSession(
        id: local.id, startedAt: startedAt, plannedSeconds: 3_600, bankedSeconds: bankedSeconds,
        phase: .finished(at: end, reason: reason), pauses: local.pauses, words: local.words)
    }

    #expect(try merged() == local)
    #expect(
      try merged(from: "2023-10-02 09:58") == expected(startedAt: utc("2023-10-02 09:58")))
    #expect(try merged(to: "2023-10-02 10:45") == expected(end: utc("2023-10-02 10:45")))
    #expect(try merged(minutes: 24) == expected(bankedSeconds: 1_440))
    #expect(try merged(completed: true) == expected(reason: .completed))
  }

  @Test func `facts of an end reach a session that is still active here`() throws {
    let running = try FocusSession.running(from: "2023-10-02 10:00:40", minutes: 25)
    let ended = try facts(
      from: "2023-10-02 10:00", to: "2023-10-02 10:25", minutes: 25, completed: true)

    let session = ended.merged(into: running, id: running.id)

    #expect(session.phase == .finished(at: utc("2023-10-02 10:25"), reason: .completed))
    #expect(session.startedAt == utc("2023-10-02 10:00:40"))
    #expect(session.words == running.words)
  }

  @Test func `an end in the minute of an exact start does not come before it`() throws {
    let running = try FocusSession.running(from: "2023-10-02 10:00:40")
    let ended = try facts(from: "2023-10-02 10:00", to: "2023-10-02 10:00", minutes: 0)

    let session = ended.merged(into: running, id: running.id)

    #expect(session.phase == .finished(at: utc("2023-10-02 10:00:40"), reason: nil))
  }

  @Test func `a session that another device opened again is open there`() throws {
    let local = try local()
    let open = try facts(from: "2023-10-02 10:00", to: nil, minutes: 25)

    let session = open.merged(into: local, id: local.id)

    #expect(session.phase == .openElsewhere)
    #expect(session.bankedSeconds == local.bankedSeconds)
    #expect(session.words == local.words)
  }

  @Test func `a merged session gives the facts it was merged with, and merging again is nothing`()
    throws
  {
    let starts = ["2023-10-02 09:58", "2023-10-02 10:00", "2023-10-02 10:31"]
    let ends = ["2023-10-02 10:31", "2023-10-02 10:45", nil]
    let running = try FocusSession.running(from: "2023-10-02 10:00:40", minutes: 25)
    for local in [nil, running, try local()] {
      for (start, end) in starts.flatMap({ start in ends.map { (start, $0) } }) {
        for (minutes, completed) in [(0, false), (25, end != nil), (1_440, false)] {
          let facts = try facts(from: start, to: end, minutes: minutes, completed: completed)
          let merged = facts.merged(into: local, id: sessionID(1))

          #expect(SessionFacts(of: merged) == facts)
          #expect(facts.merged(into: merged, id: sessionID(1)) == merged)
          #expect(merged.endedAt.map { $0 >= merged.startedAt } ?? true)
        }
      }
    }
  }
}
