import AnchorImport
import AnchorModel
import Testing

/// Calendars on Wednesday 2023-11-01, noon UTC, with an account in Berlin.
@Suite struct CalendarImportTests {
  @Test func `an event that is over becomes a session with its words`() throws {
    let plan = try calendar(
      """
      BEGIN:VEVENT
      UID:a1@example.org
      DTSTAMP:20231030T000000Z
      DTSTART;TZID=Europe/Berlin:20231030T090000
      DTEND;TZID=Europe/Berlin:20231030T103000
      SUMMARY:Write\\, then rest
      DESCRIPTION:one\\ntwo \\\\ thr
       ee
      CATEGORIES:book,a\\,b
      CATEGORIES:deep
      LOCATION:Desk
      BEGIN:VALARM
      TRIGGER:-PT5M
      SUMMARY:not this
      END:VALARM
      END:VEVENT
      """)

    let session = try #require(plan.sessions.first)
    #expect(plan.format == .calendar && plan.rows == 1 && plan.additions[0].line == 4)
    #expect(session.startedAt == utc("2023-10-30", 8, 0))
    #expect(session.endedAt == utc("2023-10-30", 9, 30))
    #expect(session.words.title == "Write, then rest")
    #expect(session.words.tags == ["book", "a,b", "deep"])
    #expect(session.words.notes == "one\ntwo \\ three")
    #expect(plan.unknownFields == ["LOCATION": 1])
  }

  @Test(arguments: [
    "DTSTART:20231030T080000Z\nDURATION:PT1H30M", "DTSTART:20231030T090000\nDURATION:P0DT5400S",
    "DTSTART;TZID=\"Europe/Berlin\":20231030T090000\nDTEND:20231030T093000Z",
    "DTSTART;VALUE=DATE-TIME:20231030T090000\nDTEND:20231030T103000",
  ])
  func `times are in UTC, in the zone that is named, or on the account's wall clock`(
    times: String
  ) throws {
    let session = try #require(try event(times).sessions.first)

    #expect(session.startedAt == utc("2023-10-30", 8, 0))
    #expect(session.endedAt == utc("2023-10-30", 9, 30))
  }

  @Test(
    arguments: [
      ("DTSTART;VALUE=DATE:20231030\nDTEND;VALUE=DATE:20231031", .allDay),
      ("DTSTART:20231101T113000Z\nDTEND:20231101T123000Z", .notOver),
      ("DTSTART:20240101T080000Z\nDURATION:PT1H", .notOver),
      ("DTSTART:20231030T080000Z\nDURATION:PT1H\nSTATUS:CANCELLED", .cancelled),
      ("DTSTART:20231030T080000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY", .repeatsInAnotherWay),
      ("DTSTART:20231030T080000Z\nDURATION:PT1H\nRDATE:20231031T080000Z", .repeatsInAnotherWay),
      (
        "DTSTART:20231030T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;BYHOUR=9", .repeatsInAnotherWay
      ),
      (
        "DTSTART:20231030T080000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=1MO",
        .repeatsInAnotherWay
      ),
    ] as [(String, ImportPlan.LeftOutRow.Reason)])
  func `what is no session yet, or never, is left out`(
    lines: String, reason: ImportPlan.LeftOutRow.Reason
  ) throws {
    let plan = try event(lines)

    #expect(plan.additions.isEmpty && plan.leftOut == [.init(line: 4, reason: reason)])
  }

  @Test(
    arguments: [
      ("SUMMARY:x", .missing(field: "DTSTART")),
      ("DTSTART:20231030T080000Z", .missing(field: "DTEND")),
      ("DTSTART:2023-10-30T08:00:00Z\nDURATION:PT1H", .notATime(field: "DTSTART")),
      ("DTSTART:20231030T250000Z\nDURATION:PT1H", .notATime(field: "DTSTART")),
      ("DTSTART:20231030T080000Z,20231031T080000Z\nDURATION:PT1H", .notATime(field: "DTSTART")),
      ("DTSTART:20231030T080000Z\nDURATION:1H", .notATime(field: "DURATION")),
      ("DTSTART:20231030T080000Z\nDURATION:-PT1H", .notATime(field: "DURATION")),
      ("DTSTART:20231030T080000Z\nDURATION:P9999999W", .notATime(field: "DURATION")),
      ("DTSTART:20231030T080000Z\nDURATION:P2D", .times(.tooLong(seconds: 172_800))),
      (
        "DTSTART;TZID=W. Europe Standard Time:20231030T080000\nDURATION:PT1H",
        .unknownZone("W. Europe Standard Time")
      ),
      ("DTSTART;TZID=../etc/passwd:20231030T080000\nDURATION:PT1H", .unknownZone("../etc/passwd")),
      (
        "DTSTART:20231030T080000Z\nDTEND:20231030T070000Z",
        .times(
          .endNotAfterStart(start: utc("2023-10-30", 8, 0), end: utc("2023-10-30", 7, 0)))
      ),
    ] as [(String, ImportPlan.FailedRow.Reason)])
  func `an event that is not as it should be fails with its line`(
    lines: String, reason: ImportPlan.FailedRow.Reason
  ) throws {
    let plan = try event(lines)

    #expect(plan.additions.isEmpty && plan.failures == [.init(line: 4, reason: reason)])
  }

  @Test(
    arguments: [
      ("FREQ=DAILY;COUNT=3", [29, 30, 31]), ("FREQ=DAILY;INTERVAL=2", [29, 31]),
      ("FREQ=DAILY;UNTIL=20231030T090000Z", [29, 30]), ("FREQ=DAILY;UNTIL=20231030", [29, 30]),
      ("FREQ=WEEKLY;BYDAY=SU,TU;COUNT=2", [29, 31]), ("FREQ=WEEKLY;BYDAY=TU", [31]),
      ("FREQ=WEEKLY", [29]),
    ])
  func `a repeated event took place on these days of October`(rule: String, days: [Int]) throws {
    let plan = try event("DTSTART:20231029T090000Z\nDURATION:PT1H\nRRULE:\(rule)")

    let starts = plan.sessions.map(\.startedAt)
    #expect(
      starts.filter { $0 < utc("2023-11-01", 0, 0) }
        == days.map { utc("2023-10-\($0)", 9, 0) })
  }

  @Test func `through the end of summer time a repeated event stays at its time of the clock`()
    throws
  {
    let plan = try event(
      "DTSTART;TZID=Europe/Berlin:20231028T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2")

    #expect(
      plan.sessions.map(\.startedAt) == [utc("2023-10-28", 7, 0), utc("2023-10-29", 8, 0)])
  }

  @Test func `single times of a repeated event can be left out and replaced`() throws {
    let plan = try calendar(
      """
      BEGIN:VEVENT
      UID:r
      DTSTART:20231028T090000Z
      DTEND:20231028T100000Z
      RRULE:FREQ=DAILY;COUNT=4
      EXDATE:20231029T090000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:r
      RECURRENCE-ID:20231030T090000Z
      DTSTART:20231030T110000Z
      DTEND:20231030T120000Z
      END:VEVENT
      """)

    #expect(
      plan.sessions.map(\.startedAt) == [
        utc("2023-10-28", 9, 0), utc("2023-10-31", 9, 0), utc("2023-10-30", 11, 0),
      ])
  }

  @Test func `of a series that is old, a year is read and the rest is said`() throws {
    let plan = try event("DTSTART:19700105T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY")

    #expect(plan.sessions.count == 52)
    #expect(plan.sessions.first?.startedAt == utc("2022-11-07", 9, 0))
    guard case .longAgo = plan.leftOut.first?.reason else {
      Issue.record("the years before are not said")
      return
    }
  }

  @Test func `a series without an end ends with the calendar`() throws {
    let file = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART:99991230T080000Z
      DURATION:PT1H
      RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
      END:VEVENT
      END:VCALENDAR
      """

    let plan = try FileImport.plan(
      Array(file.utf8),
      FileImport.Terms(
        batch: batch, now: .latest, calendar: AccountCalendar(rules: UTC()), zone: zone,
        digest: digest))

    #expect(
      plan.sessions.map(\.startedAt) == [utc("9999-12-30", 8, 0), utc("9999-12-31", 8, 0)])
  }

  @Test func `an event that was renamed comes once, and the file twice adds nothing`() throws {
    let times = "DTSTART:20231030T080000Z\nDURATION:PT1H\n"
    let first = try event(times + "SUMMARY:one")

    let again = try event(times + "SUMMARY:two").leavingOut(existing: first.sessions)

    #expect(first.sessions.count == 1)
    #expect(
      again.leftOut == [.init(line: 4, reason: .alreadyHereInOtherWords(first.sessions[0].id))])
  }

  @Test func `tasks and other things of a calendar are said, and zones are not`() throws {
    let plan = try calendar(
      """
      BEGIN:VTODO
      SUMMARY:buy milk
      END:VTODO
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19701025T030000
      END:STANDARD
      END:VTIMEZONE
      """)

    #expect(plan.rows == 0 && plan.unknownFields == ["VTODO": 1])
  }

  @Test(
    arguments: [
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", CalendarFault(.openComponent, line: 2)),
      ("BEGIN:VCALENDAR\nEND:VEVENT\n", CalendarFault(.unbalanced, line: 2)),
      ("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\n", CalendarFault(.unbalanced, line: 3)),
      ("BEGIN:VCALENDAR\nno colon\nEND:VCALENDAR\n", CalendarFault(.notALine, line: 2)),
      ("BEGIN:VCALENDAR\n:value\nEND:VCALENDAR\n", CalendarFault(.notALine, line: 2)),
      (
        String(repeating: "BEGIN:VCALENDAR\n", count: 100_000), CalendarFault(.tooDeep, line: 9)
      ),
    ])
  func `a calendar that is not whole is refused with its line`(file: String, fault: CalendarFault) {
    #expect(throws: ImportRefusal.malformedCalendar(fault)) { try plan(file) }
  }

  @Test func `text that is no UTF-8 is refused with its line, and a character may be folded`()
    throws
  {
    let head = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:".utf8)
    let tail = Array(
      "\r\nDTSTART:20231030T080000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)

    let folded = try plan(head + [0xC3] + Array("\r\n ".utf8) + [0xBC] + tail)

    #expect(folded.sessions[0].words.title == "ü")
    #expect(throws: ImportRefusal.malformedCalendar(CalendarFault(.invalidText, line: 3))) {
      try plan(head + [0xC3] + tail)
    }
  }

  @Test func `many lines, long lines and many times are read in bounds`() throws {
    let long = String(repeating: "x", count: 2_000_000)
    let events = (0..<600).map { number in
      "BEGIN:VEVENT\nUID:\(number)\nDTSTART:00010101T000000Z\nDURATION:PT1S\n"
        + "RRULE:FREQ=DAILY\nEND:VEVENT"
    }

    let tooLong = try event("DTSTART:20231030T080000Z\nDURATION:PT1H\nDESCRIPTION:\(long)")
    let many = try calendar(events.joined(separator: "\n"))

    #expect(tooLong.failures == [.init(line: 4, reason: .words(.notesBytes))])
    #expect(many.rows < 201_000)
    #expect(many.leftOut.contains { $0.reason == .tooManyRows })
  }

  private func event(_ lines: String) throws -> ImportPlan {
    try calendar("BEGIN:VEVENT\nUID:a1@example.org\n\(lines)\nEND:VEVENT")
  }

  private func calendar(_ components: String) throws -> ImportPlan {
    try plan(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n\(components)\nEND:VCALENDAR\n"
        .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
  }
}
