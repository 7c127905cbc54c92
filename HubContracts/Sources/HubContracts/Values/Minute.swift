/// A whole minute of UTC.
public struct Minute: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Minutes since 1970-01-01T00:00Z; may be negative.
  public let number: Int64

  /// A minute before the year 0001 or after 9999 becomes the first or the last one.
  public init(number: Int64) {
    self.number = min(max(number, Day.numberMin * 1_440), Day.numberMax * 1_440 + 1_439)
  }

  /// The minute in which an instant lies.
  public init(containingMilliseconds milliseconds: Int64) {
    self.init(number: milliseconds.dividedRoundingDown(by: 60_000))
  }

  /// The minute of an ISO 8601 date, or date and time with a zone; seconds are cut off.
  ///
  /// `YYYY-MM-DD`, optionally with `THH:MM:SS[.f]` and `Z` or `±HH:MM`; nil for any other text.
  public init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    guard let milliseconds = ISOTime.milliseconds(of: text) else { return nil }
    self.init(containingMilliseconds: milliseconds)
  }

  /// Takes only what ``description`` writes: a second or a zone would tell more than a minute.
  init?(canonical text: ArraySlice<UInt8>) {
    // Midnight has a second spelling, which is not ours.
    guard text.count == 20, text.suffix(4).elementsEqual(":00Z".utf8),
      !text.suffix(9).elementsEqual("24:00:00Z".utf8),
      let milliseconds = ISOTime.milliseconds(of: text)
    else { return nil }
    self.init(containingMilliseconds: milliseconds)
  }

  public var milliseconds: Int64 { number * 60_000 }

  /// The day of UTC in which it lies.
  public var day: Day { Day(number: number.dividedRoundingDown(by: 1_440)) }

  /// `YYYY-MM-DDTHH:MM:00Z`.
  public var description: String {
    ISOTime.text(ofMilliseconds: milliseconds, showsFraction: false)
  }

  public static func < (left: Minute, right: Minute) -> Bool { left.number < right.number }
}
