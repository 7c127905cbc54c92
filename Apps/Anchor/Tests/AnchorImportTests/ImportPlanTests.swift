import AnchorImport
import AnchorModel
import Testing

@Suite struct ImportPlanTests {
  private let row = #"{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["a"]}"#
  private let retagged = #"{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["b"]}"#

  @Test func `rows of the same times but other words are all added`() throws {
    let plan = try plan("[\(row),\(retagged)]")

    #expect(plan.sessions.count == 2)
    #expect(Set(plan.sessions.map(\.id)).count == 2)
  }

  @Test func `the id does not depend on the place in the list nor on the order of tags`() throws {
    let one = try plan(
      #"[{"id":1,"start":"20231001T103000Z","end":"20231001T110000Z","tags":["a","b"]}]"#)
    let other = try plan(
      #"[{"id":9,"tags":["b","a"],"end":"20231001T110000Z","start":"20231001T103000Z"}]"#)

    #expect(one.sessions[0].id == other.sessions[0].id)
  }

  @Test(arguments: [
    #"{"start":"20231001T103000Z","end":"20231001T110001Z","tags":["a"]}"#,
    #"{"start":"20231001T103001Z","end":"20231001T110000Z","tags":["a"]}"#,
    #"{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["a","b"]}"#,
    #"{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["a1:b"]}"#,
    #"{"start":"20231001T103000Z","end":"20231001T110000Z","annotation":"a"}"#,
    #"{"start":"20231001T103000Z","end":"20231001T110000Z"}"#,
  ])
  func `what differs in a word or a second is another session, of another id`(
    other: String
  ) throws {
    let plan = try plan("[\(row),\(other)]")

    #expect(Set(plan.sessions.map(\.id)).count == 2)
  }

  @Test(arguments: [
    #"{"start":"20231001T103000Z","end":"20231001T110000Z","tags":["a","b"]}"#,
    #"{"start":"20231001T103000Z","end":"20231001T110000Z","annotation":"a"}"#,
    #"{"start":"20231001T103007Z","end":"20231001T110059Z"}"#,
  ])
  func `no word and no second reaches the id`(other: String) throws {
    #expect(try plan("[\(row)]").sessions[0].id == plan("[\(other)]").sessions[0].id)
  }

  @Test(arguments: [
    #"{"start":"20231001T103000Z","end":"20231001T110100Z","tags":["a"]}"#,
    #"{"start":"20231001T102959Z","end":"20231001T110000Z","tags":["a"]}"#,
  ])
  func `other minutes are another id`(other: String) throws {
    #expect(try plan("[\(row)]").sessions[0].id != plan("[\(other)]").sessions[0].id)
  }

  @Test(arguments: [false, true])
  func `a part of the intervals of a minute hides none of the others, and brings none twice`(
    isWholeFirst: Bool
  ) throws {
    let other = #"{"start":"20231001T103007Z","end":"20231001T110059Z","tags":["c"]}"#
    let whole = "[\(row),\(retagged),\(other)]"
    let files =
      isWholeFirst ? [whole, "[\(retagged)]", whole] : ["[\(retagged)]", whole, "[\(row)]"]

    var store: [FocusSession] = []
    for file in files {
      let plan = try plan(file).leavingOut(existing: store)
      // A plan is looked through once more when it is carried out.
      #expect(plan.leavingOut(existing: store) == plan)
      store += plan.sessions
    }

    #expect(store.count == 3)
    #expect(Set(store.map(\.id)).count == 3)
    #expect(Set(store.map(\.words.tags)) == [["a"], ["b"], ["c"]])
  }

  @Test func `a session that was changed here after its import is not brought again`() throws {
    let first = try plan("[\(row)]")
    let imported = first.sessions[0]
    let moved = try FocusSession.record(
      imported.id, from: utc("2023-10-01", 9, 0), to: utc("2023-10-01", 9, 30),
      words: SessionWords(title: "elsewhere"), importBatch: batch)

    let again = try plan("[\(row)]").leavingOut(existing: [moved], rows: first.rowsWritten)

    #expect(again.leftOut == [.init(line: 1, reason: .alreadyHere(imported.id))])
  }

  @Test func `an interval in the minutes of an earlier import is added under its own id`()
    throws
  {
    let later = #"{"start":"20231001T103007Z","end":"20231001T110059Z","tags":["a"]}"#
    let first = try plan("[\(row)]")

    let second = try plan("[\(later)]")
      .leavingOut(existing: first.sessions, rows: first.rowsWritten)

    #expect(second.sessions.map(\.startedAt) == [utc("2023-10-01", 10, 30, 7)])
    #expect(second.sessions[0].id != first.sessions[0].id)
    let rows = first.rowsWritten.merging(second.rowsWritten) { one, _ in one }
    let both = try plan("[\(later),\(row)]")
      .leavingOut(existing: first.sessions + second.sessions, rows: rows)
    #expect(both.additions.isEmpty)
  }

  @Test func `what another device imported is here, also where only its facts are known`() throws {
    let imported = try plan("[\(row),\(retagged)]").sessions
    let known = imported.map { SessionFacts(of: $0).merged(into: nil, id: $0.id) }

    let again = try plan("[\(row),\(retagged)]").leavingOut(existing: known)

    #expect(again.additions.isEmpty)
    #expect(again.leftOut.map(\.reason) == imported.map { .alreadyHere($0.id) })
    #expect(try plan("[\(row)]").leavingOut(existing: known).additions.isEmpty)
  }

  @Test func `a session that only overlaps one in the store is added beside it`() throws {
    let logged = try FocusSession.log(
      SessionID(random: 5), from: utc("2023-10-01", 10, 30), to: utc("2023-10-01", 11, 0),
      words: .none, now: .latest)

    #expect(try plan("[\(row)]").leavingOut(existing: [logged]).sessions.count == 1)
  }

  @Test func `an interval that was tagged anew after its import is left out and told`() throws {
    let first = try plan("[\(row)]").sessions

    let second = try plan("[\n\(retagged)\n]").leavingOut(existing: first)

    #expect(second.additions.isEmpty)
    #expect(
      second.leftOut == [.init(line: 2, reason: .alreadyHereInOtherWords(first[0].id))])
  }

  @Test func `after its batch was taken back a file can be imported again`() throws {
    #expect(try plan("[\(row)]").leavingOut(existing: []).sessions.count == 1)
  }

  @Test func `every reason has a code of its own`() {
    let now = utc("2023-10-01", 10, 30)
    let failures: [ImportPlan.FailedRow.Reason] = [
      .notAnObject, .fieldCount(1, columns: 2), .missing(field: "start"),
      .wrongKind(field: "start"),
      .notATime(field: "start"), .times(.endNotAfterStart(start: now, end: now)),
      .times(.inFuture(now, now: now)), .times(.tooLong(seconds: 1)), .words(.tags),
    ]
    let leftOut: [ImportPlan.LeftOutRow.Reason] = [
      .stillRunning(since: now), .repeats(line: 1), .alreadyHere(SessionID(random: 1)),
      .alreadyHereInOtherWords(SessionID(random: 1)),
    ]
    let refusals: [ImportRefusal] = [
      .emptyFile, .tooLarge(bytes: 1), .notUTF8, .malformed(line: 1, fault: .unexpectedEnd),
      .malformedTable(line: 1, fault: .openQuote), .unknownFormat,
    ]

    let codes = failures.map(\.code) + leftOut.map(\.code) + refusals.map(\.code)
    #expect(Set(codes).count == codes.count)
  }
}
