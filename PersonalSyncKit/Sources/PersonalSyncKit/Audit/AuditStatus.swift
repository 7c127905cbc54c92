import HubContracts

/// What this store, as a witness, knows of the Hub's audit chain.
public struct AuditStatus: Sendable, Equatable {
  /// Entries up to which the chain was checked.
  public var size: Int64
  /// When the newest of them were.
  public var checkedAtMilliseconds: Int64
  /// What is wrong now; nil while the chain fits.
  public var alarm: AuditAlarm?
  /// Since when; nil while the chain fits.
  public var alarmSinceMilliseconds: Int64?
  /// Entries that went with the last restore of the Hub; nil where none did.
  public var lost: ClosedRange<Int64>?
  /// When this store heard of that restore.
  public var lostAtMilliseconds: Int64?
  /// When the person let another chain count than the one that was checked; nil where they never did.
  public var acceptedAtMilliseconds: Int64?
  /// Pairs of checkpoints that did not fit, as they are kept.
  public var evidence: Int

  /// A chain of `size` entries that fits.
  public init(size: Int64, checkedAtMilliseconds: Int64) {
    self.size = size
    self.checkedAtMilliseconds = checkedAtMilliseconds
    evidence = 0
  }
}

/// Two signed notes that do not fit together, kept for the person and whoever they show them to.
public struct AuditEvidence: Sendable, Equatable {
  public let alarm: AuditAlarm
  public let foundAtMilliseconds: Int64
  /// What the store had checked; nil where it had nothing yet.
  public let kept: [UInt8]?
  /// What the Hub then showed, as it came.
  public let offered: [UInt8]
}
