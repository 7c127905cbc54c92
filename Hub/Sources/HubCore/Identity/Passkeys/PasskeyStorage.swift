import HubContracts

/// Where passkeys are kept; each function is one transaction, as in ``IdentityStorage``.
public protocol PasskeyStorage: Sendable {
  /// What passkeys know the account by: 32 bytes, `proposed` if it has none yet.
  func passkeyUser(
    of account: AccountNumber, proposed: [UInt8]
  ) async throws(StorageError) -> [UInt8]

  /// The account's passkeys, the oldest first.
  func passkeys(of account: AccountNumber) async throws(StorageError) -> [StoredPasskey]

  /// The passkey of an id with its account; nil where there is none, or the account is disabled.
  func passkey(_ id: [UInt8]) async throws(StorageError) -> OwnedPasskey?

  /// Keeps a passkey and ends the account's browser sessions but the one that asks; false, without
  /// effect, where its id is taken by any account or ``StoredPasskey/countMax`` are kept, nil where
  /// that session may not.
  func insert(
    _ passkey: StoredPasskey, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  /// Whether the account had it; nil where the session may not.
  func removePasskey(
    _ id: [UInt8], by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  /// Keeps what an authenticator said when it was used; false, without effect, where its counter did
  /// not rise since the last use.
  func use(_ use: PasskeyUse) async throws(StorageError) -> Bool
}

/// What a new passkey's authenticator said of it.
struct NewPasskey: Sendable, Equatable {
  let id: [UInt8]
  let publicKey: [UInt8]
  let signCount: UInt32
  let canBackUp: Bool
  let isBackedUp: Bool
}

public struct StoredPasskey: Sendable, Equatable {
  /// So many of an account.
  public static let countMax = 20

  /// 16…1,023 bytes.
  public let id: [UInt8]
  /// What the person calls it.
  public let name: String
  /// In COSE.
  public let publicKey: [UInt8]
  public let signCount: UInt32
  /// Whether it can be on several of the person's devices; never changes.
  public let canBackUp: Bool
  public let isBackedUp: Bool
  public let createdAtMilliseconds: Int64
  public let usedAtMilliseconds: Int64

  public init(
    id: [UInt8], name: String, publicKey: [UInt8], signCount: UInt32, canBackUp: Bool,
    isBackedUp: Bool, createdAtMilliseconds: Int64, usedAtMilliseconds: Int64
  ) {
    self.id = id
    self.name = name
    self.publicKey = publicKey
    self.signCount = signCount
    self.canBackUp = canBackUp
    self.isBackedUp = isBackedUp
    self.createdAtMilliseconds = createdAtMilliseconds
    self.usedAtMilliseconds = usedAtMilliseconds
  }
}

public struct OwnedPasskey: Sendable {
  public let account: Account
  /// What its authenticator knows the account by.
  public let user: [UInt8]
  public let passkey: StoredPasskey

  public init(account: Account, user: [UInt8], passkey: StoredPasskey) {
    self.account = account
    self.user = user
    self.passkey = passkey
  }
}

public struct PasskeyUse: Sendable {
  public let id: [UInt8]
  public let account: AccountNumber
  public let signCount: UInt32
  public let isBackedUp: Bool
  public let atMilliseconds: Int64
}
