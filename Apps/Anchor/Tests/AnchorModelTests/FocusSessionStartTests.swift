import AnchorModel
import Testing

@Suite struct FocusSessionStartTests {
  private func start(
    _ number: UInt128, at startedAt: String, minutes: Int = 0, ending active: FocusSession? = nil,
    now: String? = nil
  ) throws(SessionRefusal) -> StartedSession {
    try FocusSession.start(
      SessionStart(
        id: sessionID(number), startedAt: utc(startedAt), plannedSeconds: minutes * 60,
        words: .none),
      ending: active, now: utc(now ?? startedAt))
  }

  @Test func `a new session runs from its start`() throws {
    let start = try start(1, at: "2023-10-02 10:00", minutes: 25)

    #expect(start.started.phase == .running(since: utc("2023-10-02 10:00")))
    #expect(start.started.plannedSeconds == 1_500)
    #expect(start.ended == nil)
    #expect(start.changes == [.added(start.started)])
  }

  @Test func `starting a session ends the one that was active`() throws {
    let old = try FocusSession.running(1, from: "2023-10-02 10:00", minutes: 25)

    let start = try start(2, at: "2023-10-02 10:10", ending: old)

    let ended = try #require(start.ended)
    #expect(ended.phase == .finished(at: utc("2023-10-02 10:10"), reason: .endedEarly))
    #expect(ended.bankedSeconds == 600)
    #expect(start.changes == [.changed(from: old, to: ended), .added(start.started)])
  }

  @Test func `an old session whose plan was met in between ended on its own second`() throws {
    let old = try FocusSession.running(1, from: "2023-10-02 10:00", minutes: 25)

    let start = try start(2, at: "2023-10-02 12:00", ending: old)

    #expect(start.ended?.phase == .finished(at: utc("2023-10-02 10:25"), reason: .completed))
  }

  @Test func `a finished session is left alone by a start`() throws {
    let old = try FocusSession.finished(1, from: "2023-10-02 09:00", to: "2023-10-02 09:30")

    #expect(try start(2, at: "2023-10-02 10:00", ending: old).ended == nil)
  }

  @Test func `a start dated back runs since then and ends the other there`() throws {
    let old = try FocusSession.running(1, from: "2023-10-02 10:00")

    let start = try start(2, at: "2023-10-02 10:20", ending: old, now: "2023-10-02 10:30")

    #expect(start.started.focusedSeconds(at: utc("2023-10-02 10:30")) == 600)
    #expect(start.ended?.bankedSeconds == 1_200)
    #expect(start.ended?.endedAt == utc("2023-10-02 10:20"))
  }

  @Test func `a start dated back before the other one takes no focus from it`() throws {
    let old = try FocusSession.running(1, from: "2023-10-02 10:00")

    let start = try start(2, at: "2023-10-02 09:00", ending: old, now: "2023-10-02 10:30")

    #expect(start.ended?.bankedSeconds == 1_800)
    #expect(start.ended?.endedAt == utc("2023-10-02 10:30"))
  }

  @Test(arguments: [-60, 1, 299, 10_801, Int.max])
  func `a plan outside 5 to 180 minutes is refused`(seconds: Int) {
    #expect(throws: SessionRefusal.planOutOfRange(seconds: seconds)) {
      try FocusSession.start(
        SessionStart(
          id: sessionID(1), startedAt: utc("2023-10-02 10:00"), plannedSeconds: seconds,
          words: .none),
        ending: nil, now: utc("2023-10-02 10:00"))
    }
  }

  @Test(arguments: [0, 5, 180])
  func `an open end and the shortest and longest plan are taken`(minutes: Int) throws {
    #expect(try start(1, at: "2023-10-02 10:00", minutes: minutes).started.isActive)
  }

  @Test func `a start in the future is refused`() {
    let (start, now) = (utc("2023-10-02 10:01"), utc("2023-10-02 10:00"))

    #expect(throws: SessionRefusal.timesRefused(.inFuture(start, now: now))) {
      try self.start(1, at: "2023-10-02 10:01", now: "2023-10-02 10:00")
    }
  }

  @Test func `of several active sessions the one started last is the active one`() throws {
    let sessions = [
      try FocusSession.running(1, from: "2023-10-02 10:00"),
      try FocusSession.running(2, from: "2023-10-02 11:00"),
      try FocusSession.finished(3, from: "2023-10-02 12:00", to: "2023-10-02 13:00"),
    ]

    #expect(FocusSession.active(among: sessions)?.id == sessionID(2))
    #expect(FocusSession.active(among: sessions.suffix(1)) == nil)
  }
}
