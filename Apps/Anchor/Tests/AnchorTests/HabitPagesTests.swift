import AnchorModel
import AppShellTesting
import Testing

@testable import Anchor

@Suite struct HabitPagesTests {
  private let visitor: Visitor<AnchorApp>

  init() throws { visitor = try Visitor() }

  @Test
  func `a habit is begun, checked in with one press on the day's page, and cleared with another`()
    async throws
  {
    let begun = await visitor.post(
      "/habits", "name=Read&cadence=daily&target=20&unit=pages&bound=atLeast&question=&notes=")
    #expect(begun.headers["Location"] == "/habits?done=1")
    let id = try await habit().id
    var page = await visitor.get("/").text
    #expect(page.contains("Check in Read") && page.contains("0 of 1"))

    let done = await visitor.post("/habits/\(id)/done", "day=2026-11-30&from=day")
    #expect(done.headers["Location"] == "/?done=1")
    page = await visitor.get("/?done=1").text
    #expect(page.contains("done, 20 pages") && page.contains("Checked in."))
    #expect(page.contains("Clear Read") && page.contains("1 of 1"))

    _ = await visitor.post("/habits/\(id)/clear", "day=2026-11-30&from=day")
    #expect(await visitor.get("/").text.contains("Check in Read"))
  }

  @Test func `a past day is skipped with a note, and the habit's page shows its year in words too`()
    async throws
  {
    _ = await visitor.post("/habits", "name=Read&cadence=daily")
    let id = try await habit().id

    let skipped = await visitor.post(
      "/habits/\(id)/done", "day=2026-11-28&amount=&note=ill&skip=1&from=habit")
    let page = await visitor.get("/habits/\(id)?done=1").text

    #expect(skipped.headers["Location"] == "/habits/\(id)?done=1")
    #expect(page.contains("Skipped.") && page.contains("ill"))
    #expect(
      page.contains(
        "Read, the year up to Monday, 30 November 2026: 0 days done, 1 skipped, 0 missed."))
  }

  @Test func `a habit is changed, put to rest and taken up again by plain forms`() async throws {
    _ = await visitor.post("/habits", "name=Read&cadence=daily")
    let id = try await habit().id

    _ = await visitor.post("/habits/\(id)/edit", "name=Read+a+book&cadence=3%2Fweek")
    #expect(try await habit().words.name == "Read a book")
    #expect(try await habit().schedule.cadence == .timesPerWeek(3))
    _ = await visitor.post("/habits/\(id)/archive")
    #expect(await visitor.get("/habits").text.contains("At rest"))
    #expect(await !visitor.get("/").text.contains("Read a book"))
    _ = await visitor.post("/habits/\(id)/resume")

    #expect(try await !habit().schedule.isArchived)
  }

  @Test func `a day that lies back is checked in on its own page`() async throws {
    _ = await visitor.post("/habits", "name=Read&cadence=daily")
    let id = try await habit().id
    _ = await visitor.post("/habits/\(id)/done", "day=2026-11-29&from=day")

    #expect(await visitor.get("/days/2026-11-29").text.contains("Clear Read"))
  }

  @Test(arguments: [
    "name=&cadence=daily", "name=Read&cadence=hourly", "name=Read&cadence=daily&target=x&unit=y",
    "name=Read&cadence=daily&target=5&unit=",
  ])
  func `a form that makes no habit is refused, and nothing is added`(form: String) async throws {
    let answer = await visitor.post("/habits", form)

    #expect(answer.status == 400 || answer.status == 409 || answer.status == 422)
    #expect(try await visitor.app.anchor.habits().isEmpty)
  }

  @Test func `a habit that is not here is said plainly`() async {
    #expect(await visitor.get("/habits/x").text.contains("There is no such habit."))
    #expect(
      await visitor.get("/habits/\(HabitID(random: 4))").text.contains("There is no such habit."))
  }

  private func habit() async throws -> Habit {
    try #require(try await visitor.app.anchor.habits().first).habit
  }
}
