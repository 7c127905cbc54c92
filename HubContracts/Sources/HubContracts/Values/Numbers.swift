/// Which writing of a record at the Hub this is: the later, the greater; 0 means that it is absent.
///
/// 1, 2, 3 … with gaps where the Hub forgot a deletion or was restored from a backup.
public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
  public static let absent = Version(0)
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public var next: Version { Version(number + 1) }
  public var description: String { String(number) }
  public static func < (left: Version, right: Version) -> Bool { left.number < right.number }
}

/// A place in an account's feed of changes; a later change has a greater one.
public struct Cursor: Sendable, Hashable, Comparable, CustomStringConvertible {
  public static let start = Cursor(0)
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  /// A cursor as a client sends it: digits that say 0…2^63-2; nil for any other text.
  ///
  /// The highest number is left out, so that every cursor has a next one.
  public init?(digits: String) {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(digits), number < Int64.max
    else { return nil }
    self.init(number)
  }

  public var next: Cursor { Cursor(number + 1) }
  public var description: String { String(number) }
  public static func < (left: Cursor, right: Cursor) -> Bool { left.number < right.number }
}

/// When a record was last edited: milliseconds since 1970 UTC, never running backwards on a device.
public struct Stamp: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public var description: String { String(milliseconds) }
  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// Rises when a Hub is restored from a backup: what it knew may be gone.
public struct Epoch: Sendable, Hashable, Comparable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }
}
