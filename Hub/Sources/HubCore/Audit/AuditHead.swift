import HubContracts

/// The end of an account's audit chain.
public struct AuditHead: Sendable, Equatable {
  /// How many entries the chain has.
  public let size: Int64
  /// The link of the newest entry, which stands for all of them.
  public let link: [UInt8]
  public let epochs: AuditEpochs

  public init(size: Int64, link: [UInt8], epochs: AuditEpochs) {
    self.size = size
    self.link = link
    self.epochs = epochs
  }
}
