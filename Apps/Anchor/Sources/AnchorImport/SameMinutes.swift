import AnchorModel

/// What is kept of a row whose session has no id in the file.
package struct ImportedRow: Equatable, Sendable {
  let minutes: SameMinutes
  /// A hash of all that the row says; it stays in the store, so that the row is known again.
  package let digest: [UInt8]
}

/// The intervals of one program that lie in the same whole minutes.
///
/// Facts of a session travel in whole minutes and without words. An id that is made of this, and of
/// the place among such intervals, tells the Hub nothing more, and is the same on each machine.
struct SameMinutes: Hashable, Sendable {
  private let format: ImportPlan.Format
  private let startMinute: Int64
  private let minutes: Int64

  init(_ interval: ImportedInterval, to end: Instant, in format: ImportPlan.Format) {
    self.format = format
    startMinute = Self.minute(interval.wallStart ?? interval.start)
    minutes = Self.minute(end) - Self.minute(interval.start)
  }

  /// Makes the id of one of them.
  ///
  /// - Parameters:
  ///   - place: how many such intervals stand before it in the file.
  ///   - digest: a hash without collisions of at least 16 bytes.
  /// - Returns: the same id for the same minutes and place.
  func id(place: Int, _ digest: ([UInt8]) -> [UInt8]) -> SessionID {
    let text = "\(format.rawValue) \(startMinute) \(minutes) \(place)"
    guard let id = SessionID(digest: digest(Array(text.utf8))) else {
      preconditionFailure("a digest has at least 16 bytes")
    }
    return id
  }

  private static func minute(_ instant: Instant) -> Int64 {
    instant.milliseconds.flooredQuotient(by: 60_000)
  }
}
