/// Time as the kit needs it; a program is wired with the system's, a test with a hand-moved one.
public protocol SyncClock: Sendable {
  /// The wall clock, milliseconds since 1970 UTC; it may step back.
  var nowMilliseconds: Int64 { get }
  /// A clock that only rises, for measuring.
  var monotonicNanoseconds: Int64 { get }
  /// Waits; returns early, without an error, when the task is cancelled.
  func sleep(milliseconds: Int64) async
}
