/// How much a day is asked to hold, and whether that is too much.
///
/// Source: docs/decisions/0059-what-a-plan-asks-and-what-a-review-says.md.
public struct PlanLoad: Equatable, Sendable {
  public enum Warning: Equatable, Sendable {
    /// So many minutes of work past ``PlanLoad/workMinutesMax``.
    case tooMuchWork(overBy: Int)
    /// So many minutes more than the day, or what is left of it, has room for.
    case tooLittleTime(overBy: Int)
  }

  /// Eight hours of work are a full day.
  public static let workMinutesMax = 480
  /// The part of a day that a timetable shows and a plan may fill: 07:00 to 22:00.
  public static let window = 7 * 60..<22 * 60

  /// Of focus, routines and commitments that were neither skipped nor moved.
  public let workMinutes: Int
  /// Of all that is still open.
  public let openMinutes: Int
  /// The worse first; empty where all fits, and for a day that is over.
  public let warnings: [Warning]

  /// `minuteNow` is the minute of the day where it is today; nil for a day to come.
  public init(of blocks: [PlanBlock], minuteNow: Int?, isOver: Bool = false) {
    let held = blocks.filter { $0.isOpen || $0.isDone }
    workMinutes = held.filter(\.kind.isWork).reduce(0) { $0 + $1.times.minutes }
    openMinutes = held.filter(\.isOpen).reduce(0) { $0 + $1.times.minutes }
    let begin = max(Self.window.lowerBound, minuteNow ?? 0)
    let left = max(0, Self.window.upperBound - begin)
    var warnings: [Warning] = []
    if openMinutes > left { warnings.append(.tooLittleTime(overBy: openMinutes - left)) }
    if workMinutes > Self.workMinutesMax {
      warnings.append(.tooMuchWork(overBy: workMinutes - Self.workMinutesMax))
    }
    self.warnings = isOver ? [] : warnings
  }
}
