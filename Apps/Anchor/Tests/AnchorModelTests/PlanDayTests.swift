import AnchorModel
import Testing

@Suite struct PlanDayTests {
  @Test func `blocks stand by their start, and those without one last`() throws {
    let plan = PlanDay(
      try .planned(1, "some time"), try .planned(2, "later", at: "14:00"),
      try .planned(3, "early", at: "8:00"), try .planned(4, on: "2026-12-01"))

    #expect(plan.blocks.map(\.words.title) == ["early", "later", "some time"])
  }

  @Test func `what was moved away counts neither as planned nor as done`() throws {
    let plan = PlanDay(
      try .planned(1), try PlanBlock.planned(2).completed(now: .latest),
      try PlanBlock.planned(3).skipped(), try PlanBlock.planned(4).moved(to: day("2026-12-01")))

    #expect((plan.planned, plan.done) == (3, 1))
  }

  @Test(arguments: [("9:30", "now"), ("10:30", "next"), ("13:00", "some time")])
  func `the block to start is that of now, then the next, then the last that is open`(
    clock: String, title: String
  ) throws {
    let plan = PlanDay(
      try .planned(1, "now", at: "9:00"), try .planned(2, "next", at: "12:00"),
      try .planned(3, "some time"))

    #expect(plan.toStart(atMinute: minute(clock))?.words.title == title)
  }

  @Test func `a day that is copied adds open blocks and leaves what is there`() throws {
    let monday = PlanDay(
      try PlanBlock.planned(1, "Write", at: "9:00").completed(now: .latest),
      try .planned(2, "read", at: "11:00"),
      try PlanBlock.planned(3, "call").moved(to: day("2026-12-02")))
    let tuesday = PlanDay(
      day: day("2026-12-01"), blocks: [try .planned(7, "write", at: "9:00", on: "2026-12-01")])
    var number: UInt128 = 20

    let copied = monday.copied(onto: tuesday) { _ in
      number += 1
      return blockID(number)
    }

    #expect(copied == [try .planned(21, "read", at: "11:00", on: "2026-12-01")])
  }

  @Test func `what was not done rolls over to no set time, and what comes again by itself stays`()
    throws
  {
    let usual = try PlanTemplate.usual()
    let open = try PlanBlock.planned(1, "write", at: "9:00")
    let monday = PlanDay(
      open, try PlanBlock.planned(2, "read").completed(now: .latest),
      try .planned(3, "mail", at: "9:00", template: usual.id))

    let edits = monday.rolledOver(to: day("2026-12-01"), templates: [usual]) { _ in blockID(9) }

    #expect(
      edits == [
        .changed(from: open, to: try open.moved(to: day("2026-12-01"))),
        .added(try .planned(9, "write", on: "2026-12-01")),
      ])
    #expect(monday.rolledOver(to: monday.day, templates: []) { _ in blockID(9) }.isEmpty)
  }
}

@Suite struct PlanTemplateTests {
  @Test func `a mask has Monday as its first bit, and none stands for every day`() throws {
    let weekend = try #require(PlanTemplate.Weekdays(mask: 0b110_0000))

    #expect((1...7).filter(weekend.holds) == [6, 7])
    #expect((1...7).filter(PlanTemplate.Weekdays.workdays.holds) == [1, 2, 3, 4, 5])
    #expect((1...7).filter(PlanTemplate.Weekdays.everyDay.holds) == Array(1...7))
    #expect(PlanTemplate.Weekdays(mask: 127) == .everyDay)
    #expect(PlanTemplate.Weekdays(mask: 128) == nil && PlanTemplate.Weekdays(mask: -1) == nil)
  }

  @Test func `a template makes a block on its weekdays from its first day on`() throws {
    let template = try PlanTemplate.usual(weekdays: .workdays, since: "2026-11-30")

    #expect(template.block(on: day("2026-11-27"), id: blockID(1)) == nil)
    #expect(template.block(on: day("2026-12-05"), id: blockID(1)) == nil)
    let made = try #require(template.block(on: day("2026-11-30"), id: blockID(1)))
    #expect(made.isOpen && made.template == template.id && made.times == template.times)
  }
}
