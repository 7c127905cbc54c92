import AnchorModel
import Testing

@Suite struct DayFiguresTests {
  private func figures(
    _ text: String, _ sessions: [FocusSession], streak: Int = 0,
    calendar: AccountCalendar = .berlin2023
  ) -> DayFigures {
    DayFigures(day: day(text), sessions: sessions, streakDays: streak, calendar: calendar)
  }

  @Test func `seconds of all sessions are added before the sum is rounded down`() throws {
    let sessions = [
      try FocusSession.finished(1, from: "2023-10-02 08:00", to: "2023-10-02 08:01:30"),
      try FocusSession.finished(2, from: "2023-10-02 09:00", to: "2023-10-02 09:01:30"),
      try FocusSession.finished(3, from: "2023-10-02 10:00", to: "2023-10-02 10:00:59"),
    ]

    let figures = figures("2023-10-02", sessions)

    #expect(figures.focusedSeconds == 239)
    #expect(figures.focusedMinutes == 3)
    #expect(figures.sessions == 3)
    #expect(figures.summary.focusedMinutes == 3)
  }

  @Test func `a session over midnight counts whole on its start day`() throws {
    // 23:30 on 2 October in Berlin to 01:00 on the 3rd.
    let session = try FocusSession.finished(from: "2023-10-02 21:30", to: "2023-10-02 23:00")

    #expect(figures("2023-10-02", [session]).focusedMinutes == 90)
    #expect(figures("2023-10-03", [session]).focusedMinutes == 0)
    #expect(figures("2023-10-03", [session]).sessions == 0)
  }

  @Test func `a session through the night that summer time ends lasts as long as it did`() throws {
    // 01:30 to 03:30 on the wall, with one hour twice.
    let session = try FocusSession.finished(from: "2023-10-28 23:30", to: "2023-10-29 02:30")

    #expect(figures("2023-10-29", [session]).focusedMinutes == 180)
  }

  @Test func `a session counts once it has ended, whatever the reason`() throws {
    let running = try FocusSession.running(1, from: "2023-10-02 08:00")
    var paused = try FocusSession.running(2, from: "2023-10-02 09:00")
    try paused.pause(at: utc("2023-10-02 09:10"))
    var abandoned = try FocusSession.running(3, from: "2023-10-02 10:00", minutes: 25)
    try abandoned.finish(at: utc("2023-10-02 10:10"), asked: .abandoned)

    let figures = figures("2023-10-02", [running, paused, abandoned])

    #expect(figures.focusedMinutes == 10)
    #expect(figures.sessions == 1)
  }

  @Test func `figures that rest on facts of another device say so`() throws {
    let own = try FocusSession.finished(1, from: "2023-10-02 08:00", to: "2023-10-02 08:01:30")
    let foreign = SessionFacts(of: own).merged(into: nil, id: sessionID(2))

    #expect(figures("2023-10-02", [own]).isExact)
    #expect(!figures("2023-10-02", [own, foreign]).isExact)
    #expect(figures("2023-10-02", [own, foreign]).focusedSeconds == 150)
    #expect(figures("2023-10-03", [own, foreign]).isExact)
  }

  @Test func `a summary stays within the ranges of the contract`() throws {
    let sessions = try (1...1_001).map {
      try FocusSession.finished($0, from: "2023-10-02 08:00", to: "2023-10-02 08:02")
    }

    let figures = figures("2023-10-02", sessions, streak: 401)

    #expect(figures.focusedMinutes == 2_002)
    #expect(figures.summary.focusedMinutes == 1_440)
    #expect(figures.summary.sessions == 1_000)
    #expect(figures.summary.streakDays == 400)
  }
}
