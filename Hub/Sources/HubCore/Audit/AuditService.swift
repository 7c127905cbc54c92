import HubContracts
import ToolboxCrypto

/// Gives out an account's audit chain: signed checkpoints, what proves that one extends another, and
/// what devices say of it.
///
/// ``StorageError`` means that nothing was decided. Source: docs/protocol/audit.md.
public struct AuditService: Sendable {
  /// A checkpoint is made at most so often for an account (LOG-05).
  public static let checkpointMilliseconds = Milliseconds.minute
  /// Contents that one call of ``eraseDue()`` erases at most, in steps of ``eraseStep``.
  static let eraseMax = 10_000
  static let eraseStep = 100

  private let storage: any AuditStorage
  private let identity: HubIdentity
  private let clock: any WallClock

  public init(storage: any AuditStorage, identity: HubIdentity, clock: any WallClock) {
    self.storage = storage
    self.identity = identity
    self.clock = clock
  }

  /// The newest checkpoint of the account's chain; nil where the chain is empty, or is not the one that
  /// was signed before.
  ///
  /// It may be behind the chain by what happened within a minute. It never goes back, and is never
  /// given for a chain that was rewritten before the last one: devices then miss it, and say so.
  public func checkpoint(
    of account: AccountNumber, named id: AccountID
  ) async throws(StorageError) -> SignedCheckpoint? {
    let standing = try await storage.auditStanding(of: account)
    guard let head = standing.head else { return nil }
    let now = clock.nowMilliseconds
    if let kept = standing.checkpoint {
      guard goesOn(standing, of: id) else { return nil }
      let isNew = (0..<Self.checkpointMilliseconds).contains(now - kept.madeAtMilliseconds)
      if isNew || kept.size == head.size { return SignedCheckpoint(note: kept.note) }
    }
    let signed = identity.sign(
      AuditCheckpoint(
        hub: identity.id, account: id, size: head.size, link: head.link, epochs: head.epochs))
    let kept = try await storage.keep(
      checkpoint: StoredCheckpoint(
        size: head.size, madeAtMilliseconds: now, note: signed.note), of: account)
    return SignedCheckpoint(note: kept.note)
  }

  /// The commitments of the entries after `number` up to `last`: at most
  /// ``AuditChain/commitmentsPerPageMax``.
  public func commitments(
    after number: Int64, upTo last: Int64, of account: AccountNumber
  ) async throws(StorageError) -> [[UInt8]] {
    try await storage.auditCommitments(
      after: number, upTo: last, limit: AuditChain.commitmentsPerPageMax, of: account)
  }

  /// Notes that a device has checked the chain up to an entry.
  public func note(
    size: Int64, link: [UInt8], by session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await storage.note(
      AuditTestimony(
        session: session, size: size, link: link, atMilliseconds: clock.nowMilliseconds),
      of: account)
  }

  /// What a page shows of the chain.
  public func overview(
    of account: Account, eventCountMax: Int
  ) async throws(StorageError) -> AuditOverview {
    let checkpoint = try await checkpoint(of: account.number, named: account.id)
    let standing = try await storage.auditStanding(of: account.number)
    return AuditOverview(
      size: standing.head?.size ?? 0, checkpoint: checkpoint,
      goesOnFromSigned: goesOn(standing, of: account.id),
      checkpointMadeAtMilliseconds: standing.checkpoint?.madeAtMilliseconds,
      witnesses: try await storage.auditWitnesses(of: account.number),
      events: try await storage.auditEvents(of: account.number, countMax: eventCountMax))
  }

  /// Reads the account's whole chain and says what is wrong with it, also against the checkpoint that
  /// the Hub keeps and `others`.
  ///
  /// One of `others` that is not this Hub's of this account counts for nothing; ask ``isOurs(_:of:)``.
  /// The kept one was this Hub's when it was made, so otherwise it was altered.
  public func verify(
    _ account: AccountNumber, named id: AccountID, against others: [SignedCheckpoint] = []
  ) async throws(StorageError) -> AuditReport {
    let kept = try await storage.auditStanding(of: account).checkpoint
    let signed = kept.flatMap { ours($0, of: id) }
    var report = try await storage.verifyAudit(
      of: account,
      against: (signed.map { [$0] } ?? []) + others.filter { isOurs($0, of: id) }.map(\.checkpoint))
    report.signed = signed?.size ?? 0
    if kept != nil, signed == nil { report.add(.checkpointAltered) }
    return report
  }

  /// Whether the chain goes on from the checkpoint that is kept; also where there is none.
  private func goesOn(_ standing: AuditStanding, of account: AccountID) -> Bool {
    guard let kept = standing.checkpoint else { return true }
    guard let checkpoint = ours(kept, of: account) else { return false }
    return standing.linkAtCheckpoint == checkpoint.link
  }

  /// What a kept note says; nil where it is not what this Hub has signed.
  private func ours(_ kept: StoredCheckpoint, of account: AccountID) -> AuditCheckpoint? {
    guard let signed = SignedCheckpoint(note: kept.note), isOurs(signed, of: account),
      signed.checkpoint.size == kept.size
    else { return nil }
    return signed.checkpoint
  }

  /// Whether this Hub has signed the checkpoint, and of this account.
  public func isOurs(_ signed: SignedCheckpoint, of account: AccountID) -> Bool {
    signed.checkpoint.account == account && identity.hasSigned(signed)
  }

  /// Erases the contents of events whose time is over; to be called now and then, at most hourly.
  public func eraseDue() async throws(StorageError) {
    let now = clock.nowMilliseconds
    for _ in 0..<(Self.eraseMax / Self.eraseStep) {
      let erased = try await storage.eraseAuditContents(dueBefore: now, limit: Self.eraseStep)
      if erased < Self.eraseStep { return }
    }
  }
}

/// An account's audit chain, for a page.
public struct AuditOverview: Sendable {
  public let size: Int64
  /// Nil where the chain is empty, or does not go on from what was signed.
  public let checkpoint: SignedCheckpoint?
  /// Whether the chain goes on from the last checkpoint; if not, nothing more of it is signed.
  public let goesOnFromSigned: Bool
  public let checkpointMadeAtMilliseconds: Int64?
  public let witnesses: [AuditWitness]
  /// The newest first.
  public let events: [AuditEvent]
}

extension HubIdentity {
  func sign(_ checkpoint: AuditCheckpoint) -> SignedCheckpoint {
    guard let signature = Base64URL.decode(signature(over: checkpoint.text)) else {
      preconditionFailure("signature(over:) writes base64url")
    }
    return SignedCheckpoint(checkpoint, keyHint: auditKeyHint, signature: signature)
  }

  /// Whether the signature is this Hub's over exactly this checkpoint.
  func hasSigned(_ signed: SignedCheckpoint) -> Bool { signed.isSigned(by: verifyingKey) }

  private var auditKeyHint: [UInt8] {
    SignedCheckpoint.keyHint(hub: id, key: verifyingKey)
  }
}

extension SignedCheckpoint {
  /// Whether the signature is over exactly this checkpoint, by the Hub with this key.
  public func isSigned(by key: VerifyingKey) -> Bool {
    let hub = HubIdentity.id(of: key)
    return checkpoint.hub == hub && keyHint == Self.keyHint(hub: hub, key: key)
      && key.isValid(signature, over: checkpoint.text)
  }

  fileprivate static func keyHint(hub: HubID, key: VerifyingKey) -> [UInt8] {
    Array(SHA256.hash(keyHintBytes(hub: hub, key: key.bytes)).prefix(4))
  }
}
