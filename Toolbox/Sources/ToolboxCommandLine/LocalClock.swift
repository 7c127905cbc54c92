/// A moment, and how far local time is from UTC around it.
///
/// A value and not a system call, so that what is typed means the same in a test as at a desk.
public struct LocalClock: Sendable {
  /// Seconds since 1970 in UTC.
  public let now: Int64
  /// Seconds to add to UTC at a given moment; at most a day, changes at most once a day.
  public let offset: @Sendable (_ moment: Int64) -> Int

  public init(now: Int64, offset: @escaping @Sendable (_ moment: Int64) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// What a local clock on the wall shows.
  func wallSeconds(at moment: Int64) -> Int64 {
    moment + Int64(offset(moment))
  }

  /// The moment when a clock on the wall shows this; seconds as in ``wallSeconds(at:)``.
  ///
  /// 1. Usually there is one.
  /// 2. An hour that comes twice in autumn: the first.
  /// 3. An hour that is skipped in spring: as much later as the clock was put forward, so that
  ///    02:30 becomes 03:30.
  func moment(atWall wall: Int64) -> Int64 {
    let day: Int64 = 86_400
    let before = Int64(offset(wall - day))
    let after = Int64(offset(wall + day))
    let possible = [wall - before, wall - after].filter { Int64(offset($0)) + $0 == wall }
    return possible.min() ?? wall - before
  }
}
