import HubContracts

/// Where accounts, sessions and grants are kept.
///
/// Each function is one transaction: on return its effect is on disk, on throw there is none. What
/// may happen once only (an owner, a decision, a session for a code) happens once also when many ask
/// at the same time. Times are in milliseconds since 1970 UTC. Tokens come as hashes, passwords sealed.
/// What an ``ActingSession`` asks has no effect where that session has ended or is no longer fresh.
public protocol IdentityStorage: AccountStorage, FactorStorage, PasskeyStorage,
  AuthorizationStorage, AgentStorage, DeletionStorage
{
  // MARK: Accounts

  func hasOwner() async throws(StorageError) -> Bool

  /// Makes the owner's account with its first session; nil, without effect, where there is an owner.
  func makeOwner(
    _ account: NewAccount, session: NewWebSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Account?

  /// The account whose ``DisplayName/key`` is `key`; nil where there is none, or it is disabled.
  func password(ofAccountNamed key: String) async throws(StorageError) -> StoredPassword?

  func password(of account: AccountNumber) async throws(StorageError) -> StoredPassword?

  func setTimeZone(_ name: String, of account: AccountNumber) async throws(StorageError)

  // MARK: Web sessions

  /// Keeps a session, ends the one that the browser came with, and ends those of the account that
  /// were idle longest, until `countMax` are left; false, without effect, where its credential is no
  /// longer the account's or was used before.
  ///
  /// A recovery code ends everything else that the account is signed in with.
  func signIn(_ new: NewSignIn, countMax: Int) async throws(StorageError) -> Bool

  /// The session of a token, live or not; nil where it was ended.
  func webSession(_ token: TokenHash) async throws(StorageError) -> WebSession?

  func setSeen(_ now: Int64, ofWeb session: SessionID, of account: AccountNumber)
    async throws(StorageError)

  /// Opens what needs a fresh session; false, without effect, where the session has ended, and where
  /// the credential is no longer the account's or was used before.
  ///
  /// A recovery code ends everything else that the account is signed in with.
  func setFresh(_ new: NewFreshness) async throws(StorageError) -> Bool

  /// Ends a session; one that has ended already is success.
  func endWebSession(_ session: SessionID, of account: AccountNumber) async throws(StorageError)

  /// The same for a session that the person names; whether there was one, nil where the session that
  /// asks may not.
  func endWebSession(
    _ ended: SessionID, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  /// Ends the account's browser sessions but the one that asks; false where that one may not.
  func endOtherWebSessions(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Every session of the account, live or not, the one used last first.
  func webSessions(of account: AccountNumber) async throws(StorageError) -> [ListedWebSession]

  // MARK: Device grants

  /// Keeps a grant, unless its code is taken or `pendingMax` wait at `now`.
  func insert(
    _ grant: NewDeviceGrant, pendingMax: Int, at now: Int64
  ) async throws(StorageError) -> GrantInsertion

  /// The undecided grant that a person's code names, live or not.
  func pendingGrant(_ code: UserCode) async throws(StorageError) -> DeviceGrant?

  func grant(deviceCode: TokenHash) async throws(StorageError) -> StoredGrant?

  /// Decides an undecided grant that is live at the event's time; an approval is also refused where the document
  /// is another account's or another app's, and nil, without effect, where the session may not.
  func decide(
    _ code: UserCode, _ decision: GrantDecision, noting event: SecurityEvent
  ) async throws(StorageError) -> GrantDecisionResult?

  /// Ends an approved grant and makes its session in one step; nil where it is not approved, not
  /// live, or redeemed before. Ends the account's longest idle device sessions above `countMax`.
  func redeem(
    deviceCode: TokenHash, as session: NewDeviceSession, countMax: Int
  ) async throws(StorageError) -> DeviceSession?

  // MARK: Device sessions

  /// A session by its id; nil where it has ended, and for another account's.
  func deviceSession(
    _ session: SessionID, of account: AccountNumber
  ) async throws(StorageError) -> DeviceSession?

  /// The session of a bearer, live or not; nil where it was ended.
  func deviceSession(_ token: TokenHash) async throws(StorageError) -> DeviceSession?

  func setSeen(_ now: Int64, ofDevice session: SessionID, of account: AccountNumber)
    async throws(StorageError)

  /// Marks the session as in use and makes its document the account's for ever; false, without
  /// effect, where the document is another account's or another app's, or the session has ended.
  func claimDocument(
    for session: SessionID, of account: AccountNumber, at now: Int64
  ) async throws(StorageError) -> Bool

  /// Every session of the account, live or not, newest first.
  func deviceSessions(of account: AccountNumber) async throws(StorageError) -> [DeviceSession]

  /// Ends a session; whether there was one.
  func endDeviceSession(
    _ session: SessionID, of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Ends all of the account, and what was approved and not fetched; false where the session may not.
  func endDeviceSessions(
    by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Keeps what a session's app said, in place of what it said before; without effect where it has ended.
  func setAttention(
    _ counts: AttentionCounts, of session: SessionID, of account: AccountNumber
  ) async throws(StorageError)

  /// Whether the account has such a session.
  func rename(
    deviceSession session: SessionID, to name: DisplayName, of account: AccountNumber,
    noting event: SecurityEvent
  ) async throws(StorageError) -> Bool

  /// Ends the session whose bearer or revoke handle this is; whose it was, nil where there was none.
  func endDeviceSession(holding token: TokenHash) async throws(StorageError) -> AccountNumber?

  /// Keeps the token that a session wants to go on with, in place of one that was never used; false,
  /// without effect, where it was a session's token before or the session has ended.
  func offerToken(
    _ next: TokenHash, to session: SessionID, of account: AccountNumber
  ) async throws(StorageError) -> Bool

  /// What a token is that is no session's current one.
  func otherToken(_ token: TokenHash) async throws(StorageError) -> OtherToken

  /// Makes an offered token the session's own and retires its predecessor; nil where it is offered
  /// no more.
  func promoteToken(
    _ next: TokenHash, at now: Int64
  ) async throws(StorageError) -> DeviceSession?

  /// Ends the session of a token that was retired at `before` or earlier; whose it was, nil where there
  /// was none.
  ///
  /// The event is noted of its account and with its client, only where there was one.
  func endDeviceSession(
    retiring token: TokenHash, before: Int64, noting event: SecurityEvent
  ) async throws(StorageError) -> AccountNumber?

  /// Removes what can never be used again: grants and sessions that had ended at `now`.
  func removeEnded(at now: Int64) async throws(StorageError)
}

public struct NewAccount: Sendable {
  public let id: AccountID
  public let name: DisplayName
  public let timeZone: String
  public let sealedPassword: [UInt8]
  public let createdAtMilliseconds: Int64
}

extension NewAccount {
  /// An account that nobody can sign in to before a recovery link gave it a password.
  public init(id: AccountID, name: DisplayName, timeZone: String, createdAtMilliseconds: Int64) {
    self.init(
      id: id, name: name, timeZone: timeZone, sealedPassword: [],
      createdAtMilliseconds: createdAtMilliseconds)
  }
}

/// An account and its password's hash, sealed with a key that is not in the database (SIGN-14).
public struct StoredPassword: Sendable {
  public let account: Account
  public let sealed: [UInt8]
  /// The account's authenticator, if signing in asks for its code.
  public let generator: StoredCodeGenerator?

  public init(account: Account, sealed: [UInt8], generator: StoredCodeGenerator?) {
    self.account = account
    self.sealed = sealed
    self.generator = generator
  }
}

/// A browser that proved whose it is.
public struct NewSignIn: Sendable {
  public let session: NewWebSession
  public let account: AccountNumber
  /// Of the session that the browser came with.
  public let replaced: TokenHash?
  public let credential: Credential
  public let event: SecurityEvent

  package init(
    session: NewWebSession, account: AccountNumber, replaced: TokenHash?, credential: Credential,
    event: SecurityEvent
  ) {
    self.session = session
    self.account = account
    self.replaced = replaced
    self.credential = credential
    self.event = event
  }
}

/// A session whose person proved once more who they are.
public struct NewFreshness: Sendable {
  public let session: SessionID
  public let account: AccountNumber
  public let untilMilliseconds: Int64
  public let credential: Credential
  public let event: SecurityEvent
}

/// A browser session as its person may look at it.
public struct ListedWebSession: Sendable, Equatable {
  public let id: SessionID
  /// A ``NetworkPrefix/kept``: where it signed in.
  public let network: String
  public let signedInAtMilliseconds: Int64
  public let lastSeenAtMilliseconds: Int64

  public init(
    id: SessionID, network: String, signedInAtMilliseconds: Int64, lastSeenAtMilliseconds: Int64
  ) {
    self.id = id
    self.network = network
    self.signedInAtMilliseconds = signedInAtMilliseconds
    self.lastSeenAtMilliseconds = lastSeenAtMilliseconds
  }
}

public struct NewWebSession: Sendable {
  public let id: SessionID
  public let token: TokenHash
  /// A ``NetworkPrefix/kept``.
  public let network: String
  public let signedInAtMilliseconds: Int64
  public let freshUntilMilliseconds: Int64

  package init(
    id: SessionID, token: TokenHash, network: String, signedInAtMilliseconds: Int64,
    freshUntilMilliseconds: Int64
  ) {
    self.id = id
    self.token = token
    self.network = network
    self.signedInAtMilliseconds = signedInAtMilliseconds
    self.freshUntilMilliseconds = freshUntilMilliseconds
  }
}

public struct NewDeviceGrant: Sendable {
  public let grant: DeviceGrant
  public let deviceCode: TokenHash
  public let challenge: CodeChallenge

  package init(grant: DeviceGrant, deviceCode: TokenHash, challenge: CodeChallenge) {
    self.grant = grant
    self.deviceCode = deviceCode
    self.challenge = challenge
  }
}

public enum GrantInsertion: Sendable, Equatable { case stored, codeTaken, tooManyPending }

public enum GrantDecision: Sendable, Equatable {
  /// Only a fresh session may.
  case approve(deviceName: DisplayName, by: ActingSession)
  case deny(by: AccountNumber)

  /// Nil where none has to be fresh.
  package var session: ActingSession? {
    if case .approve(_, let session) = self { session } else { nil }
  }

  package var account: AccountNumber {
    switch self {
    case .approve(_, let session): session.account
    case .deny(let account): account
    }
  }
}

public enum GrantDecisionResult: Sendable, Equatable {
  case decided
  /// Unknown, decided before, or over.
  case gone
  case documentOwned
}

/// A token that is not the current one of any session.
public enum OtherToken: Sendable, Equatable { case offered, retired, unknown }

/// A grant as the app's side sees it.
public struct StoredGrant: Sendable {
  public enum State: String, Sendable { case pending, approved, denied }

  public let grant: DeviceGrant
  public let challenge: CodeChallenge
  public let state: State

  public init(grant: DeviceGrant, challenge: CodeChallenge, state: State) {
    self.grant = grant
    self.challenge = challenge
    self.state = state
  }
}

public struct NewDeviceSession: Sendable {
  public let id: SessionID
  public let token: TokenHash
  public let revoke: TokenHash
  public let createdAtMilliseconds: Int64

  package init(
    id: SessionID, token: TokenHash, revoke: TokenHash, createdAtMilliseconds: Int64
  ) {
    self.id = id
    self.token = token
    self.revoke = revoke
    self.createdAtMilliseconds = createdAtMilliseconds
  }
}
