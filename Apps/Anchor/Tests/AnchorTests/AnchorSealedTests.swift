import AnchorModel
import PersonalSyncSealed
import PersonalSyncTesting
import Testing

@testable import Anchor
@testable import PersonalSyncKit

@Suite struct AnchorSealedTests {
  private static let root = RootKey(random: Dice(seed: 21))

  @Test func `a session arrives whole on an unlocked device, and goes round no more`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    #expect(try await first.connection.seal(Self.root) == .unlocked)
    _ = try await first.store.start(
      words("write chapter", tags: ["book"], notes: "two pages\nand a half"),
      plannedSeconds: 1_500)
    first.wait(seconds: 300)
    _ = try await first.store.pause()
    first.wait(seconds: 42)
    _ = try await first.store.resume()
    first.wait(seconds: 61)
    let session = try await first.store.finish(.endedEarly)
    try await first.synchronize()

    let second = try await first.secondDevice()
    let locked = try await second.sessions()
    #expect(try await second.connection.unlock(Self.root) == .unlocked)
    try await second.synchronize()
    let unlocked = try await second.sessions()
    let versions = first.hubFeed().filter { $0.record.type == "focusSession" }.map(\.version)
    try await first.synchronize()
    try await second.synchronize()

    #expect(locked.map(\.words) == [.none])
    #expect(locked.map(\.detail) == [.factsOnly])
    #expect(unlocked == [session])
    #expect(
      first.hubFeed().filter { $0.record.type == "focusSession" }.map(\.version) == versions)
    #expect(try await second.waiting() == 0)
  }

  @Test func `what was recorded before the words were made is sealed after them`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    let session = try await first.log(minutes: 30, "write chapter")
    try await first.synchronize()
    let second = try await first.secondDevice()

    _ = try await first.connection.seal(Self.root)
    try await first.synchronize()
    try await second.synchronize()
    _ = try await second.connection.unlock(Self.root)
    try await second.synchronize()

    #expect(try await second.sessions() == [session])
  }

  @Test func `words that are changed on one device are changed on the other`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    _ = try await first.connection.seal(Self.root)
    let session = try await first.log(minutes: 30, "draft")
    try await first.synchronize()
    let second = try await first.secondDevice()
    _ = try await second.connection.unlock(Self.root)
    try await second.synchronize()

    first.wait(minutes: 1)
    _ = try await second.store.delete(session.id)
    _ = try await second.store.undo()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.sessions() == [session])
    #expect(try await second.sessions() == [session])
  }

  @Test func `a detail that this version cannot read leaves facts, and stays as it is`()
    async throws
  {
    let known = try #require(SessionDetail(of: try finished()))

    let json = String(decoding: DetailDraft(known).json, as: UTF8.self)
    let newer = json.replacing(#""outcome":"completed""#, with: #""outcome":"transcended""#)

    #expect(json != newer)
    let read = SessionDetail(opened: Array(newer.utf8))
    #expect(read?.session(SessionID(random: 1), importBatch: nil) == nil)
    #expect(SessionDetail(opened: Array(json.utf8)) == known)
  }

  private func finished() throws -> FocusSession {
    try FocusSession.log(
      SessionID(random: 1), from: Instant(clamping: 0), to: Instant(clamping: 600_000),
      words: words("write"), now: Instant(clamping: 600_000))
  }
}
