/// How much of something, in thousandths of its unit: 0…999,999,999.999.
public struct HabitAmount: Hashable, Comparable, Sendable {
  public let thousandths: Int

  public static let thousandthsMax = 999_999_999_999

  /// Nil outside the range.
  public init?(thousandths: Int) {
    guard (0...Self.thousandthsMax).contains(thousandths) else { return nil }
    self.thousandths = thousandths
  }

  /// Reads a decimal number such as `20`, `2.5` or `2,5`, of at most three decimals; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.count <= 9,
      let whole = Array(parts[0].utf8)[...].decimalValue
    else { return nil }
    var rest = 0
    if parts.count == 2 {
      let digits = Array(parts[1].utf8)
      guard (1...3).contains(digits.count), let value = digits[...].decimalValue else { return nil }
      rest = value * (digits.count == 1 ? 100 : digits.count == 2 ? 10 : 1)
    }
    self.init(thousandths: whole * 1_000 + rest)
  }

  public static func < (left: HabitAmount, right: HabitAmount) -> Bool {
    left.thousandths < right.thousandths
  }
}

extension HabitAmount: CustomStringConvertible {
  /// With a point and no needless zeros, such as `2.5`; ``init(_:)`` reads it.
  public var description: String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
    if rest == 0 { return "\(whole)" }
    var digits = String(1_000 + rest).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(whole).\(digits)"
  }
}

/// What is counted of a habit, and how much of it is enough.
public struct HabitMeasure: Hashable, Sendable {
  public enum Bound: String, Sendable, CaseIterable {
    case atLeast, atMost
  }

  public static let unitBytesMax = 80

  /// Such as `pages`; one line, not empty.
  public let unit: String
  public let target: HabitAmount
  public let bound: Bound

  /// - Throws: ``HabitRefusal/unitRefused`` for an empty or a long unit, and
  ///   ``HabitRefusal/targetRefused`` for a target of nothing that is to be reached.
  public init(
    unit: String, target: HabitAmount, bound: Bound = .atLeast
  ) throws(HabitRefusal) {
    self.unit = TidyText.oneLine(unit)
    self.target = target
    self.bound = bound
    guard (1...Self.unitBytesMax).contains(self.unit.utf8.count) else { throw .unitRefused }
    if bound == .atLeast, target.thousandths == 0 { throw .targetRefused }
  }

  public func isMet(by amount: HabitAmount) -> Bool {
    switch bound {
    case .atLeast: amount >= target
    case .atMost: amount <= target
    }
  }
}
