import PersonalSyncKit
import ToolboxLocks

/// A listener beside a browser that a test leads by hand.
public final class HandLoopback: LoopbackListener {
  public static let port: UInt16 = 49_152

  private let expected = Locked<(@Sendable (String) -> Bool)?>(nil)
  private let queries: AsyncStream<String>
  private let arrived: AsyncStream<String>.Continuation

  public init() { (queries, arrived) = AsyncStream.makeStream() }

  public var secondsMax: Int64 { 600 }
  public var isOpen: Bool { expected.withLock { $0 != nil } }

  public func open(
    expecting isExpected: @escaping @Sendable (String) -> Bool
  ) async throws -> UInt16 {
    expected.withLock { $0 = isExpected }
    return Self.port
  }

  public func query() async -> String? {
    for await query in queries { return query }
    return nil
  }

  public func close() async { expected.withLock { $0 = nil } }

  /// Leads the browser to the callback; false where it is not the answer that is waited for.
  @discardableResult
  public func arrive(_ query: String) -> Bool {
    guard expected.withLock({ $0?(query) ?? false }) else { return false }
    arrived.yield(query)
    return true
  }

  /// The time is up.
  public func expire() { arrived.finish() }
}
