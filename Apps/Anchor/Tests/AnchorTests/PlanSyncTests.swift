import AnchorModel
import AppShell
import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import Testing
import ToolboxSQLite

@testable import Anchor
@testable import PersonalSyncKit

@Suite struct PlanSyncTests {
  private static let root = RootKey(random: Dice(seed: 21))

  /// Two devices that read details, and on the first one of everything that a plan has.
  private func pair() async throws -> (AnchorBench, AnchorBench) {
    let first = try await AnchorBench()
    try await first.connect()
    _ = try await first.connection.seal(Self.root)
    _ = try await first.store.addTemplate(planned("secret mail", at: 540), .workdays)
    let block = try await first.store.addBlock(planned("secret chapter", at: 600))
    _ = try await first.store.review(note: "secret note", cause: (block.id, .humanNeed))
    try await first.synchronize()
    let second = try await first.secondDevice()
    _ = try await second.connection.unlock(Self.root)
    try await second.synchronize()
    return (first, second)
  }

  @Test func `blocks, templates and reviews arrive whole, and go round no more`() async throws {
    let (first, second) = try await pair()
    let versions = first.hubFeed().filter { $0.record.summaryDay == nil }.map(\.version)

    try await first.synchronize()
    try await second.synchronize()

    let held = try await first.planned()
    #expect(held.blocks.count == 2 && held.templates.count == 1 && held.reviews.count == 1)
    #expect(try await second.planned() == held)
    #expect(first.hubFeed().filter { $0.record.summaryDay == nil }.map(\.version) == versions)
    #expect(try await second.waiting() == 0)
  }

  @Test func `the Hub is told nothing of a plan but its numbers`() async throws {
    let (first, _) = try await pair()
    let plans = first.hubFeed().filter {
      ["planBlock", "template", "review"].contains($0.record.type)
    }

    #expect(plans.count == 4)
    for change in plans {
      #expect(try RecordBody.read(change.body, domain: .anchor).facts == Array("{}".utf8))
      #expect(!String(decoding: change.body, as: UTF8.self).contains("secret"))
    }
  }

  @Test func `a day says how many blocks it has and how many are done, exactly`() async throws {
    let (first, second) = try await pair()
    #expect(try blocks(first, "2026-11-30") == [2, 0])
    let open = try #require(try await second.store.plan().plan.blocks.last)

    second.wait(minutes: 31)
    _ = try await second.store.completeBlock(open.key)
    try await second.synchronize()
    first.wait(minutes: 31)
    try await first.synchronize()

    #expect(try blocks(first, "2026-11-30") == [2, 1])
  }

  @Test func `a device that cannot read a plan never says that there is none`() async throws {
    let (first, _) = try await pair()
    let locked = try await AnchorBench(seed: 3, sharing: first)
    try await locked.connect()
    try await locked.synchronize()
    try await locked.log(minutes: 5)
    locked.wait(minutes: 31)

    try await locked.synchronize()

    #expect(try await locked.planned().blocks.isEmpty)
    #expect(try blocks(first, "2026-11-30") == [2, 0])
  }

  @Test func `two devices that make a template's block while apart have one of it`() async throws {
    let (first, second) = try await pair()
    first.wait(minutes: 24 * 60)

    #expect(try await first.store.plan().plan.blocks == second.store.plan().plan.blocks)
    try await first.synchronize()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.titles("2026-12-01") == ["secret mail"])
    #expect(try await first.planned() == second.planned())
  }

  @Test func `two devices that bring a day's blocks to another while apart have them once`()
    async throws
  {
    let (first, second) = try await pair()
    first.wait(minutes: 24 * 60)
    for device in [first, second] {
      _ = try await device.store.copyPlan(from: day("2026-11-30"), to: day("2026-12-05"))
      _ = try await device.store.rollOver(from: day("2026-11-30"))
    }

    try await first.synchronize()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.titles("2026-12-01") == ["secret mail", "secret chapter"])
    #expect(try await first.titles("2026-12-05") == ["secret mail", "secret chapter"])
    #expect(try await first.planned() == second.planned())
  }

  @Test func `of two edits of one block while apart the later one holds on both`() async throws {
    let (first, second) = try await pair()
    let block = try #require(try await first.store.plan().plan.blocks.last)

    _ = try await first.store.skipBlock(block.key)
    second.wait(minutes: 1)
    _ = try await second.store.completeBlock(block.key)
    try await first.synchronize()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.store.plan().plan.blocks.last?.outcome == .done(nil))
    #expect(try await first.planned() == second.planned())
  }

  @Test func `what another device removed comes back with its words`() async throws {
    let (first, second) = try await pair()
    let before = try await first.planned()
    let block = try #require(try await second.store.plan().plan.blocks.last)

    _ = try await second.store.removeBlock(block.key)
    try await second.synchronize()
    try await first.synchronize()
    #expect(try await first.titles("2026-11-30") == ["secret mail"])
    _ = try await second.store.undo()
    try await second.synchronize()
    try await first.synchronize()

    #expect(try await first.planned() == before)
  }

  @Test func `what waits for the person is said in words`() async throws {
    let device = try await AnchorBench()
    let block = try await device.store.addBlock(planned("write", at: 600))
    let records = AnchorRecords(store: device.store)
    let record = PlanBlock.recordID(of: block.id)
    let other = PlanBlock.recordID(of: PlanBlockID(random: 5))

    let words = try await device.store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        [
          try records.words(record, block.recordChange.body, detail: nil, transaction),
          try records.words(record, nil, detail: nil, transaction),
          try records.words(other, block.recordChange.body, detail: nil, transaction),
        ]
      }
    }

    #expect(
      words == [
        "write, 10:00–10:30, 30 min, 2026-11-30", "write, 10:00–10:30, 30 min, 2026-11-30, deleted",
        "A block of a plan, locked on this device",
      ])
  }

  private func blocks(_ device: AnchorBench, _ on: String) throws -> [Int]? {
    try device.hubSummary(on).map { [$0.blocksPlanned, $0.blocksDone] }
  }
}
