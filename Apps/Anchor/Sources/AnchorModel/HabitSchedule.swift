/// Since when a habit has had which cadence, and when it rested.
///
/// A change counts from its day on, so that what was asked of a past day stays what it was.
/// Stretches do not fall by day, there is at least one, and no two neighbours say the same.
public struct HabitSchedule: Hashable, Sendable {
  /// From one day up to the next stretch.
  public struct Stretch: Hashable, Sendable {
    public let from: Day
    /// Nil where the habit rests.
    public let cadence: HabitCadence?

    public init(from day: Day, _ cadence: HabitCadence?) {
      self.from = day
      self.cadence = cadence
    }
  }

  /// More than anybody changes a habit; the oldest are joined past it.
  public static let stretchesMax = 200

  public let stretches: [Stretch]

  public init(since day: Day, _ cadence: HabitCadence?) {
    stretches = [Stretch(from: day, cadence)]
  }

  /// Nil for stretches that break a rule of the type.
  public init?(_ stretches: [Stretch]) {
    guard !stretches.isEmpty, stretches.count <= Self.stretchesMax,
      zip(stretches, stretches.dropFirst()).allSatisfy({
        $0.from <= $1.from && $0.cadence != $1.cadence
      })
    else { return nil }
    self.stretches = stretches
  }

  private init(holding stretches: [Stretch]) { self.stretches = stretches }

  public var since: Day { stretches[0].from }

  /// The cadence that it has, or had last before it rested; daily where it never had one.
  public var cadence: HabitCadence {
    stretches.reversed().lazy.compactMap(\.cadence).first ?? .daily
  }

  /// Whether it rests from its last change on.
  public var isArchived: Bool { stretches[stretches.count - 1].cadence == nil }

  /// The day of the last change.
  public var changedOn: Day { stretches[stretches.count - 1].from }

  /// What is asked on a day; nil before it began, and where it rests.
  public func cadence(on day: Day) -> HabitCadence? {
    stretches.last { $0.from <= day }?.cadence ?? nil
  }

  /// The first day of the unbroken run that reaches up to `day`; nil where it rests then.
  ///
  /// Another cadence does not end a run, a rest does.
  public func runBegan(upTo day: Day) -> Day? {
    var began: Day?
    for stretch in stretches.reversed() where stretch.from <= day {
      guard stretch.cadence != nil else { break }
      began = stretch.from
    }
    return began
  }

  /// The schedule with another cadence, or a rest, from `day` on; what was to follow is dropped.
  public func changing(to cadence: HabitCadence?, from day: Day) -> HabitSchedule {
    var kept = stretches.filter { $0.from < day }
    if kept.last?.cadence == cadence, !kept.isEmpty { return HabitSchedule(holding: kept) }
    // One that rests from its first day on still knows what it was to be.
    if kept.isEmpty, cadence == nil { kept.append(Stretch(from: day, self.cadence)) }
    kept.append(Stretch(from: day, cadence))
    if kept.count > Self.stretchesMax { kept.remove(at: 1) }
    return HabitSchedule(Self.joined(kept)) ?? HabitSchedule(since: day, cadence)
  }

  /// The first day on which one asks for something else than the other; nil where they never do.
  public static func firstDay(
    _ one: HabitSchedule?, differsFrom other: HabitSchedule?
  ) -> Day? {
    let (one, other) = (one?.stretches ?? [], other?.stretches ?? [])
    let common = zip(one, other).prefix { $0 == $1 }.count
    return [one.dropFirst(common).first?.from, other.dropFirst(common).first?.from]
      .compactMap(\.self).min()
  }

  private static func joined(_ stretches: [Stretch]) -> [Stretch] {
    stretches.enumerated().filter { place, stretch in
      place == 0 || stretches[place - 1].cadence != stretch.cadence
    }.map(\.element)
  }
}
