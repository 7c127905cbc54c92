import HubContracts
import ToolboxCrypto

/// The hashes of an audit chain (docs/protocol/audit.md, "The chain").
public enum AuditLink {
  /// What stands for an event for ever; without its salt it says nothing about the event (LOG-03).
  public static func commitment(salt: [UInt8], content: [UInt8]) -> [UInt8] {
    SHA256.hash(AuditChain.commitmentBytes(salt: salt, content: content))
  }

  /// The link of entry `number`, by which it stands for every entry up to it.
  public static func link(
    after previous: [UInt8], number: Int64, commitment: [UInt8]
  ) -> [UInt8] {
    SHA256.hash(
      AuditChain.linkBytes(previous: previous, number: number, commitment: commitment))
  }
}
