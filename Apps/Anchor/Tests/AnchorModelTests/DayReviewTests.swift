import AnchorModel
import Testing

@Suite struct DayReviewTests {
  private func review(
    _ plan: PlanDay, _ sessions: [FocusSession] = [],
    causes: [PlanBlockID: ReviewNotes.Cause] = [:],
    isOver: Bool = true
  ) throws -> DayReview {
    let notes = try ReviewNotes(id: ReviewID(random: 1), day: plan.day, causes: causes)
    return DayReview(plan, sessions: sessions, notes: notes, isOver: isOver) {
      AccountCalendar.utc.minuteOfDay(at: $0.startedAt)
    }
  }

  private func session(
    _ number: UInt128, _ title: String, _ from: String, _ to: String
  ) throws -> FocusSession {
    try .finished(number, from: "2026-11-30 \(from)", to: "2026-11-30 \(to)", title: title)
  }

  private func done(_ block: PlanBlock) throws -> PlanBlock { try block.completed(now: .latest) }

  @Test(
    arguments: [("10:04", nil), ("10:05", 300), ("09:55", -300), ("09:56", nil)] as [(String, Int?)]
  )
  func `a gap is listed from five minutes on`(end: String, seconds: Int?) throws {
    let plan = PlanDay(try done(.planned(1, "write", at: "9:00")))

    let row = try review(plan, [session(1, "Write", "09:00", end)]).rows[0]

    #expect(row.gap == seconds.map { .variance(seconds: $0) })
    #expect(row.cause == seconds.map { _ in .unknown })
  }

  @Test func `the focus of sessions counts before the times that a person said`() throws {
    let span = try PlanBlock.LivedSpan(from: utc("2026-11-30 09:00"), to: utc("2026-11-30 11:00"))
    let block = try PlanBlock.planned(1, "write", at: "9:00").completed(lived: span, now: .latest)

    #expect(try review(PlanDay(block)).rows[0].livedSeconds == 7_200)
    let timed = try review(PlanDay(block), [session(1, "write", "09:00", "10:00")])
    #expect(timed.rows[0].livedSeconds == 3_600 && timed.rows[0].gap == nil)
  }

  @Test func `what is done without times has an unknown length, which is never invented`() throws {
    let row = try review(PlanDay(try done(.planned()))).rows[0]

    #expect(row.livedSeconds == nil && row.gap == .durationUnknown)
    #expect(try review(PlanDay(try done(.planned()))).livedSeconds == nil)
  }

  @Test func `skipped, not done and abandoned blocks are listed, and moved ones are not`() throws {
    let abandoned = try FocusSession.running(1, from: "2026-11-30 09:00", minutes: 60, title: "a")
    var ended = abandoned
    try ended.finish(at: utc("2026-11-30 09:10"), asked: .abandoned)
    let plan = PlanDay(
      try .planned(1, "a", at: "9:00"), try PlanBlock.planned(2, "b", at: "10:00").skipped(),
      try .planned(3, "c", at: "11:00"),
      try PlanBlock.planned(4, "d", at: "12:00").moved(to: day("2026-12-01")))

    #expect(try review(plan, [ended]).rows.map(\.gap) == [.abandoned, .skipped, .notDone])
    #expect(
      try review(plan, [ended], isOver: false).rows.map(\.gap) == [.abandoned, .skipped, nil])
  }

  @Test func `a cause that was named is listed, also of a block that went as planned`() throws {
    let plan = PlanDay(try done(.planned(1, "write", at: "9:00")))

    let row = try review(
      plan, [session(1, "write", "09:00", "10:00")], causes: [blockID(1): .humanNeed]
    ).rows[0]

    #expect(row.gap == .explained && row.cause == .humanNeed)
  }

  @Test func `of two blocks with one title a session belongs to the nearer, others stand beside`()
    throws
  {
    let plan = PlanDay(
      try .planned(1, "write", at: "9:00"), try .planned(2, "write", at: "15:00"))

    let review = try review(
      plan,
      [
        session(1, "write", "13:30", "14:00"), session(2, "write", "10:00", "10:30"),
        session(3, "mail", "12:00", "12:20"),
      ])

    #expect(review.rows.map { $0.sessions.map(\.id) } == [[sessionID(2)], [sessionID(1)]])
    #expect(review.beside.map(\.id) == [sessionID(3)])
    #expect(review.plannedSeconds == 7_200 && review.livedSeconds == 4_800)
  }

  @Test func `two blocks that took a quarter longer suggest to allow more`() throws {
    let plan = PlanDay(
      try done(.planned(1, "a", at: "9:00")), try done(.planned(2, "b", at: "11:00")))

    let longer = try review(
      plan, [session(1, "a", "09:00", "10:15"), session(2, "b", "11:00", "12:15")])
    let hardly = try review(
      plan, [session(1, "a", "09:00", "10:15"), session(2, "b", "11:00", "12:14")])

    #expect(longer.suggestions == [.allowMore(percent: 25)])
    #expect(hardly.suggestions.isEmpty)
  }

  @Test func `there are at most three suggestions, those that help most`() throws {
    let plan = PlanDay(
      try done(.planned(1, "a", at: "9:00")), try done(.planned(2, "b", at: "11:00")),
      try .planned(3, "c"), try PlanBlock.planned(4, "d", minutes: 30).skipped(),
      try done(.planned(5, "e")))

    let review = try review(
      plan, [session(1, "a", "09:00", "10:30"), session(2, "b", "11:00", "12:30")],
      causes: [blockID(1): .externalInterruption, blockID(2): .externalInterruption])

    #expect(
      review.suggestions == [.allowMore(percent: 50), .planLess(minutes: 90), .guardTime(gaps: 2)])
  }
}
