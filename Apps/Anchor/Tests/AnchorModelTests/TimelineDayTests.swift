import AnchorModel
import Testing

@Suite struct TimelineDayTests {
  private func timeline(_ text: String, _ sessions: [FocusSession], now: String) -> TimelineDay {
    TimelineDay(day: day(text), sessions: sessions, calendar: .berlin2023, now: utc(now))
  }

  @Test func `the sessions of a day are listed by their start`() throws {
    let sessions = [
      try FocusSession.finished(2, from: "2023-10-02 10:00", to: "2023-10-02 10:30"),
      try FocusSession.finished(3, from: "2023-10-01 21:59", to: "2023-10-01 22:30"),
      try FocusSession.running(4, from: "2023-10-02 12:00"),
      try FocusSession.finished(1, from: "2023-10-01 22:00", to: "2023-10-01 22:10"),
    ]

    let entries = timeline("2023-10-02", sessions, now: "2023-10-02 12:05").entries

    #expect(entries.map(\.session.id) == [sessionID(1), sessionID(2), sessionID(4)])
    #expect(entries.map(\.startMinute) == [0, 720, 840])
    #expect(entries.map(\.focusedSeconds) == [600, 1_800, 300])
    #expect(entries.allSatisfy { !$0.overlaps && !$0.passesMidnight })
  }

  @Test func `a session that reaches the next day says so`() throws {
    let upTo = try FocusSession.finished(1, from: "2023-10-02 20:00", to: "2023-10-02 22:00")
    let past = try FocusSession.finished(2, from: "2023-10-02 22:30", to: "2023-10-03 22:00:01")

    #expect(
      timeline("2023-10-02", [upTo], now: "2023-10-04 00:00").entries.map(\.passesMidnight) == [
        false
      ])
    #expect(
      timeline("2023-10-03", [past], now: "2023-10-04 00:00").entries.map(\.passesMidnight) == [
        true
      ])
  }

  @Test(
    arguments: [
      ([("08:00", "09:00"), ("09:00", "10:00")], [false, false]),
      ([("08:00", "09:01"), ("09:00", "10:00")], [true, true]),
      ([("08:00", "12:00"), ("09:00", "10:00"), ("11:00", "11:30")], [true, true, true]),
      ([("08:00", "12:00"), ("09:00", "10:00"), ("12:00", "13:00")], [true, true, false]),
      ([("08:00", "08:30"), ("08:00", "08:30")], [true, true]),
    ] as [([(String, String)], [Bool])])
  func `sessions that share time are kept and marked`(
    spans: [(String, String)], overlaps: [Bool]
  ) throws {
    let sessions = try spans.enumerated().map { index, span in
      try FocusSession.finished(
        UInt128(index), from: "2023-10-02 \(span.0)", to: "2023-10-02 \(span.1)")
    }

    let entries = timeline("2023-10-02", sessions, now: "2023-10-03 00:00").entries

    #expect(entries.map(\.overlaps) == overlaps)
  }

  @Test func `a running session reaches to now or to its plan`() throws {
    let running = try FocusSession.running(1, from: "2023-10-02 08:00", minutes: 25)
    let later = try FocusSession.finished(2, from: "2023-10-02 08:20", to: "2023-10-02 08:30")
    let afterPlan = try FocusSession.finished(3, from: "2023-10-02 08:25", to: "2023-10-02 08:30")

    func overlaps(_ other: FocusSession, now: String) -> Bool {
      timeline("2023-10-02", [running, other], now: now).entries[0].overlaps
    }

    #expect(!overlaps(later, now: "2023-10-02 08:20"))
    #expect(overlaps(later, now: "2023-10-02 08:21"))
    #expect(!overlaps(afterPlan, now: "2023-10-02 18:00"))
  }
}
