import AnchorModel
import AppShell
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct AnchorStorePlanTests {
  @Test func `every edit of a plan can be taken back`() async throws {
    let device = try await AnchorBench()
    let template = try await device.store.addTemplate(planned("mail", at: 540), .workdays)
    let block = try await device.store.addBlock(planned("write", at: 600))
    _ = try await device.store.addBlock(planned("read"), on: day("2026-11-28"))
    let before = try await device.planned()
    let actions: [() async throws -> Void] = [
      { _ = try await device.store.addBlock(planned("more")) },
      {
        _ = try await device.store.editBlock(block.key) { (wish) throws(PlanRefusal) in
          wish.words = try PlanWords(title: "rewrite", intent: "all")
        }
      },
      {
        _ = try await device.store.completeBlock(
          block.key, from: device.now.adding(seconds: -600), to: device.now)
      },
      { _ = try await device.store.skipBlock(block.key) },
      { _ = try await device.store.removeBlock(block.key) },
      { _ = try await device.store.rollOver(from: day("2026-11-28")) },
      { _ = try await device.store.copyPlan(from: day("2026-11-28")) },
      { _ = try await device.store.removeTemplate(template.id) },
      { _ = try await device.store.editTemplate(template.id, planned("post"), .everyDay) },
      { _ = try await device.store.review(note: "a day", cause: (block.id, .humanNeed)) },
    ]
    for action in actions {
      try await action()
      #expect(try await device.planned() != before)
      _ = try await device.store.undo()
      #expect(try await device.planned() == before)
    }
  }

  @Test func `a template plans each of its days once, and what is removed does not come back`()
    async throws
  {
    let device = try await AnchorBench()
    _ = try await device.store.addTemplate(planned("mail", at: 540), .workdays)
    device.wait(minutes: 24 * 60)

    let made = try await device.store.plan().plan.blocks
    _ = try await device.store.removeBlock(try #require(made.first).key)
    let again = try await device.store.plan().plan.blocks

    #expect(made.map(\.words.title) == ["mail"])
    #expect(again.map(\.outcome) == [.skipped])
    #expect(try await device.titles("2026-12-05").isEmpty)
    #expect(try await device.titles("2026-12-07") == ["mail"])
  }

  @Test func `a block that a template is yet to make can be changed, and the others stay usual`()
    async throws
  {
    let device = try await AnchorBench()
    _ = try await device.store.addTemplate(planned("mail", at: 540), .workdays)
    let tomorrow = try await device.store.plan(of: day("2026-12-01")).plan.blocks[0]

    _ = try await device.store.skipBlock(tomorrow.key)

    #expect(
      try await device.store.plan(of: day("2026-12-01")).plan.blocks.map(\.outcome) == [.skipped])
    #expect(
      try await device.store.plan(of: day("2026-12-02")).plan.blocks.map(\.outcome) == [.open])
    device.wait(minutes: 24 * 60)
    #expect(try await device.store.plan().plan.blocks.map(\.outcome) == [.skipped])
  }

  @Test func `another template changes today's block only where nobody touched it`() async throws {
    let device = try await AnchorBench()
    let mail = try await device.store.addTemplate(planned("mail", at: 540), .everyDay)
    let read = try await device.store.addTemplate(planned("read", at: 600), .everyDay)
    let block = try #require(try await device.store.plan().plan.blocks.last)
    _ = try await device.store.skipBlock(block.key)

    _ = try await device.store.editTemplate(mail.id, planned("post", at: 550), .everyDay)
    _ = try await device.store.editTemplate(read.id, planned("study", at: 610), .everyDay)

    #expect(try await device.titles("2026-11-30") == ["post", "read"])
    #expect(try await device.titles("2026-12-01") == ["post", "study"])
  }

  @Test func `what was not done yesterday is offered, and moves once`() async throws {
    let device = try await AnchorBench()
    let block = try await device.store.addBlock(planned("write", at: 600), on: day("2026-11-29"))

    let offered = try await device.store.plan().leftOver
    let carried = try await device.store.rollOver(from: day("2026-11-29"))
    let again = try await device.store.rollOver(from: day("2026-11-29"))

    #expect(offered == [block])
    #expect(carried.map(\.words.title) == ["write"] && again.isEmpty)
    #expect(try await device.store.plan().leftOver.isEmpty)
    let left = try await device.store.plan(of: day("2026-11-29")).plan.blocks
    #expect(left.map(\.outcome) == [.moved(to: day("2026-11-30"))])
  }

  @Test func `a block that is copied, renamed there and copied again is there twice`() async throws
  {
    let device = try await AnchorBench()
    _ = try await device.store.addBlock(planned("write", at: 600), on: day("2026-11-29"))
    let copied = try await device.store.copyPlan(from: day("2026-11-29"))
    _ = try await device.store.editBlock(try #require(copied.first).key) {
      (wish) throws(PlanRefusal) in wish.words = try PlanWords(title: "rewrite")
    }

    _ = try await device.store.copyPlan(from: day("2026-11-29"))

    #expect(try await device.titles("2026-11-30").sorted() == ["rewrite", "write"])
  }

  @Test func `a refusal changes nothing and leaves nothing to take back`() async throws {
    let device = try await AnchorBench()
    let block = try await device.store.addBlock(planned("write"))
    let key = BlockKey(id: PlanBlockID(random: 7), day: block.day)

    await #expect(throws: AnchorError.plan(.notFound)) { try await device.store.skipBlock(key) }
    await #expect(throws: AnchorError.plan(.livedRefused)) {
      try await device.store.completeBlock(
        block.key, from: device.now, to: device.now.adding(seconds: 60))
    }
    #expect(try await device.store.undo().action == .addBlock)
  }

  @Test func `a block that is started is timed under its title, and the review knows it`()
    async throws
  {
    let device = try await AnchorBench()
    let block = try await device.store.addBlock(planned("write", at: 600))
    _ = try await device.store.start(block)
    device.wait(minutes: 25)
    _ = try await device.store.finish()
    _ = try await device.store.completeBlock(block.key)

    let review = try await device.store.plan().review

    #expect(review.rows.map(\.livedSeconds) == [1_500])
    #expect(review.rows.map(\.gap) == [.variance(seconds: -300)])
  }
}

/// What is wished for: half an hour where nothing else is said.
func planned(_ title: String, at start: Int? = nil, minutes: Int = 30) throws -> PlanWish {
  PlanWish(
    words: try PlanWords(title: title),
    times: try PlanBlock.Times(startMinute: start, minutes: minutes))
}

/// All that a plan is made of, as a store holds it.
struct HeldPlan: Equatable {
  var blocks: [PlanBlock]
  var templates: [PlanTemplate]
  var reviews: [ReviewNotes]
}

extension AnchorBench {
  func planned() async throws -> HeldPlan {
    try await store.read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        HeldPlan(
          blocks: try PlanItemTable.recorded(after: nil, limit: 1_000, transaction),
          templates: try PlanItemTable.recorded(after: nil, limit: 1_000, transaction),
          reviews: try PlanItemTable.recorded(after: nil, limit: 1_000, transaction))
      }
    }
  }

  func titles(_ on: String) async throws -> [String] {
    try await store.plan(of: day(on)).plan.blocks.map(\.words.title)
  }
}
