import AnchorModel
import Testing

@Suite struct PlanBlockTests {
  private let evening = utc("2026-11-30 20:00")

  @Test func `a block is done with or without the times that it took`() throws {
    let block = try PlanBlock.planned()
    let span = try PlanBlock.LivedSpan(
      from: utc("2026-11-30 09:00"), to: utc("2026-11-30 10:10"))

    let (timed, untimed) = (
      try block.completed(lived: span, now: evening), try block.completed(now: evening)
    )

    #expect(timed.outcome == .done(span) && span.seconds == 4_200)
    #expect(untimed.outcome == .done(nil) && untimed.isDone)
  }

  @Test func `what was lived is not in the future, not backwards and no longer than a day`() throws
  {
    let block = try PlanBlock.planned()
    let later = try PlanBlock.LivedSpan(from: utc("2026-11-30 19:00"), to: utc("2026-11-30 20:01"))

    #expect(throws: PlanRefusal.livedRefused) { try block.completed(lived: later, now: evening) }
    #expect(throws: PlanRefusal.livedRefused) {
      try PlanBlock.LivedSpan(from: evening, to: evening)
    }
    #expect(throws: PlanRefusal.livedRefused) {
      try PlanBlock.LivedSpan(from: utc("2026-11-28 09:00"), to: utc("2026-11-29 09:01"))
    }
  }

  @Test func `a block that is no longer open is neither changed nor ended again`() throws {
    let skipped = try PlanBlock.planned().skipped()
    let words = try PlanWords(title: "read")

    #expect(throws: PlanRefusal.notOpen) { try skipped.completed(now: evening) }
    #expect(throws: PlanRefusal.notOpen) { try skipped.moved(to: day("2026-12-01")) }
    #expect(throws: PlanRefusal.notOpen) {
      try skipped.rewritten(words, times: skipped.times, kind: .focus)
    }
    #expect(try skipped.reopened() == PlanBlock.planned())
  }

  @Test func `what was moved away is not opened again`() throws {
    let block = try PlanBlock.planned()

    #expect(throws: PlanRefusal.alreadyOpen) { try block.reopened() }
    #expect(throws: PlanRefusal.notOpen) {
      try block.moved(to: day("2026-12-01")).reopened()
    }
  }

  @Test(arguments: [(0, 0), (0, 1_441), (-1, 60), (1_440, 60)])
  func `a block starts on a minute of its day and takes a minute to a day`(
    start: Int, minutes: Int
  ) {
    #expect(throws: PlanRefusal.timesOutOfRange) {
      try PlanBlock.Times(startMinute: start, minutes: minutes)
    }
  }

  @Test func `words are tidied, and a title is asked for`() throws {
    let words = try PlanWords(title: "  write\nchapter ", intent: " two\nlines ")

    #expect(words.title == "write chapter" && words.intent == "two\nlines")
    #expect(throws: PlanRefusal.titleMissing) { try PlanWords(title: " \n ") }
    #expect(throws: PlanRefusal.wordsOverLimit(.titleBytes)) {
      try PlanWords(title: String(repeating: "a", count: 961))
    }
  }
}
