import HubContracts
import ToolboxCrypto

/// Whether a change of a record is older than what this device has seen of it.
///
/// Source: docs/protocol/sealed.md, "4.5 Rollback".
public enum RollbackRule {
  /// What of a record was taken last on this device.
  public struct Seen: Sendable, Equatable {
    public let modifiedAt: Stamp
    /// That of the detail in plain, because sealed anew it is other bytes; nil for a deletion, or a record
    /// without a detail.
    public let detailHash: [UInt8]?

    public init(modifiedAt: Stamp, detailHash: [UInt8]?) {
      self.modifiedAt = modifiedAt
      self.detailHash = detailHash
    }

    /// 16 bytes that are equal for equal details.
    public static func hash(_ detail: [UInt8]) -> [UInt8] { Array(SHA256.hash(detail).prefix(16)) }
  }

  public enum Verdict: Sendable, Equatable {
    case newer
    /// What was taken already, once more.
    case same
    /// Older than what was taken, or another of the same time: kept aside and reported.
    case rolledBack
  }

  /// Decides about a change whose detail was opened, if it has one that opens.
  public static func verdict(on change: Seen, after seen: Seen?) -> Verdict {
    guard let seen else { return .newer }
    if change.modifiedAt > seen.modifiedAt { return .newer }
    return change == seen ? .same : .rolledBack
  }
}
