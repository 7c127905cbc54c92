import AnchorModel
import Testing

@Suite struct SessionRefusalTests {
  @Test func `every refusal has a code of its own`() {
    let now = utc("2023-10-02 10:00")
    let codes = [
      SessionRefusal.nothingActive, .alreadyRunning(since: now), .alreadyPaused(since: now),
      .alreadyFinished(at: now), .factsOnly(sessionID(1)), .planOutOfRange(seconds: 1),
      .timesRefused(.endNotAfterStart(start: now, end: now)),
      .timesRefused(.inFuture(now, now: now)), .timesRefused(.tooLong(seconds: 90_000)),
      .wordsOverLimit(.tags),
    ].map(\.code)

    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.hasPrefix("anchor.") })
  }
}
