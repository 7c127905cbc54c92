import Glibc

/// Lines of a table, printed as they come.
public struct Report {
  public private(set) var isGood = true

  public init() {}

  mutating func title(_ text: String) { Self.say("\n\(text)") }

  mutating func line(_ name: String, _ perSecond: Double, _ unit: String) {
    Self.say("  " + Self.padded(name, 52) + Self.right(Self.grouped(perSecond), 12) + " \(unit)")
  }

  mutating func milliseconds(_ name: String, _ value: Double) {
    let text = String(Double(Int(value * 1000)) / 1000)
    Self.say("  " + Self.padded(name, 52) + Self.right(text, 12) + " ms")
  }

  /// A ratio that must reach `least`; where it does not, the run fails.
  mutating func ratio(_ name: String, _ value: Double, mustReach least: Double) {
    let percent = Int(value * 100)
    let isReached = value >= least
    isGood = isGood && isReached
    Self.say(
      "  " + Self.padded(name, 52) + Self.right("\(percent) %", 12)
        + "   must reach \(Int(least * 100)) %: \(isReached ? "yes" : "NO")")
  }

  /// A figure that must stay at or below `most`.
  mutating func bound(_ name: String, milliseconds value: Double, mustStayBelow most: Double) {
    let text = String(Double(Int(value * 1000)) / 1000)
    bound(name, text, "ms", isKept: value <= most, "\(most) ms")
  }

  /// The same in another unit, shown with one digit behind the point.
  mutating func bound(
    _ name: String, _ value: Double, _ unit: String, mustStayBelow most: Double
  ) {
    let text = String(Double(Int(value * 10)) / 10)
    bound(name, text, unit, isKept: value <= most, String(Int(most)))
  }

  /// A size that must stay at or below `most`, both in bytes.
  mutating func bound(_ name: String, bytes value: Int, mustStayBelow most: Int) {
    bound(
      name, Self.grouped(Double(value)), "bytes", isKept: value <= most,
      Self.grouped(Double(most)))
  }

  private mutating func bound(
    _ name: String, _ value: String, _ unit: String, isKept: Bool, _ most: String
  ) {
    isGood = isGood && isKept
    Self.say(
      "  " + Self.padded(name, 52) + Self.right(value, 12)
        + " \(unit), at most \(most): \(isKept ? "yes" : "NO")")
  }

  /// Writes at once, also where the output is a pipe: a long run shows how far it is.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(1, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { return }
      written += count
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func grouped(_ value: Double) -> String {
    var digits = String(Int(value))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
