/// What time it is, in milliseconds since 1970 UTC; a test moves it by hand.
public protocol WallClock: Sendable {
  var nowMilliseconds: Int64 { get }
}
