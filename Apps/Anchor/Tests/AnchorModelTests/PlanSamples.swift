import AnchorModel

func blockID(_ number: UInt128) -> PlanBlockID { PlanBlockID(random: number << 64) }

/// Reads `9:30`.
func minute(_ clock: String) -> Int {
  let parts = clock.split(separator: ":").compactMap { Int($0) }
  guard parts.count == 2 else { preconditionFailure("not a time of day: \(clock)") }
  return parts[0] * 60 + parts[1]
}

extension PlanBlock {
  /// An open block of 2026-11-30, at no set time where `start` is nil.
  static func planned(
    _ number: UInt128 = 1, _ title: String = "write", at start: String? = nil, minutes: Int = 60,
    kind: Kind = .focus, on date: String = "2026-11-30", template: PlanTemplateID? = nil
  ) throws -> PlanBlock {
    PlanBlock(
      id: blockID(number), day: AnchorModelTests.day(date),
      times: try Times(startMinute: start.map { minute($0) }, minutes: minutes),
      words: try PlanWords(title: title), kind: kind, template: template)
  }
}

extension PlanTemplate {
  static func usual(
    _ number: UInt128 = 1, _ title: String = "mail", weekdays: Weekdays = .everyDay,
    since: String = "2026-11-01"
  ) throws -> PlanTemplate {
    PlanTemplate(
      id: PlanTemplateID(random: number), words: try PlanWords(title: title),
      times: try PlanBlock.Times(startMinute: 540, minutes: 30), kind: .routine,
      weekdays: weekdays, since: AnchorModelTests.day(since))
  }
}

extension PlanDay {
  init(_ blocks: PlanBlock...) {
    self.init(day: AnchorModelTests.day("2026-11-30"), blocks: blocks)
  }
}
