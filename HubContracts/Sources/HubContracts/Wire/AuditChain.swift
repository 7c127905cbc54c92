/// The bytes that an audit chain hashes; whoever has SHA-256 can check a chain with these alone.
///
/// Each kind of bytes begins with a name of its own that ends in a zero byte, so that a hash of one
/// kind never stands for another, and a later version of a rule has another name.
///
/// Source: docs/protocol/audit.md, "The chain".
public enum AuditChain {
  public static let hashBytes = 32
  public static let saltBytes = 32
  /// The link before the first entry.
  public static let start = [UInt8](repeating: 0, count: hashBytes)
  /// Commitments that one answer holds at most.
  public static let commitmentsPerPageMax = 1_000

  /// What an entry's commitment is the hash of; `content` is the event as it was first written.
  public static func commitmentBytes(salt: [UInt8], content: [UInt8]) -> [UInt8] {
    precondition(salt.count == saltBytes, "a salt has its length")
    return Array("hub-audit-entry-v1\0".utf8) + salt + content
  }

  /// What the link of entry `number`, counted from 1, is the hash of.
  public static func linkBytes(
    previous: [UInt8], number: Int64, commitment: [UInt8]
  ) -> [UInt8] {
    precondition(
      previous.count == hashBytes && commitment.count == hashBytes, "a hash has its length")
    let place = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    return Array("hub-audit-link-v1\0".utf8) + previous + place + commitment
  }
}
