import HubContracts

/// A browser session in whose name something is written that only a fresh one may do (SES-10).
///
/// What was read of a session is old by the time something is written: a password is hashed in
/// between, and meanwhile the person may have ended that session. So storage looks for its row once
/// more, in the transaction that writes, and writes nothing where it is gone or no longer fresh
/// (docs/decisions/0052-what-holds-at-the-write.md).
public struct ActingSession: Sendable, Equatable {
  public let id: SessionID
  public let account: AccountNumber
  /// When it has to be there and fresh.
  public let atMilliseconds: Int64
}

/// What somebody proved who they are with, as it was when that was checked.
///
/// A password takes a tenth of a second to compare, or many where others wait. Storage takes a
/// credential, or finds that it still is the account's, in the transaction that opens something for it.
public enum Credential: Sendable, Equatable {
  /// The sealed hash that the password was compared with, and what was given beside the password.
  case password(sealed: [UInt8], SecondFactor?)
  /// The id of a passkey whose answer was right.
  case passkey([UInt8])

  var method: SecurityEvent.Method {
    switch self {
    case .password(_, nil): .password
    case .password(_, .step): .passwordAndCode
    case .password(_, .recoveryCode): .recoveryCode
    case .passkey: .passkey
    }
  }

  /// Whether using it ends all that the account is signed in with elsewhere.
  var endsAllElse: Bool {
    if case .password(_, .recoveryCode) = self { true } else { false }
  }
}

extension IdentityService {
  func acting(_ session: WebSession) -> ActingSession {
    ActingSession(
      id: session.id, account: session.account.number, atMilliseconds: clock.nowMilliseconds)
  }
}
