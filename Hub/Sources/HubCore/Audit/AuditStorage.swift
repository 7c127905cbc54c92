import HubContracts

/// Where audit chains are kept; each function is one transaction, as in ``IdentityStorage``.
///
/// Nothing here adds an entry: that is part of the transaction which makes the change.
public protocol AuditStorage: Sendable {
  /// The chain's end and the newest checkpoint, as they are at one moment.
  func auditStanding(of account: AccountNumber) async throws(StorageError) -> AuditStanding

  /// Keeps a checkpoint unless one for a longer chain is kept; what is then kept.
  func keep(
    checkpoint: StoredCheckpoint, of account: AccountNumber
  ) async throws(StorageError) -> StoredCheckpoint

  /// The commitments of the entries after `number`, at most `limit` and not after `last`, in order.
  func auditCommitments(
    after number: Int64, upTo last: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [[UInt8]]

  /// The entries after `number`, at most `limit` and not after `last`, in order.
  func auditRows(
    after number: Int64, upTo last: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AuditRow]

  /// The newest events whose content is not erased, the newest first.
  func auditEvents(
    of account: AccountNumber, countMax: Int
  ) async throws(StorageError) -> [AuditEvent]

  // MARK: Witnesses

  /// Notes that a device has checked the chain up to an entry, and whether its link is this chain's.
  func note(
    _ testimony: AuditTestimony, of account: AccountNumber
  ) async throws(StorageError)

  /// What each device said last; the newest first.
  func auditWitnesses(of account: AccountNumber) async throws(StorageError) -> [AuditWitness]

  // MARK: Looking after it

  /// Erases the content of at most `limit` events whose time was over before `now`; how many.
  func eraseAuditContents(dueBefore now: Int64, limit: Int) async throws(StorageError) -> Int

  /// Reads a whole chain, and says what is wrong with it.
  ///
  /// The checkpoints are signed by the Hub, and of this account; the caller has checked both.
  func verifyAudit(
    of account: AccountNumber, against checkpoints: [AuditCheckpoint]
  ) async throws(StorageError) -> AuditReport
}

public struct AuditStanding: Sendable, Equatable {
  /// Nil where nothing ever happened to the account.
  public let head: AuditHead?
  public let checkpoint: StoredCheckpoint?
  /// The link that the chain has now where the checkpoint was made; nil where it has no such entry.
  public let linkAtCheckpoint: [UInt8]?

  public init(head: AuditHead?, checkpoint: StoredCheckpoint?, linkAtCheckpoint: [UInt8]?) {
    self.head = head
    self.checkpoint = checkpoint
    self.linkAtCheckpoint = linkAtCheckpoint
  }
}

/// A signed note as it is kept.
public struct StoredCheckpoint: Sendable, Equatable {
  public let size: Int64
  public let madeAtMilliseconds: Int64
  public let note: [UInt8]

  public init(size: Int64, madeAtMilliseconds: Int64, note: [UInt8]) {
    self.size = size
    self.madeAtMilliseconds = madeAtMilliseconds
    self.note = note
  }
}

/// What a device says after it has checked the chain.
public struct AuditTestimony: Sendable, Equatable {
  public let session: SessionID
  public let size: Int64
  /// Of entry `size`, as the device computed it.
  public let link: [UInt8]
  public let atMilliseconds: Int64

  public init(session: SessionID, size: Int64, link: [UInt8], atMilliseconds: Int64) {
    self.session = session
    self.size = size
    self.link = link
    self.atMilliseconds = atMilliseconds
  }
}

/// A device that has checked the chain.
public struct AuditWitness: Sendable, Equatable {
  public let session: SessionID
  /// What the person calls the device.
  public let deviceName: String
  /// A product of the ``Fleet``.
  public let client: String
  public let size: Int64
  public let atMilliseconds: Int64
  /// Whether the device's link was this chain's; otherwise one of the two was rewritten.
  public let agrees: Bool

  public init(
    session: SessionID, deviceName: String, client: String, size: Int64, atMilliseconds: Int64,
    agrees: Bool
  ) {
    self.session = session
    self.deviceName = deviceName
    self.client = client
    self.size = size
    self.atMilliseconds = atMilliseconds
    self.agrees = agrees
  }
}
