import AnchorImport
import AnchorModel
import Testing
import ToolboxJSON

@Suite struct TimewarriorHostileTests {
  private let good = #"{"id":1,"start":"20231001T103000Z","end":"20231001T110000Z"}"#

  @Test(
    arguments: [
      (#"5"#, .notAnObject), (#""x""#, .notAnObject), (#"null"#, .notAnObject),
      (#"[]"#, .notAnObject),
      (#"{"end":"20231001T110000Z"}"#, .missing(field: "start")),
      (#"{"start":20231001}"#, .wrongKind(field: "start")),
      (#"{"start":null}"#, .wrongKind(field: "start")),
      (#"{"start":"20231001T103000Z","end":null}"#, .wrongKind(field: "end")),
      (#"{"start":"20231001T103000Z","tags":"x"}"#, .wrongKind(field: "tags")),
      (#"{"start":"20231001T103000Z","tags":["x",1]}"#, .wrongKind(field: "tags")),
      (#"{"start":"20231001T103000Z","annotation":[]}"#, .wrongKind(field: "annotation")),
      (#"{"start":""}"#, .notATime(field: "start")),
      (#"{"start":"20230229T103000Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231301T103000Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231001T243000Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231001T106000Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231001T103060Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231001T103000"}"#, .notATime(field: "start")),
      (#"{"start":"2023-10-01T10:30Z"}"#, .notATime(field: "start")),
      (#"{"start":"00001001T103000Z"}"#, .notATime(field: "start")),
      (#"{"start":"+0231001T103000Z"}"#, .notATime(field: "start")),
      (#"{"start":"20231001T103000Z","end":"20231001T1030é"}"#, .notATime(field: "end")),
      (
        #"{"start":"20231001T103000Z","end":"20231001T102959Z"}"#,
        .times(
          .endNotAfterStart(start: utc("2023-10-01", 10, 30), end: utc("2023-10-01", 10, 29, 59)))
      ),
      (
        #"{"start":"20131001T103000Z","end":"20231001T103000Z"}"#,
        .times(.tooLong(seconds: 315_532_800))
      ),
      (
        #"{"start":"20231101T113000Z","end":"20231101T120001Z"}"#,
        .times(.inFuture(utc("2023-11-01", 12, 0, 1), now: utc("2023-11-01", 12, 0)))
      ),
    ] as [(String, ImportPlan.FailedRow.Reason)])
  func `a bad row is told with its line and reason and spares its neighbours`(
    row: String, reason: ImportPlan.FailedRow.Reason
  ) throws {
    let plan = try plan("[\n\(good),\n\(row),\n\(good)\n]\n")

    #expect(plan.failures == [.init(line: 3, reason: reason)])
    #expect(plan.additions.map(\.line) == [2])
    #expect(plan.leftOut == [.init(line: 4, reason: .repeats(line: 2))])
  }

  @Test func `words over a limit fail their row`() throws {
    let tag = String(repeating: "t", count: 201)
    let tags = (0...50).map { "\"\($0)\"" }.joined(separator: ",")
    let annotation = String(repeating: "n", count: 20_001)

    let plan = try plan(
      """
      [{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["\(tag)"]},
      {"start":"20231001T103000Z","end":"20231001T110000Z","tags":[\(tags)]},
      {"start":"20231001T103000Z","end":"20231001T110000Z","annotation":"\(annotation)"}]
      """)

    #expect(plan.failures.map(\.reason) == [.words(.tagBytes), .words(.tags), .words(.notesBytes)])
    #expect(plan.failures.map(\.line) == [1, 2, 3])
  }

  @Test func `fields that have no place here are counted`() throws {
    let plan = try plan(
      """
      [{"id":"first","start":"20231001T103000Z","end":"20231001T110000Z","rate":5,"x":null},
      {"start":"20231001T113000Z","end":"20231001T120000Z","rate":{}}]
      """)

    #expect(plan.sessions.count == 2)
    #expect(plan.unknownFields == ["rate": 2, "x": 1])
  }

  @Test func `rows in one line, with a byte order mark, CRLF or blanks are read`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let other = #"{"start":"20231002T103000Z","end":"20231002T110000Z"}"#

    #expect(try plan("[\(good),\(other)]").additions.map(\.line) == [1, 1])
    #expect(try plan(mark + Array("[\r\n\(good)\r\n]\r\n".utf8)).additions.map(\.line) == [2])
    #expect(try plan(" \t\n[ \n\n \(good) ] \n").additions.map(\.line) == [4])
  }

  @Test(
    arguments: [
      ("", .emptyFile), (" \n\t ", .emptyFile), ("\u{FEFF}", .emptyFile),
      ("{}", .unknownFormat), ("\n5", .unknownFormat), (#"["a","b"]"#, .unknownFormat),
      (
        #"[{"uuid":"0","start":"20231001T103000Z","status":"pending","description":"x"}]"#,
        .unknownFormat
      ),
      ("timew: no such file", .unknownFormat),
      ("Error: no data", .unknownFormat),
      ("[\n", .malformed(line: 2, fault: .unexpectedEnd)),
      (
        "[\n{\"start\":\"20231001T103000Z\",\n\"start\":\"20231001T113000Z\"}\n]",
        .malformed(line: 3, fault: .duplicateKey)
      ),
      ("[\n{},\n]", .malformed(line: 3, fault: .unexpectedByte)),
      ("[\n{\"start\":\"a\nb\"}]", .malformed(line: 2, fault: .invalidText)),
      ("[]\n[]", .malformed(line: 2, fault: .trailingBytes)),
      (String(repeating: "[", count: 100_000), .malformed(line: 1, fault: .tooDeep)),
    ] as [(String, ImportRefusal)])
  func `a file that is not an export is refused as a whole`(
    text: String, refusal: ImportRefusal
  ) {
    #expect(throws: refusal) { try plan(text) }
  }

  @Test func `a file cut off at any byte is refused and never half read`() throws {
    let file = try fixture("timewarrior.json")
    let end = try #require(file.lastIndex(of: UInt8(ascii: "]")))

    for length in stride(from: 1, through: end, by: 7) {
      do {
        _ = try plan(Array(file.prefix(length)))
        Issue.record("read \(length) of \(file.count) bytes")
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error) at \(length)")
          return
        }
      }
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]
    let latin1 =
      Array(#"[{"start":"20231001T103000Z","tags":[""#.utf8) + [0xE9] + Array("\"]}]".utf8)

    #expect(throws: ImportRefusal.notUTF8) { try plan(utf16) }
    #expect(throws: ImportRefusal.malformed(line: 1, fault: .invalidText)) { try plan(latin1) }
  }

  @Test func `a file over the limit is refused unread`() {
    let bytes = FileImport.bytesMax + 1

    #expect(throws: ImportRefusal.tooLarge(bytes: bytes)) {
      try plan([UInt8](repeating: 0x20, count: bytes))
    }
  }

  @Test func `fifty thousand rows are planned in one walk`() throws {
    let start = utc("2015-01-01", 8, 0)
    let rows = (0..<50_000).map { index in
      let from = start.adding(seconds: index * 3_600)
      return #"{"id":\#(50_000 - index),"start":"\#(compact(from))","#
        + #""end":"\#(compact(from.adding(seconds: 1_500)))","tags":["write","t\#(index)"]}"#
    }
    let file = Array("[\n\(rows.joined(separator: ",\n"))\n]".utf8)

    let plan = try plan(file)

    #expect(plan.sessions.count == 50_000)
    #expect(plan.additions.last?.line == 50_001)
    #expect(plan.leavingOut(existing: plan.sessions).additions.isEmpty)
  }

  private func compact(_ instant: Instant) -> String {
    let seconds = Int(instant.milliseconds / 1_000) % 86_400
    let day = AccountCalendar(rules: UTCRules()).day(of: instant).description
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return "\(day.filter { $0 != "-" })T\(clock.joined())Z"
  }
}

private struct UTCRules: TimeZoneRules {
  func offsetSeconds(at instant: Instant) -> Int { 0 }
}
