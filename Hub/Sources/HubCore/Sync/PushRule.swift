import HubContracts
import ToolboxCrypto

/// Decides what becomes of one mutation (docs/protocol/sync.md, H2 and H3).
///
/// Pure: storage looks up what it holds, asks, and does what was decided, all in one transaction.
public enum PushRule {
  /// What storage holds under a mutation's idempotency key.
  public struct KeptAnswer: Sendable, Equatable {
    public var digest: [UInt8]
    public var version: Version
    public var cursor: Cursor

    public init(digest: [UInt8], version: Version, cursor: Cursor) {
      self.digest = digest
      self.version = version
      self.cursor = cursor
    }
  }

  public enum Decision: Sendable, Equatable {
    /// The mutation was stored before; its first answer is given again.
    case repeatAnswer(version: Version, cursor: Cursor)
    /// The key belongs to another mutation; a client that does this would lose an edit.
    case refuseReusedKey
    case conflict(actual: Version)
    case store(as: Version)
  }

  /// The version given is above `floor`.
  ///
  /// A record that was purged, or of which a restore lost versions, goes on above all that it ever
  /// had, so that a version never stands for two contents and no base is right by chance.
  public static func decide(
    base: Version, digest: [UInt8], kept: KeptAnswer?, current: Version, floor: Version
  ) -> Decision {
    if let kept {
      return kept.digest == digest
        ? .repeatAnswer(version: kept.version, cursor: kept.cursor) : .refuseReusedKey
    }
    return base == current
      ? .store(as: max(current, floor).next) : .conflict(actual: current)
  }

  /// Whether a mutation would change what a record may say only once (docs/protocol/sync.md, §6).
  ///
  /// What was deleted may be written again: nothing of it is left to be changed.
  public static func changesFrozenContent(
    of current: Change, to mutation: Mutation, in domain: Domain
  ) -> Bool {
    current.operation == .upsert && mutation.operation == .upsert && current.body != mutation.body
      && ContractTable.freezes(current.body, in: domain)
  }

  /// The 16 bytes by which a repeated mutation is recognised, whatever its key.
  ///
  /// Covers all that the mutation says, so that one key never stands for two contents.
  public static func digest(of mutation: Mutation, domain: Domain) -> [UInt8] {
    var bytes = mutation.body
    bytes.reserveCapacity(bytes.count + 160)
    let names = [
      domain.rawValue, mutation.record.description, mutation.operation.rawValue,
      mutation.base.description, String(mutation.occurredAt.number),
      mutation.modifiedAt?.description ?? "",
    ]
    for name in names {
      bytes.append(0)
      bytes.append(contentsOf: name.utf8)
    }
    return Array(SHA256.hash(bytes).prefix(16))
  }
}
