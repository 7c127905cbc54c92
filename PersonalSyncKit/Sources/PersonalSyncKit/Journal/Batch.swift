import HubContracts

/// A change from elsewhere, checked against its contract.
public struct RemoteChange: Sendable, Equatable {
  public var domain: Domain
  public var record: RecordID
  public var version: Version
  public var occurredAt: Minute
  public var modifiedAt: Stamp
  public var origin: DeviceID
  /// Nil where the record was deleted.
  ///
  /// It says `sealed` where the record has a detail that is locked on this device.
  public var body: RecordBody?
  /// The detail, opened; nil where there is none or it is locked.
  public var detail: [UInt8]?
  /// Whether the record is deleted only because the Hub does not hold it any more, after a time in which
  /// this device did not ask.
  ///
  /// It is in the trash (``Journal/trash(_:)``); show it, and keep what only this device knows of it.
  public var isTrashed = false

  /// The facts as a value; nil where the change is a delete or of another type.
  ///
  /// Never fails for a change that the kit handed over: it was read by the same contract.
  public func facts<Record: Facts>(as type: Record.Type) throws(ContractViolation) -> Record? {
    guard domain == Record.contract.record.domain else { return nil }
    return try body?.facts(as: type)
  }

  /// Whether the record has a detail that this device cannot open, at least not yet.
  ///
  /// What it says is kept, and comes once the person has unlocked the device. Until then the record can be
  /// deleted and not edited.
  public var isDetailLocked: Bool { body?.sealed != nil }

  /// The detail as a value; nil where there is none, it is locked, or a newer program wrote it in a way
  /// that this one cannot read.
  public func detail<Detail: SealedDetail>(as type: Detail.Type) -> Detail? {
    detail.flatMap(Detail.init(opened:))
  }

  var content: KeptContent { KeptContent(body?.canonical ?? RecordBody.tombstone, detail: detail) }
}

extension RecordBody {
  /// The facts as a value; nil where the record is of another type.
  public func facts<Record: Facts>(as type: Record.Type) throws(ContractViolation) -> Record? {
    guard self.type == Record.contract.record.type else { return nil }
    return try Record.contract.decode(facts)
  }
}

/// What `applyChanges` is handed: changes in feed order, each record at most once.
///
/// Save them all in the transaction that comes with them, or throw and save none. The same batch may
/// come again after a throw or a crash (docs/protocol/sync.md, S2 and S3).
public struct Batch: Sendable, Equatable {
  public var changes: [RemoteChange]

  /// For an app that saves one change in the way it saves others, such as what
  /// ``Journal/restoreConflict(_:nowMilliseconds:in:)`` returns.
  public init(changes: [RemoteChange]) { self.changes = changes }
}
