import Testing

@testable import Anchor

@Suite struct PlanCommandTests {
  private let terminal = Terminal()

  @Test func `a day is planned, lived and looked at in words`() async {
    var said = await terminal.type("plan", "add", "9:00", "45m", "write", "chapter")
    #expect(said.output == "Planned: write chapter, 09:00–09:45, 45 min, 2026-11-30.\n")
    said = await terminal.type("plan", "add", "20m", "mail", "--kind", "routine")
    #expect(said.output == "Planned: mail, 20 min, 2026-11-30.\n")
    _ = await terminal.type("plan", "start", "write")
    terminal.wait(minutes: 50)
    said = await terminal.type("plan", "done", "write")
    #expect(said.output == "write chapter, 09:00–09:45, 45 min, 2026-11-30, done.\n")

    #expect(
      await terminal.type("plan").output == """
        Monday, 30 November 2026

          1 [x] 09:00–09:45  45 min  write chapter (done, lived 45 min)
          2 [ ]              20 min  mail

        1 of 2 done, 1 h 5 min planned.

        """)
  }

  @Test func `a review lists what went otherwise, why, and what was beside the plan`() async {
    _ = await terminal.type("plan", "add", "7:00", "1h", "write")
    _ = await terminal.type("plan", "done", "write", "7:00", "8:20")
    _ = await terminal.type("log", "8:30", "8:45", "call")
    let said = await terminal.type("plan", "why", "write", "interruption")

    #expect(
      said.output == """
        Monday, 30 November 2026

          Planned 1 h, lived 1 h 35 min.

        Went otherwise:
          write: 20 min longer, interrupted from outside

        Beside the plan:
          08:30  15 min  call

        """)
    let json = await terminal.type("plan", "review", "--note", "calm", "--json").output
    #expect(json.contains(#""gap":"variance","cause":"externalInterruption""#))
    #expect(json.contains(#""note":"calm""#))
  }

  @Test func `too much for a day is said when it is planned`() async {
    let said = await terminal.type("plan", "add", "9:00", "9h", "everything")

    #expect(said.output.hasSuffix("Too much work: 1 h more than 8 h.\n"))
    #expect(await terminal.type("plan", "--json").output.contains(#""workMinutes":540"#))
  }

  @Test func `what comes again is planned by itself, and edited from now on`() async {
    var said = await terminal.type("plan", "usual", "add", "9:00", "30m", "mail", "--on", "mon,wed")
    #expect(said.output == "Planned: mail, 09:00–09:30, mon, wed.\n")
    #expect(await terminal.type("plan", "tomorrow").output.contains("Nothing planned."))
    #expect(await terminal.type("plan", "wed").output.contains("1 [ ] 09:00–09:30  30 min  mail"))
    said = await terminal.type("plan", "usual", "edit", "mail", "--on", "weekdays", "--at", "8:30")
    #expect(said.output == "Changed: mail, 08:30–09:00, weekdays.\n")
    #expect(await terminal.type("plan").output.contains("1 [ ] 08:30–09:00  30 min  mail"))

    #expect(await terminal.type("plan", "usual", "remove", "mail").status == 0)
    #expect(await terminal.type("plan").output.contains("Nothing planned."))
  }

  @Test func `a plan is copied and brought over`() async {
    _ = await terminal.type("plan", "add", "9:00", "45m", "write", "--day", "2026-11-29")
    let plan = await terminal.type("plan").output
    #expect(plan.contains("1 block was not done yesterday. Bring over with: anchor plan roll"))

    #expect(
      await terminal.type("plan", "copy", "yesterday", "--day", "tomorrow").output
        == "Copied:\n  write, 09:00–09:45, 45 min, 2026-12-01\n")
    #expect(
      await terminal.type("plan", "roll").output
        == "Brought over:\n  write, 45 min, 2026-11-30\n")
    #expect(await terminal.type("plan", "roll").output == "There is nothing to bring over.\n")
    #expect(await terminal.type("undo").output == "Taken back: the roll-over of \"write\".\n")
  }

  @Test(arguments: [
    (["plan", "skip", "write"], "plan.not_found"),
    (["plan", "add", "9:00"], "plan.title_missing"),
    (["plan", "add", "0m", "write"], "plan.times_out_of_range"),
    (["plan", "add", "write", "--kind", "work"], "usage.wrong_value"),
    (["plan", "usual", "add", "write", "--on", "someday"], "usage.wrong_value"),
    (["plan", "usual", "remove", "write"], "plan.template_not_found"),
  ])
  func `what cannot be is refused with a code and plans nothing`(
    words: [String], code: String
  ) async {
    let said = await terminal.type(words + ["--json"])

    #expect(said.status != 0 && (said.output + said.complaints).contains(#""\#(code)""#))
    #expect(await terminal.type("plan").output.contains("Nothing planned."))
  }

  @Test(
    arguments: [
      (["9:00", "10:30", "a"], 540, 90), (["23:30", "0:15", "a"], 1_410, 45),
      (["1h30", "a"], nil, 90),
      (["9:00", "a"], 540, 30), (["a", "9:00"], nil, 30), (["9:00 45m a"], 540, 45),
    ] as [([String], Int?, Int)])
  func `when and how long is read from the front`(
    words: [String], start: Int?, minutes: Int
  ) throws {
    let entry = try PlanEntry.read(words)

    #expect(entry.times.startMinute == start && entry.times.minutes == minutes)
    #expect(entry.title.hasPrefix("a"))
  }
}
