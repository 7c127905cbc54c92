/// When a program that ended by itself is started again.
///
/// After a second, then after twice as long each time, at most half a minute; a program that ran for a
/// minute begins with a second again. Who ends quickly too often is left alone: something is wrong
/// that starting again does not mend. Pure.
struct RestartPolicy: Sendable {
  enum Decision: Sendable, Equatable {
    case restart(after: Duration)
    case giveUp
  }

  static let delayMax = Duration.seconds(30)
  /// Living for so long counts as having been well.
  static let wellAfter = Duration.seconds(60)
  static let quickEndsMax = 8

  private var quickEnds = 0

  mutating func ended(after lived: Duration) -> Decision {
    if lived >= Self.wellAfter { quickEnds = 0 }
    quickEnds += 1
    guard quickEnds <= Self.quickEndsMax else { return .giveUp }
    return .restart(after: min(.seconds(1 << (quickEnds - 1)), Self.delayMax))
  }
}
