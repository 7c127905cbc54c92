/// Tells when a machine that was off the network can reach others again, so that nobody waits for
/// the end of a pause that was made for being offline.
public protocol NetworkReturn: Sendable {
  /// An element each time; it may also come when nothing was lost. Ends with the task that reads.
  func returns() -> AsyncStream<Void>
}

/// A machine of which nothing is known: pauses last as long as they last.
public struct NoNetworkReturn: NetworkReturn {
  public init() {}

  public func returns() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
