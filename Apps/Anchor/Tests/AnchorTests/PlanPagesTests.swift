import AnchorModel
import AppShellTesting
import Testing

@testable import Anchor

@Suite struct PlanPagesTests {
  private let visitor: Visitor<AnchorApp>

  init() throws { visitor = try Visitor() }

  private func block() async throws -> PlanBlock {
    try #require(try await visitor.app.anchor.plan().plan.blocks.first)
  }

  @Test func `a block is planned, done with one press and taken back`() async throws {
    let added = await visitor.post(
      "/plan/2026-11-30/add", "title=Write&start=09%3A30&minutes=45&kind=focus&intent=all+of+it")
    #expect(added.headers["Location"] == "/plan/2026-11-30?done=1")
    let id = try await block().id
    var page = await visitor.get("/plan").text
    #expect(page.contains("Done: Write") && page.contains("09:30–10:15 · 45 min"))
    #expect(page.contains("0 of 1 done, 45 min planned") && page.contains("all of it"))

    _ = await visitor.post("/plan-blocks/\(id)/done", "day=2026-11-30")
    page = await visitor.get("/plan?done=1").text
    #expect(page.contains("Open again: Write") && page.contains("length unknown"))
    let step = try await visitor.app.anchor.plan().lastAction?.sequence

    let undone = await visitor.post("/plan-undo/\(try #require(step))", "")
    #expect(undone.headers["Location"] == "/plan")
    #expect(try await block().isOpen)
  }

  @Test func `a block is changed on a page of its own, started, explained and removed`()
    async throws
  {
    _ = await visitor.post("/plan/2026-11-30/add", "title=Write&start=&minutes=45")
    let id = try await block().id
    #expect(await visitor.get("/plan-blocks/\(id)?day=2026-11-30").text.contains("Write"))

    _ = await visitor.post(
      "/plan-blocks/\(id)/edit", "day=2026-11-30&title=Read&start=08%3A00&minutes=60&kind=rest")
    #expect(try await block().words.title == "Read")
    #expect(try await block().times.startMinute == 480)
    _ = await visitor.post("/plan-blocks/\(id)/why", "day=2026-11-30&cause=humanNeed")
    #expect(await visitor.get("/plan").text.contains("a human need"))
    let started = await visitor.post("/plan-blocks/\(id)/start", "day=2026-11-30")
    #expect(started.headers["Location"] == "/?done=1")
    #expect(try await visitor.app.anchor.active()?.words.title == "Read")
    _ = await visitor.post("/plan-blocks/\(id)/remove", "day=2026-11-30")
    #expect(try await visitor.app.anchor.plan().plan.blocks.isEmpty)
  }

  @Test func `what comes again, was left over or is copied is planned by plain forms`()
    async throws
  {
    _ = await visitor.post(
      "/plan/2026-11-30/add", "title=Mail&start=09%3A00&minutes=30&weekdays=31")
    let tomorrow = await visitor.get("/plan/2026-12-01").text
    #expect(tomorrow.contains("Done: Mail") && tomorrow.contains("Mail, 09:00–09:30, weekdays"))
    _ = await visitor.post("/plan/2026-11-29/add", "title=Write&start=&minutes=45")
    #expect(await visitor.get("/plan").text.contains("1 block was not done yesterday."))

    _ = await visitor.post("/plan/2026-12-02/copy", "from=2026-11-29")
    _ = await visitor.post("/plan/2026-11-30/roll", "")

    #expect(await visitor.get("/plan/2026-12-02").text.contains("Done: Write"))
    #expect(await visitor.get("/plan").text.contains("Done: Write"))
    let template = try #require(try await visitor.app.anchor.templates().first)
    _ = await visitor.post("/plan-usual/\(template.id)/remove", "")
    #expect(await !visitor.get("/plan/2026-12-01").text.contains("Mail"))
  }

  @Test func `the timetable says in words what it draws, and a full day warns`() async throws {
    _ = await visitor.post("/plan/2026-11-30/add", "title=Write&start=08%3A00&minutes=540")
    _ = await visitor.post("/plan/2026-11-30/add", "title=Call&start=23%3A30&minutes=60")

    let page = await visitor.get("/plan").text

    #expect(page.contains("Planned: Write 08:00–17:00, Call 23:30–00:30. Lived: nothing."))
    #expect(page.contains("Too much work: 2 h more than 8 h."))
  }

  @Test(arguments: [
    ("/plan/2026-11-30/add", "title=&minutes=30"), ("/plan/2026-11-30/add", "title=a&minutes=x"),
    ("/plan/2026-11-30/add", "title=a&minutes=30&start=25%3A00"),
    ("/plan/never/add", "title=a&minutes=5"),
    ("/plan-blocks/none/done", "day=2026-11-30"), ("/plan-usual/none/remove", ""),
    ("/plan-blocks/27427f00-dd46-4179-9ab6-af6ffa884afe/skip", "day="),
  ])
  func `a form that makes no sense is refused and plans nothing`(
    path: String, body: String
  ) async throws {
    let answer = await visitor.post(path, body)

    #expect((400..<500).contains(answer.status))
    #expect(try await visitor.app.anchor.plan().plan.blocks.isEmpty)
  }
}
