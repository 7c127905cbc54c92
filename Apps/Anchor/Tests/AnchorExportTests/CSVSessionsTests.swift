import AnchorModel
import Testing

@testable import AnchorExport

@Suite struct CSVSessionsTests {
  @Test func `the columns are those that Anchor's exports have always had`() {
    #expect(
      text(CSVSessions().head())
        == "started,ended,goal,theme,intent,project,tags,notes,hourly_rate,currency,"
        + "tracked_value,planned_minutes,focused_minutes,computer_active_minutes,"
        + "computer_away_minutes,state,outcome,interruptions,session_id\r\n")
  }

  @Test func `a row has what is known, and nothing where Anchor does not know`() throws {
    var session = try FocusSession.start(
      SessionStart(
        id: id, startedAt: start, plannedSeconds: 1_500,
        words: SessionWords(title: "Write", tags: ["book", "deep"], notes: "a \"b\"")),
      ending: nil, now: start
    ).started
    try session.finish(at: start.adding(seconds: 741), asked: nil)

    #expect(
      text(CSVSessions().piece(session, isFirst: true))
        == "2026-11-30T08:00:00Z,2026-11-30T08:12:21Z,,,Write,,\"book, deep\",\"a \"\"b\"\"\",,,,"
        + "25,12.35,,,finished,endedEarly,,\(id)\r\n")
  }

  @Test func `words that a spreadsheet would calculate are written as text`() throws {
    let session = try FocusSession.log(
      id, from: start, to: start.adding(seconds: 60),
      words: SessionWords(title: "=1+1", tags: ["@home"], notes: "-2"), now: .latest)

    let row = text(CSVSessions().piece(session, isFirst: true))

    #expect(row.contains(",'=1+1,"))
    #expect(row.contains(",'@home,'-2,"))
  }

  @Test func `every second can be told from its minutes`() {
    for seconds in 0...7_200 {
      let minutes = Double(CSVSessions.minutes(seconds)) ?? -1
      #expect(Int((minutes * 60).rounded()) == seconds)
    }
  }
}
