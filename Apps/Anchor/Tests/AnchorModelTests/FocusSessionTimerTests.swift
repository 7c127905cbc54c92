import AnchorModel
import Testing

@Suite struct FocusSessionTimerTests {
  @Test(arguments: [
    ("2023-10-02 10:00:00", 0), ("2023-10-02 10:00:01", 1), ("2023-10-02 10:24:59", 1_499),
    ("2023-10-02 10:25:00", 1_500), ("2023-10-03 07:00:00", 1_500), ("2023-10-02 09:00:00", 0),
  ])
  func `elapsed follows from the clock, stops at the plan and is never negative`(
    now: String, seconds: Int
  ) throws {
    let session = try FocusSession.running(from: "2023-10-02 10:00", minutes: 25)

    #expect(session.focusedSeconds(at: utc(now)) == seconds)
    #expect(session.remainingSeconds(at: utc(now)) == 1_500 - seconds)
  }

  @Test func `an open end runs on and has nothing remaining`() throws {
    let session = try FocusSession.running(from: "2023-10-02 10:00")

    #expect(session.focusedSeconds(at: utc("2023-10-02 15:00")) == 18_000)
    #expect(session.remainingSeconds(at: utc("2023-10-02 15:00")) == nil)
    #expect(session.plannedEnd == nil)
  }

  @Test func `pauses bank their time and do not count`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00", minutes: 25)

    try session.pause(at: utc("2023-10-02 10:10"))
    #expect(session.focusedSeconds(at: utc("2023-10-02 11:00")) == 600)
    #expect(session.phase == .paused(since: utc("2023-10-02 10:10")))

    try session.resume(at: utc("2023-10-02 11:00"))
    #expect(session.plannedEnd == utc("2023-10-02 11:15"))
    #expect(session.pauses.map(\.from) == [utc("2023-10-02 10:10")])
    #expect(session.pauses.map(\.to) == [utc("2023-10-02 11:00")])

    try session.finish(at: utc("2023-10-02 11:10"))
    #expect(session.bankedSeconds == 1_200)
    #expect(session.endedAt == utc("2023-10-02 11:10"))
    #expect(session.endReason == .endedEarly)
  }

  @Test func `a plan met in sleep ends the session on its second, however late it is seen`() throws
  {
    var session = try FocusSession.running(from: "2023-10-02 23:50", minutes: 25)

    session.settle(at: utc("2023-10-03 00:14:59"))
    #expect(session.isActive)
    session.settle(at: utc("2023-10-05 08:00"))
    session.settle(at: utc("2023-10-06 08:00"))

    #expect(session.phase == .finished(at: utc("2023-10-03 00:15"), reason: .completed))
    #expect(session.bankedSeconds == 1_500)
  }

  @Test(arguments: FocusSession.EndReason.allCases)
  func `a session that met its plan is completed whatever was asked`(
    asked: FocusSession.EndReason
  ) throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00", minutes: 25)

    try session.finish(at: utc("2023-10-02 10:40"), asked: asked)

    #expect(session.phase == .finished(at: utc("2023-10-02 10:25"), reason: .completed))
    #expect(session.bankedSeconds == 1_500)
  }

  @Test(
    arguments: [
      (0, nil, .completed), (0, .abandoned, .abandoned), (25, nil, .endedEarly),
      (25, .completed, .completed), (25, .abandoned, .abandoned),
    ] as [(Int, FocusSession.EndReason?, FocusSession.EndReason)])
  func `before its plan is met a session ends as asked, and done means no more than it can`(
    minutes: Int, asked: FocusSession.EndReason?, reason: FocusSession.EndReason
  ) throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00", minutes: minutes)

    try session.finish(at: utc("2023-10-02 10:20"), asked: asked)

    #expect(session.phase == .finished(at: utc("2023-10-02 10:20"), reason: reason))
    #expect(session.bankedSeconds == 1_200)
  }

  @Test func `a paused session that is ended keeps its last pause`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00")
    try session.pause(at: utc("2023-10-02 10:10"))

    try session.finish(at: utc("2023-10-02 10:30"))

    #expect(session.bankedSeconds == 600)
    #expect(session.endedAt == utc("2023-10-02 10:30"))
    #expect(session.pauses.count == 1)
  }

  @Test func `a clock set back neither takes banked time nor ends before the start`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00")
    try session.pause(at: utc("2023-10-02 10:10"))
    try session.resume(at: utc("2023-10-02 09:05"))

    #expect(session.focusedSeconds(at: utc("2023-10-02 09:00")) == 600)
    #expect(session.focusedSeconds(at: utc("2023-10-02 09:06")) == 660)
    #expect(session.pauses.isEmpty)

    try session.finish(at: utc("2023-10-02 09:07"))
    #expect(session.bankedSeconds == 720)
    #expect(session.endedAt == utc("2023-10-02 10:00"))
  }

  @Test func `fractions of seconds add up to the whole, whatever the number of pauses`() throws {
    let start = utc("2023-10-02 10:00")
    func after(_ milliseconds: Int64) -> Instant {
      Instant(clamping: start.milliseconds + milliseconds)
    }
    var session = try FocusSession.running(from: "2023-10-02 10:00")

    for round in Int64(0)..<10 {
      try session.pause(at: after(round * 1_500 + 1_500))
      try session.resume(at: after(round * 1_500 + 1_500))
    }
    try session.finish(at: after(15_000))

    #expect(session.bankedSeconds == 15)
  }

  @Test func `each wish that the phase does not allow is refused and changes nothing`() throws {
    let running = try FocusSession.running(from: "2023-10-02 10:00", minutes: 25)
    var paused = running
    try paused.pause(at: utc("2023-10-02 10:10"))
    var finished = running
    finished.settle(at: utc("2023-10-02 10:25"))

    var session = running
    #expect(throws: SessionRefusal.alreadyRunning(since: utc("2023-10-02 10:00"))) {
      try session.resume(at: utc("2023-10-02 10:05"))
    }
    #expect(throws: SessionRefusal.alreadyFinished(at: utc("2023-10-02 10:25"))) {
      try session.pause(at: utc("2023-10-02 10:30"))
    }
    #expect(session == running)

    session = paused
    #expect(throws: SessionRefusal.alreadyPaused(since: utc("2023-10-02 10:10"))) {
      try session.pause(at: utc("2023-10-02 10:11"))
    }
    #expect(session == paused)

    session = finished
    #expect(throws: SessionRefusal.alreadyFinished(at: utc("2023-10-02 10:25"))) {
      try session.resume(at: utc("2023-10-02 10:30"))
    }
    #expect(throws: SessionRefusal.alreadyFinished(at: utc("2023-10-02 10:25"))) {
      try session.finish(at: utc("2023-10-02 10:30"))
    }
    #expect(session == finished)
  }

  @Test func `a session that is open on another device cannot be timed here`() throws {
    let facts = try #require(
      SessionFacts(
        startedAt: utc("2023-10-02 10:00"), endedAt: nil, focusedMinutes: 5, isCompleted: false))
    var session = facts.merged(into: nil, id: sessionID(7))

    #expect(throws: SessionRefusal.factsOnly(sessionID(7))) { try session.pause(at: .latest) }
    #expect(throws: SessionRefusal.factsOnly(sessionID(7))) { try session.resume(at: .latest) }
    #expect(throws: SessionRefusal.factsOnly(sessionID(7))) { try session.finish(at: .latest) }
    session.settle(at: .latest)
    #expect(session.phase == .openElsewhere)
    #expect(session.focusedSeconds(at: .latest) == 300)
  }

  @Test func `a pause past the limit banks its time and is not listed`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00")
    for round in 0...FocusSession.pausesMax {
      try session.pause(at: utc("2023-10-02 10:00").adding(seconds: round * 2 + 1))
      try session.resume(at: utc("2023-10-02 10:00").adding(seconds: round * 2 + 2))
    }

    #expect(session.pauses.count == FocusSession.pausesMax)
    #expect(session.bankedSeconds == FocusSession.pausesMax + 1)
  }

  @Test func `a clock at the end of time banks ten years and no more`() throws {
    var session = try FocusSession.running(from: "2023-10-02 10:00")

    try session.pause(at: .latest)
    try session.resume(at: .earliest)
    try session.pause(at: .latest)

    #expect(session.bankedSeconds == FocusSession.focusedSecondsMax)
  }
}
