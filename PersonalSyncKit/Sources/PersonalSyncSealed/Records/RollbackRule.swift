import HubContracts

/// Whether a change of a record is older than what this device has seen of it.
///
/// Source: docs/protocol/sealed.md, "4.5 Rollback".
public enum RollbackRule {
  /// What of a record was taken last on this device.
  public struct Seen: Sendable, Equatable {
    public let modifiedAt: Stamp
    /// Nil for a deletion, or a record without a detail.
    public let sealed: String?

    public init(modifiedAt: Stamp, sealed: String?) {
      self.modifiedAt = modifiedAt
      self.sealed = sealed
    }
  }

  public enum Verdict: Sendable, Equatable {
    case newer
    /// What was taken already, once more.
    case same
    /// Older than what was taken, or another of the same time: kept aside and reported.
    case rolledBack
  }

  /// Decides about a change whose detail has opened, or that has none.
  public static func verdict(on change: Seen, after seen: Seen?) -> Verdict {
    guard let seen else { return .newer }
    if change.modifiedAt > seen.modifiedAt { return .newer }
    return change == seen ? .same : .rolledBack
  }
}
