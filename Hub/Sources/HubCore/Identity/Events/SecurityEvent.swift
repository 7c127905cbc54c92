import HubContracts

/// Something that happened around who gets in, for the person to look back at; part of the account's
/// audit chain (``AuditEvent``).
///
/// Values of closed kinds only: nothing that a client, a guesser or a person wrote.
public struct SecurityEvent: Sendable, Equatable {
  /// What is noted; a name is never changed or used for something else.
  public enum Kind: String, Sendable, CaseIterable {
    case ownerCreated = "owner.created"
    case accountInvited = "account.invited"
    case accountCreated = "account.created"
    case accountDisabled = "account.disabled"
    case accountEnabled = "account.enabled"
    case deletionAsked = "deletion.asked"
    case deletionCancelled = "deletion.cancelled"
    case exported = "account.exported"
    case signedIn = "signin.ok"
    case signInFailed = "signin.failed"
    case verified = "sudo.ok"
    case verificationFailed = "sudo.failed"
    case passwordChanged = "password.changed"
    case generatorAdded = "totp.added"
    case generatorRemoved = "totp.removed"
    case passkeyAdded = "passkey.added"
    case passkeyRemoved = "passkey.removed"
    case passkeyCounterFellBack = "passkey.counter_regression"
    case recoveryRenewed = "recovery.renewed"
    case recoveryUsed = "recovery.used"
    case deviceApproved = "device.approved"
    case deviceDenied = "device.denied"
    case deviceRenamed = "device.renamed"
    case agentAdded = "agent.added"
    case agentRemoved = "agent.removed"
    case sharingGranted = "sharing.granted"
    case sharingEnded = "sharing.ended"
    case sessionEnded = "session.ended"
    /// A bearer that its session had left behind was used, so one of two who have it has copied it.
    case bearerCopied = "bearer.copied"

    /// Whether a stranger can cause it again and again; such are counted by the hour, not listed.
    var isCounted: Bool { self == .signInFailed || self == .verificationFailed }
  }

  /// How somebody proved who they are.
  public enum Method: String, Sendable, CaseIterable {
    case setupLink = "setup_link"
    case invitation
    case password
    case passkey
    case passwordAndCode = "password_and_code"
    case recoveryCode = "recovery_code"
    case recoveryLink = "recovery_link"
    /// Done by whoever may run commands where the Hub is.
    case commandLine = "command_line"
  }

  public let kind: Kind
  /// Of a counted one, of its last time.
  public let atMilliseconds: Int64
  /// A ``NetworkPrefix/kept``.
  public let network: String
  public let method: Method?
  /// A product of the ``Fleet``.
  public var client: String?
  /// The device session that it happened to, where it is one.
  public var session: SessionID?
  /// What its session may or may no longer do beyond its own domains.
  public var scope: SharingScope?
  /// How often it happened within an hour; 1 unless it is counted.
  public let times: Int64

  public init(
    _ kind: Kind, atMilliseconds: Int64, network: String, method: Method? = nil,
    client: String? = nil, session: SessionID? = nil, scope: SharingScope? = nil, times: Int64 = 1
  ) {
    self.kind = kind
    self.atMilliseconds = atMilliseconds
    self.network = network
    self.method = method
    self.client = client
    self.session = session
    self.scope = scope
    self.times = times
  }
}

extension SecurityEvent {
  /// How long the counts of what strangers tried are kept.
  public static let keptMilliseconds = 400 * Milliseconds.day
  /// Of each counted kind, so that guessing from many networks cannot fill a disk.
  public static let countedMax = 200

  public var isCounted: Bool { kind.isCounted }
}
