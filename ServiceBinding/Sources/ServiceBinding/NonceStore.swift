import HubContracts
import ToolboxLocks

/// Remembers which requests have been answered, so that none is answered twice.
public protocol NonceStore: Sendable {
  /// Takes a nonce; false where it was taken before.
  ///
  /// On return it is kept until `untilMilliseconds` at least. A store that survives a restart of the
  /// service keeps it over that, too.
  /// - Throws: ``ServiceRefusal/unavailable`` where it cannot be kept, so nothing may be answered.
  func take(
    _ nonce: String, at now: Int64, keptUntil untilMilliseconds: Int64
  ) async throws(ServiceRefusal) -> Bool
}

/// Nonces in memory, for a service whose actions are safe to repeat across a restart.
///
/// Beyond ``countMax`` it refuses to take more rather than forget one that could still be replayed.
public final class InMemoryNonces: NonceStore {
  public static let countMax = 10_000

  private let kept = Locked<[String: Int64]>([:])

  public init() {}

  public func take(
    _ nonce: String, at now: Int64, keptUntil untilMilliseconds: Int64
  ) async throws(ServiceRefusal) -> Bool {
    try kept.withLock { (kept) throws(ServiceRefusal) in
      if kept.count >= Self.countMax { kept = kept.filter { $0.value > now } }
      if kept[nonce] != nil { return false }
      guard kept.count < Self.countMax else { throw .unavailable }
      kept[nonce] = untilMilliseconds
      return true
    }
  }
}
