import AnchorModel
import HubContracts
import Testing

@testable import Anchor

@Suite struct AnchorSummaryTests {
  @Test func `the day's minutes are the exact sum, rounded once`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    for _ in 0..<3 {
      _ = try await device.store.start(words(), plannedSeconds: 0)
      device.wait(seconds: 100)
      _ = try await device.store.finish()
    }
    try await device.synchronize()

    let summary = try #require(try device.hubSummary("2026-11-30"))

    #expect(summary.focusedMinutes == 5)
    #expect(summary.sessions == 3)
    #expect(summary.streak == 1)
    #expect((summary.habitsDone, summary.habitsScheduled) == (0, 0))
    #expect((summary.blocksDone, summary.blocksPlanned) == (0, 0))
  }

  @Test func `the day is sent at most every half an hour, and once more when it is over`()
    async throws
  {
    let device = try await AnchorBench()
    try await device.connect()
    var sent: [Int] = []
    for _ in 0..<6 {
      try await device.log(minutes: 10)
      try await device.synchronize()
      sent.append(try #require(try device.hubSummary("2026-11-30")).focusedMinutes)
      device.wait(minutes: 12)
    }
    device.wait(minutes: 24 * 60)
    try await device.synchronize()

    #expect(sent == [10, 10, 10, 40, 40, 40])
    #expect(try device.hubSummary("2026-11-30")?.focusedMinutes == 60)
  }

  @Test func `a gap that is filled later changes the streak of every day after it`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    for daysAgo in [4, 3, 1, 0] { try await log(on: device, daysAgo: daysAgo) }
    try await device.synchronize()
    #expect(try streaks(device) == [1, 2, nil, 1, 2])

    try await log(on: device, daysAgo: 2)
    device.wait(minutes: 31)
    try await device.synchronize()

    #expect(try streaks(device) == [1, 2, 3, 4, 5])
  }

  @Test func `a day without focus has the streak of yesterday until it is over`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    try await log(on: device, daysAgo: 1)
    _ = try await device.store.start(words(), plannedSeconds: 0)
    device.wait(seconds: 30)
    _ = try await device.store.finish()
    try await device.synchronize()
    #expect(try device.hubSummary("2026-11-30")?.streak == 1)

    device.wait(minutes: 24 * 60)
    try await device.synchronize()

    #expect(try device.hubSummary("2026-11-30")?.streak == 0)
    #expect(try await device.waiting() == 0)
  }

  @Test func `a device that has only facts of a day leaves its summary to the others`()
    async throws
  {
    let first = try await AnchorBench()
    try await first.connect()
    for _ in 0..<2 {
      _ = try await first.store.start(words(), plannedSeconds: 0)
      first.wait(seconds: 90)
      _ = try await first.store.finish()
    }
    try await first.synchronize()
    let second = try await AnchorBench(seed: 2, sharing: first)
    try await second.connect()

    try await second.synchronize()
    second.wait(minutes: 40)
    try await second.synchronize()

    // Two of 90 s are 3 minutes; from the facts they would be 2.
    #expect(try first.hubSummary("2026-11-30")?.focusedMinutes == 3)
    #expect(try await second.store.view().figures.focusedMinutes == 2)
  }

  @Test func `a day to which two devices gave sessions is summed up by either`() async throws {
    let first = try await AnchorBench()
    try await first.connect()
    try await first.log(minutes: 25)
    try await first.synchronize()
    let second = try await first.secondDevice()

    try await second.log(minutes: 10)
    second.wait(minutes: 31)
    try await second.synchronize()

    #expect(try first.hubSummary("2026-11-30")?.focusedMinutes == 35)
    #expect(try first.hubSummary("2026-11-30")?.sessions == 2)
  }

  @Test func `of a long history only the days that the Hub may hold are sent`() async throws {
    let device = try await AnchorBench()
    for daysAgo in [0, 1, 400, 401, 900] { try await log(on: device, daysAgo: daysAgo) }
    try await device.connect()
    try await device.synchronize()

    let days = device.hubFeed().compactMap(\.record.summaryDay).sorted().map(\.description)

    #expect(days == ["2025-10-26", "2026-11-29", "2026-11-30"])
    #expect(try device.hubSessions().count == 5)
  }

  @Test func `days are counted anew by the account's zone`() async throws {
    // 09:00 in Berlin is 17:00 in Tokyo; sixteen hours earlier it is still the 29th in Berlin and
    // the 30th in Tokyo.
    let device = try await AnchorBench(zone: "Asia/Tokyo")
    _ = try await device.store.log(
      from: device.now.adding(seconds: -16 * 3_600),
      to: device.now.adding(seconds: -16 * 3_600 + 600), words: words())
    #expect(try await device.store.view().figures.focusedMinutes == 10)

    try await device.connect(zone: "Europe/Berlin")
    try await device.synchronize()

    #expect(try device.hubSummary("2026-11-29")?.focusedMinutes == 10)
    #expect(try await device.store.view().figures.focusedMinutes == 0)
  }

  @Test func `taking a session back takes its minutes back`() async throws {
    let device = try await AnchorBench()
    try await device.connect()
    try await device.log(minutes: 25)
    try await device.synchronize()
    _ = try await device.store.undo()
    device.wait(minutes: 31)
    try await device.synchronize()

    #expect(try device.hubSummary("2026-11-30")?.focusedMinutes == 0)
    #expect(try device.hubSessions().isEmpty)
  }

  private func log(on device: AnchorBench, daysAgo: Int) async throws {
    let end = device.now.adding(seconds: -daysAgo * 86_400)
    _ = try await device.store.log(
      from: end.adding(seconds: -600), to: end, words: words())
  }

  /// Of the five days that end today.
  private func streaks(_ device: AnchorBench) throws -> [Int?] {
    try ["26", "27", "28", "29", "30"].map { try device.hubSummary("2026-11-\($0)")?.streak }
  }
}
