import AnchorModel
import Testing

@Suite struct PlanLoadTests {
  @Test func `more than eight hours of work are too much, and rest is no work`() throws {
    let work = try (1...5).map { try PlanBlock.planned($0, minutes: 100) }
    let rest = try PlanBlock.planned(9, minutes: 120, kind: .rest)

    let load = PlanLoad(of: work + [rest], minuteNow: nil)

    #expect(load.workMinutes == 500 && load.openMinutes == 620)
    #expect(load.warnings == [.tooMuchWork(overBy: 20)])
    #expect(PlanLoad(of: [rest] + work.prefix(4), minuteNow: nil).warnings.isEmpty)
  }

  @Test func `what is open has to fit into what is left of the day until 22:00`() throws {
    let open = try PlanBlock.planned(1, minutes: 90)
    let done = try PlanBlock.planned(2, minutes: 90).completed(now: .latest)

    let late = PlanLoad(of: [open, done], minuteNow: minute("21:00"))

    #expect(late.warnings == [.tooLittleTime(overBy: 30)])
    #expect(PlanLoad(of: [open, done], minuteNow: minute("20:30")).warnings.isEmpty)
    #expect(
      PlanLoad(of: [open], minuteNow: minute("23:00")).warnings == [.tooLittleTime(overBy: 90)])
  }

  @Test func `skipped and moved blocks weigh nothing, and a day that is over warns of nothing`()
    throws
  {
    let gone = [
      try PlanBlock.planned(1, minutes: 900).skipped(),
      try PlanBlock.planned(2, minutes: 900).moved(to: day("2026-12-01")),
    ]

    #expect(PlanLoad(of: gone, minuteNow: nil) == PlanLoad(of: [], minuteNow: nil))
    let full = try PlanBlock.planned(3, minutes: 901)
    #expect(PlanLoad(of: [full], minuteNow: nil, isOver: true).warnings.isEmpty)
    #expect(
      PlanLoad(of: [full], minuteNow: nil).warnings
        == [.tooLittleTime(overBy: 1), .tooMuchWork(overBy: 421)])
  }
}

@Suite struct TimetableLanesTests {
  @Test func `what overlaps stands beside each other, and what only touches does not`() {
    let lanes = TimetableLanes([540..<600, 570..<630, 600..<660, 660..<700])

    #expect(lanes.places.map(\.lane) == [0, 1, 0, 0])
    #expect(lanes.places.map(\.lanes) == [2, 2, 2, 1])
  }

  @Test func `the order of the spans is of no matter`() {
    let lanes = TimetableLanes([600..<660, 540..<720, 560..<580])

    #expect(lanes.places.map(\.lane) == [1, 0, 1])
    #expect(lanes.places.map(\.lanes) == [2, 2, 2])
  }

  @Test func `a span without a length still takes its place`() {
    #expect(TimetableLanes([540..<540, 540..<541]).places.map(\.lane) == [0, 1])
    #expect(TimetableLanes([]).places.isEmpty)
  }
}
