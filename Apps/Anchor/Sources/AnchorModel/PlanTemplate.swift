/// A block that comes again on some days of the week.
public struct PlanTemplate: Equatable, Sendable, Identifiable {
  /// Days of a week.
  public struct Weekdays: Hashable, Sendable {
    /// Monday is bit 0, Sunday bit 6; 0 stands for every day.
    public let mask: Int

    public static let everyDay = Weekdays(known: 0)
    public static let workdays = Weekdays(known: 0b001_1111)

    /// Nil for a mask of another week than ours.
    public init?(mask: Int) {
      guard (0..<128).contains(mask) else { return nil }
      self.mask = mask == 127 ? 0 : mask
    }

    private init(known mask: Int) { self.mask = mask }

    /// `number` is 1 for Monday to 7 for Sunday.
    public func holds(_ number: Int) -> Bool {
      mask == 0 || (1...7).contains(number) && mask >> (number - 1) & 1 == 1
    }
  }

  public let id: PlanTemplateID
  public internal(set) var words: PlanWords
  public internal(set) var times: PlanBlock.Times
  public internal(set) var kind: PlanBlock.Kind
  public internal(set) var weekdays: Weekdays
  /// The first day for which it makes a block.
  public let since: Day

  public init(
    id: PlanTemplateID, words: PlanWords, times: PlanBlock.Times, kind: PlanBlock.Kind = .focus,
    weekdays: Weekdays = .everyDay, since: Day
  ) {
    self.id = id
    self.words = words
    self.times = times
    self.kind = kind
    self.weekdays = weekdays
    self.since = since
  }

  public func rewritten(
    _ words: PlanWords, times: PlanBlock.Times, kind: PlanBlock.Kind, weekdays: Weekdays
  ) -> PlanTemplate {
    PlanTemplate(
      id: id, words: words, times: times, kind: kind, weekdays: weekdays, since: since)
  }

  public func isUsual(on day: Day) -> Bool { day >= since && weekdays.holds(day.weekday) }

  /// The open block that it makes on a day; nil where that is none of its days.
  ///
  /// `id` is the same on every device for the same template and day.
  public func block(on day: Day, id block: PlanBlockID) -> PlanBlock? {
    guard isUsual(on: day) else { return nil }
    return PlanBlock(
      id: block, day: day, times: times, words: words, kind: kind, template: id)
  }
}

public typealias PlanTemplateID = Identifier<PlanTemplate>
