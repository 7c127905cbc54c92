import HubContracts
import ToolboxCrypto

/// An account that a Hub has proved, and the session in which it did.
///
/// Made only from a statement that the Hub signed over this client's own nonce, so a server cannot
/// claim another's account. It is also the grant under which a pass runs: it is dead as soon as the
/// session changes (docs/protocol/sync.md, O5 and O6).
public struct PersonalSyncAccount: Sendable, Equatable {
  public let hub: HubID
  public let hubKey: VerifyingKey
  /// Where the Hub answered, such as `https://hub.example.org`.
  public let origin: String
  public let account: AccountID
  /// What the person calls the account at the Hub.
  public let name: String
  /// IANA name of the account's time zone; "today" is one day on all devices.
  public let timeZone: String
  public let session: SessionID
  /// Rises with every sign-in and sign-out of this store.
  public let generation: Int64

  init(
    hub: HubID, hubKey: VerifyingKey, origin: String, account: AccountID, name: String,
    timeZone: String, session: SessionID, generation: Int64
  ) {
    self.hub = hub
    self.hubKey = hubKey
    self.origin = origin
    self.account = account
    self.name = name
    self.timeZone = timeZone
    self.session = session
    self.generation = generation
  }

  /// What the person compares with the Hub's page before the store is bound.
  public var hubFingerprint: String { hubKey.fingerprint }
}

/// Who owns a store: one account of one Hub, for ever.
public struct StoreOwner: Sendable, Equatable {
  public let hub: HubID
  public let hubKey: VerifyingKey
  public let account: AccountID

  /// Whether this is the owner that `account` would be.
  public func isSame(as account: PersonalSyncAccount) -> Bool {
    hub == account.hub && self.account == account.account
  }
}

/// Why a store and an account do not go together; nothing was changed and nothing was sent.
public enum PersonalSyncOwnershipError: Error, Equatable, Sendable {
  /// The store belongs to another account, for ever. Sign in with that one, or use another store.
  case differentAccount
  /// The person has not yet said that this account owns the store and its waiting records.
  case approvalRequired

  public var code: String {
    switch self {
    case .differentAccount: "ownership.different_account"
    case .approvalRequired: "ownership.approval_required"
    }
  }
}
