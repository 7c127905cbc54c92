import HubContracts
import ToolboxCrypto

/// What somebody may do who can run commands where the Hub is: that alone proves who they are.
///
/// Works on the same database as a Hub that runs; that one notices within 5 seconds (SES-06).
public struct AccountDesk: Sendable {
  let storage: any AccountStorage & FactorStorage & DeletionStorage
  let clock: any WallClock
  private let random: any RandomBytes

  public init(
    storage: any AccountStorage & FactorStorage & DeletionStorage, clock: any WallClock,
    random: any RandomBytes
  ) {
    self.storage = storage
    self.clock = clock
    self.random = random
  }

  public func accounts() async throws(StorageError) -> [ListedAccount] {
    try await storage.accounts()
  }

  /// The account that a person calls `name`; nil where there is none.
  public func account(named name: String) async throws(StorageError) -> ListedAccount? {
    guard let key = DisplayName.key(ofTyped: name) else { return nil }
    return try await storage.accounts().first { DisplayName.key(ofTyped: $0.account.name) == key }
  }

  /// The code of a new invitation; nil where too many are open or the Hub has no owner yet.
  public func invite() async throws(StorageError) -> SecretToken? {
    guard try await storage.accounts().contains(where: \.isOwner) else { return nil }
    let token = SecretToken(.invitation, random: random)
    let invitation = NewInvitation(
      token: token.hash, inviter: nil, createdAtMilliseconds: clock.nowMilliseconds)
    let isKept = try await storage.insert(
      invitation, countMax: NewInvitation.countMax, noting: event(.accountInvited))
    return isKept == true ? token : nil
  }

  /// Ends all that the account is signed in with and keeps it out; false where it was kept out before.
  ///
  /// Nothing of its data is removed.
  public func disable(_ account: Account) async throws(StorageError) -> Bool {
    try await storage.disable(account.number, noting: event(.accountDisabled))
  }

  /// Lets a disabled account in again; false where it was not disabled.
  public func enable(_ account: Account) async throws(StorageError) -> Bool {
    try await storage.enable(account.number, noting: event(.accountEnabled))
  }

  /// The code of a link that sets a new password; nil where the account is disabled.
  ///
  /// Good once, for 15 minutes; one made before is no longer good (SIGN-06).
  public func recover(_ listed: ListedAccount) async throws(StorageError) -> SecretToken? {
    guard !listed.isDisabled else { return nil }
    let token = SecretToken(.recovery, random: random)
    try await storage.insert(
      recoveryLink: token.hash, of: listed.account.number, at: clock.nowMilliseconds)
    return token
  }

  /// Notes that everything of the account is written into a file.
  public func noteExport(of account: Account) async throws(StorageError) {
    try await storage.note(event(.exported), of: account.number)
  }

  func event(_ kind: SecurityEvent.Kind) -> SecurityEvent {
    SecurityEvent(
      kind, atMilliseconds: clock.nowMilliseconds, network: NetworkPrefix.unknown.kept,
      method: .commandLine)
  }
}
