import AnchorModel
import Testing

@Suite struct FocusSessionRecordTests {
  @Test func `a logged session is finished and all of it was focus`() throws {
    let session = try FocusSession.log(
      sessionID(1), from: utc("2023-10-01 23:30"), to: utc("2023-10-02 01:00"),
      words: written("read", tags: ["book"]), now: utc("2023-10-02 01:00"))

    #expect(session.phase == .finished(at: utc("2023-10-02 01:00"), reason: .completed))
    #expect(session.bankedSeconds == 5_400)
    #expect(session.words.tags == ["book"])
    #expect(session.detail == .full)
  }

  @Test(
    arguments: [
      (
        "2023-10-02 10:00", "2023-10-02 10:00",
        .endNotAfterStart(start: utc("2023-10-02 10:00"), end: utc("2023-10-02 10:00"))
      ),
      (
        "2023-10-02 10:00", "2023-10-02 09:00",
        .endNotAfterStart(start: utc("2023-10-02 10:00"), end: utc("2023-10-02 09:00"))
      ),
      (
        "2023-10-02 10:00", "2023-10-02 12:00:01",
        .inFuture(utc("2023-10-02 12:00:01"), now: utc("2023-10-02 12:00"))
      ),
      ("2023-10-01 10:00", "2023-10-02 10:00:01", .tooLong(seconds: 86_401)),
    ] as [(String, String, SessionRefusal.TimesFault)])
  func `times that cannot be are refused with the reason`(
    start: String, end: String, fault: SessionRefusal.TimesFault
  ) {
    #expect(throws: SessionRefusal.timesRefused(fault)) {
      try FocusSession.log(
        sessionID(1), from: utc(start), to: utc(end), words: .none, now: utc("2023-10-02 12:00"))
    }
  }

  @Test func `a recorded session may be empty and may last a day`() throws {
    let start = utc("2023-10-02 10:00")

    let empty = try FocusSession.record(
      sessionID(1), from: start, to: start, words: .none, importBatch: nil)
    let whole = try FocusSession.record(
      sessionID(2), from: start, to: start.adding(seconds: 86_400), words: .none,
      importBatch: nil)

    #expect(empty.bankedSeconds == 0)
    #expect(whole.bankedSeconds == 86_400)
  }

  @Test func `words can be rewritten, but not those that only another device knows`() throws {
    var session = try FocusSession.finished(from: "2023-10-02 09:00", to: "2023-10-02 09:30")
    try session.rewrite(written("edited"))
    #expect(session.words.title == "edited")

    var foreign = SessionFacts(of: session).merged(into: nil, id: sessionID(9))
    #expect(throws: SessionRefusal.factsOnly(sessionID(9))) {
      try foreign.rewrite(written("invented"))
    }
    #expect(foreign.words == .none)
  }

  @Test func `a stored session that breaks a rule of the type is not made`() {
    let start = utc("2023-10-02 10:00")
    func stored(
      planned: Int = 0, banked: Int = 0, phase: FocusSession.Phase = .openElsewhere,
      words: SessionWords = .none, detail: KnownDetail = .full
    ) -> FocusSession? {
      FocusSession(
        id: sessionID(1), startedAt: start, plannedSeconds: planned, bankedSeconds: banked,
        phase: phase, words: words, detail: detail)
    }

    #expect(stored() != nil)
    #expect(stored(banked: -1) == nil)
    #expect(stored(banked: .max) == nil)
    #expect(stored(planned: -1) == nil)
    #expect(stored(phase: .finished(at: start.adding(seconds: -1), reason: .completed)) == nil)
    #expect(stored(detail: .factsOnly) != nil)
    #expect(stored(words: written("x"), detail: .factsOnly) == nil)
    #expect(stored(planned: 1_500, detail: .factsOnly) == nil)
    #expect(stored(phase: .running(since: start), detail: .factsOnly) == nil)
  }

  @Test func `a stored session loses its fractions of seconds`() throws {
    let late = Instant(clamping: utc("2023-10-02 10:00").milliseconds + 999)

    let session = try #require(
      FocusSession(
        id: sessionID(1), startedAt: late, bankedSeconds: 0, phase: .running(since: late)))

    #expect(session.startedAt == utc("2023-10-02 10:00"))
    #expect(session.phase == .running(since: utc("2023-10-02 10:00")))
  }
}
