import HubContracts

/// Which version of which record a detail belongs to; it opens in no other place.
public struct RecordPlace: Sendable, Hashable {
  public let record: RecordID
  /// A type of the domain's contracts.
  public let type: String
  public let modifiedAt: Stamp

  public init(record: RecordID, type: String, modifiedAt: Stamp) {
    self.record = record
    self.type = type
    self.modifiedAt = modifiedAt
  }
}
