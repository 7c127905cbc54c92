import AnchorImport
import AnchorModel
import Testing
import ToolboxCSV

/// Reports with the columns that Toggl Track writes, on a wall clock in Berlin.
@Suite struct TogglReportTests {
  private static let header =
    "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,"
    + "Duration,Tags,Amount ()"

  private func report(_ rows: String...) -> String {
    "\u{FEFF}" + ([Self.header] + rows).joined(separator: "\r\n") + "\r\n"
  }

  @Test func `an entry becomes a session with its exact times, title and tags`() throws {
    let plan = try plan(
      report(
        #"Ada,ada@example.org,,Book,,"Write, then rest",No,2023-10-27,09:05:07,2023-10-27,"#
          + #"10:00:00,00:54:53,"deep, morning","#))

    let session = try #require(plan.sessions.first)
    #expect(plan.format == .toggl && plan.rows == 1)
    #expect(plan.additions[0].line == 2)
    #expect(session.startedAt == utc("2023-10-27", 7, 5, 7))
    #expect(session.endedAt == utc("2023-10-27", 8, 0))
    #expect(session.words.title == "Write, then rest")
    #expect(session.words.tags == ["Book", "deep", "morning"])
    #expect(session.importBatch == batch)
    #expect(plan.unknownFields == ["User": 1, "Email": 1, "Billable": 1])
  }

  @Test func `columns are found by name, in any order and with some of them left out`() throws {
    let byLength = try plan(
      "Tags;Duration;START TIME;start date\nfocus;01:30:00;22:45:00;2023-10-31\n")
    let byEnd = try plan(
      "Start date\tStart time\tEnd date\tEnd time\n2023-10-31\t22:45:00\t2023-11-01\t00:15:00\n")

    for plan in [byLength, byEnd] {
      #expect(plan.sessions[0].startedAt == utc("2023-10-31", 21, 45))
      #expect(plan.sessions[0].endedAt == utc("2023-10-31", 23, 15))
    }
    #expect(byLength.sessions[0].words.tags == ["focus"])
  }

  @Test func `over the end of summer time the length counts and not the wall clock`() throws {
    let plan = try plan(
      report(",,,,,Night shift,,2023-10-29,01:30:00,2023-10-29,03:30:00,03:00:00,,"))

    #expect(plan.sessions[0].startedAt == utc("2023-10-28", 23, 30))
    #expect(plan.sessions[0].endedAt == utc("2023-10-29", 2, 30))
  }

  @Test func `the same report again adds nothing, wherever it is read`() throws {
    let row = ",,,Book,,Write,,2023-10-27,09:05:07,2023-10-27,10:00:00,00:54:53,deep,"
    let first = try plan(report(row, row))

    #expect(first.leftOut == [.init(line: 3, reason: .repeats(line: 2))])
    let again = try plan(report(row)).leavingOut(existing: first.sessions)
    #expect(again.leftOut == [.init(line: 2, reason: .alreadyHere(first.sessions[0].id))])
    let elsewhere = try FileImport.plan(
      Array(report(row).utf8),
      FileImport.Terms(
        batch: batch, now: utc("2023-11-01", 12, 0), calendar: AccountCalendar(rules: UTC()),
        zone: zone, digest: digest))
    #expect(elsewhere.sessions[0].id == first.sessions[0].id)
    #expect(elsewhere.sessions[0].startedAt == utc("2023-10-27", 9, 5, 7))
  }

  @Test(
    arguments: [
      (",,,,,x,,2023-10-27,09:05:07,2023-10-27,10:00:00,00:54:53,", .fieldCount(13, columns: 14)),
      (",,,,,x,,,,2023-10-27,10:00:00,00:54:53,,", .missing(field: "Start date")),
      (",,,,,x,,27/10/2023,09:05:07,,,00:54:53,,", .notATime(field: "Start date")),
      (",,,,,x,,2023-10-27,9:05 AM,,,00:54:53,,", .notATime(field: "Start time")),
      (",,,,,x,,2023-10-27,24:00:00,,,00:54:53,,", .notATime(field: "Start time")),
      (",,,,,x,,2023-10-27,09:05:07,2023-10-27,,,,", .notATime(field: "End time")),
      (",,,,,x,,2023-10-27,09:05:07,,,54 min,,", .notATime(field: "Duration")),
      (",,,,,x,,2023-10-27,09:05:07,,,-1:00:00,,", .notATime(field: "Duration")),
      (",,,,,x,,2023-10-27,09:05:07,,,99999:00:00,,", .notATime(field: "Duration")),
      (
        ",,,,,x,,2023-10-27,09:05:07,,,24:00:01,,", .times(.tooLong(seconds: 86_401))
      ),
      (
        ",,,,,x,,2023-10-27,09:00:00,2023-10-27,08:00:00,,,",
        .times(
          .endNotAfterStart(start: utc("2023-10-27", 7, 0), end: utc("2023-10-27", 6, 0)))
      ),
      (
        ",,,,,x,,2023-11-01,12:30:00,,,01:00:00,,",
        .times(.inFuture(utc("2023-11-01", 12, 30), now: utc("2023-11-01", 12, 0)))
      ),
    ] as [(String, ImportPlan.FailedRow.Reason)])
  func `a bad row is told with its line and reason and spares its neighbours`(
    row: String, reason: ImportPlan.FailedRow.Reason
  ) throws {
    let good = ",,,,,x,,2023-10-26,09:05:07,2023-10-26,10:00:00,00:54:53,,"

    let plan = try plan(report(good, row, ",,,,,y,,2023-10-26,09:05:07,,,,,"))

    #expect(plan.failures == [.init(line: 3, reason: reason)])
    #expect(plan.additions.map(\.line) == [2])
    #expect(
      plan.leftOut == [
        .init(line: 4, reason: .stillRunning(since: utc("2023-10-26", 7, 5, 7)))
      ])
  }

  @Test(
    arguments: [
      ("Date,Kcal\n2023-10-27,5\n", .unknownFormat),
      ("Start date,Start time\n2023-10-27,09:05:07\n", .unknownFormat),
      (
        "Start date,Start time,Duration\n2023-10-27,09:05:07,\"1\n",
        .malformedTable(line: 2, fault: .openQuote)
      ),
      (
        "Start date,Start time,Duration\n2023-10-27,\"09:05\"07,1\n",
        .malformedTable(line: 2, fault: .textAfterQuote)
      ),
    ] as [(String, ImportRefusal)])
  func `a file that is not a report is refused as a whole`(text: String, refusal: ImportRefusal) {
    #expect(throws: refusal) { try plan(text) }
  }
}
