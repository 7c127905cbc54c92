import ToolboxHTTPClient
import ToolboxSQLite

/// Why signing in, checking or signing out did not end as asked; the store's data is untouched.
public enum IdentityError: Error, Equatable, Sendable {
  /// What was given is not an address at which a Hub may be; nothing was sent.
  case address(HTTPOriginError)
  /// Somebody signed in or out meanwhile; the late answer has no effect.
  case sessionChanged
  /// The answer is not what a Hub says, or its signature does not hold.
  case invalidResponse
  /// This is not the Hub that the store knows: its key is another. Never continue; check the address.
  case hubKeyChanged
  /// The store belongs to another account; the new session was ended again.
  case differentAccount
  /// The code was denied, has run out, or the Hub refused; `code` is the Hub's own.
  case refused(code: String)
  case unreachable(HTTPClientError)
  case secrets(TokenStoreError)
  case journal(JournalError)

  /// The name in logs and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .address(let error): error.code
    case .sessionChanged: "identity.session_changed"
    case .invalidResponse: "identity.invalid_response"
    case .hubKeyChanged: "identity.hub_key_changed"
    case .differentAccount: PersonalSyncOwnershipError.differentAccount.code
    case .refused(let code): code
    case .unreachable(let error): error.code
    case .secrets(let error): error.code
    case .journal(let error): error.code
    }
  }
}

extension IdentityError: SQLiteFailing {
  public init(sqlite: SQLiteError) { self = .journal(JournalError(sqlite: sqlite)) }
}

/// Runs a step of the journal and says its failures as the identity client does.
func inIdentity<Result>(
  _ body: () throws(JournalError) -> Result
) throws(IdentityError) -> Result {
  do throws(JournalError) { return try body() } catch { throw .journal(error) }
}
