import AnchorImport
import AnchorModel
import Testing
import ToolboxJSON

/// Files that look like Anchor's own exports and are not as they should be.
@Suite struct AnchorExportHostileTests {
  private static let id = SessionID(random: 0xABCDEF).description

  private func file(_ row: String) -> String {
    #"{"format":"anchor.sessions","version":1,"sessions":["# + "\n\(row)\n]}"
  }

  @Test(
    arguments: [
      ("7", .notAnObject),
      ("{}", .missing(field: "id")),
      (#"{"id":"x"}"#, .wrongKind(field: "id")),
      (#"{"id":"\#(id.uppercased())"}"#, .wrongKind(field: "id")),
      (#"{"id":"\#(id)","startedAt":"yesterday"}"#, .notATime(field: "startedAt")),
      (row(#""focusedSeconds":-1"#), .wrongKind(field: "focusedSeconds")),
      (row(#""focusedSeconds":1.5"#), .wrongKind(field: "focusedSeconds")),
      (row(#""focusedSeconds":9223372036854775807"#), .breaksARule),
      (row(#""focusedSeconds":60,"plannedSeconds":9223372036854775807"#), .breaksARule),
      (row(#""focusedSeconds":60,"outcome":"great""#), .wrongKind(field: "outcome")),
      (row(#""focusedSeconds":60,"tags":"book""#), .wrongKind(field: "tags")),
      (row(#""focusedSeconds":60,"title":[1]"#), .wrongKind(field: "title")),
      (row(#""focusedSeconds":60,"pauses":[7]"#), .missing(field: "from")),
      (row(#""focusedSeconds":60,"title":"x","isExact":false"#), .breaksARule),
      (row("", end: "2023-10-31T10:00:00Z"), .missing(field: "focusedSeconds")),
      (row(#""focusedSeconds":60"#, end: "2023-10-30T10:00:00Z"), .breaksARule),
      (row(#""focusedSeconds":60"#, end: "2023-10-31T24:00:00Z"), .notATime(field: "endedAt")),
      (
        row(#""focusedSeconds":60"#, end: "2024-10-31T10:00:00Z"),
        .times(.inFuture(utc("2024-10-31", 10, 0), now: utc("2023-11-01", 12, 0)))
      ),
    ] as [(String, ImportPlan.FailedRow.Reason)])
  func `a row that is not as it should be fails with its line`(
    row: String, reason: ImportPlan.FailedRow.Reason
  ) throws {
    let plan = try plan(file(row))

    #expect(plan.additions.isEmpty && plan.failures == [.init(line: 2, reason: reason)])
  }

  @Test(
    arguments: [
      (#"{"format":"anchor.sessions","version":2,"sessions":[7]}"#, .newerFormat(version: 2)),
      (#"{"sessions":[],"format":"anchor.sessions","version":1}"#, .unknownFormat),
      (#"{"format":"kith.people","version":1,"sessions":[]}"#, .unknownFormat),
      (#"{"format":7}"#, .unknownFormat), ("{}", .unknownFormat),
      (
        #"{"format":"anchor.sessions","version":1,"sessions":{}}"#,
        .malformed(line: 1, fault: .wrongKind)
      ),
      (
        "{\"format\":\"anchor.sessions\",\"version\":1,\"sessions\":[\n",
        .malformed(line: 2, fault: .unexpectedEnd)
      ),
    ] as [(String, ImportRefusal)])
  func `a file that is another one, or not whole, is refused`(
    file: String, refusal: ImportRefusal
  ) {
    #expect(throws: refusal) { try plan(file) }
  }

  @Test func `the same session twice is added once`() throws {
    let row = Self.row(#""focusedSeconds":60"#)

    let plan = try plan(file("\(row),\n\(row)"))

    #expect(plan.additions.map(\.line) == [2])
    #expect(plan.leftOut == [.init(line: 3, reason: .repeats(line: 2))])
  }

  @Test(arguments: [
    ("1,2", ImportPlan.FailedRow.Reason.fieldCount(2, columns: 4)),
    ("2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,60,x", .wrongKind(field: "session_id")),
    ("31.10.2023,2023-10-31T10:00:00Z,60,\(id)", .notATime(field: "started")),
    ("2023-10-31T09:00:00Z,10:00,60,\(id)", .notATime(field: "ended")),
    ("2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,,\(id)", .wrongKind(field: "focused_minutes")),
    ("2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,1.234,\(id)", .wrongKind(field: "focused_minutes")),
    ("2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,-1,\(id)", .wrongKind(field: "focused_minutes")),
    (
      "2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,9999999999,\(id)",
      .wrongKind(field: "focused_minutes")
    ),
    ("2023-10-31T09:00:00Z,2023-10-31T10:00:00Z,999999999,\(id)", .breaksARule),
  ])
  func `a row of the table that is not as it should be fails with its line`(
    row: String, reason: ImportPlan.FailedRow.Reason
  ) throws {
    let plan = try plan("started,ended,focused_minutes,session_id\n\(row)\n")

    #expect(plan.additions.isEmpty && plan.failures == [.init(line: 2, reason: reason)])
  }

  private static func row(_ more: String, end: String = "2023-10-31T10:00:00Z") -> String {
    #"{"id":"\#(id)","startedAt":"2023-10-31T09:00:00Z","endedAt":"\#(end)""#
      + (more.isEmpty ? "" : ",\(more)") + "}"
  }
}
