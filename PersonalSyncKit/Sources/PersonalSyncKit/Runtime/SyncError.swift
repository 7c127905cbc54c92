import ToolboxHTTPClient
import ToolboxSQLite

/// Why a pass or a binding stopped; what was saved before stands, and nothing that waits is lost.
public enum SyncError: Error, Sendable {
  /// The store and the account do not go together; nothing was sent.
  case ownership(PersonalSyncOwnershipError)
  /// Somebody signed in or out meanwhile; nothing of one session was used under another. Try again.
  case sessionChanged
  /// The Hub has ended the session. Sign in again; what waits then goes on.
  case signInNeeded
  /// No answer. Whether a push was stored is not known and will be asked with the same keys.
  case unreachable(HTTPClientError)
  /// The Hub said no for now; `retryAfterSeconds` is its own wish.
  case hubRefused(code: String, retryAfterSeconds: Int?)
  /// This is not the Hub that the store knows; nothing was shown to it. Never go on; check the address.
  case hubKeyChanged
  /// The Hub's epoch is older than one that it had: somebody put old data in its place without telling it.
  /// Nothing was changed; its owner runs `hub restore`.
  case hubWentBack
  /// The answer breaks the protocol; nothing of it was used. Update the app or the Hub.
  case invalidResponse
  /// The bookkeeping could not be read or written.
  case journal(JournalError)
  /// The app's own `applyChanges` or `prepareOutgoing` threw; its batch does not count as saved and will
  /// come again. A store of its own that edits what it is given, over and over, ends here as well.
  case applyFailed(any Error)
  /// Called from inside `applyChanges` or `prepareOutgoing` of the same store, where it would wait for
  /// itself. Our own mistake: enqueue there, and synchronise afterwards.
  case recursiveSynchronize

  /// The name in logs and on screens; never renamed, never reused.
  public var code: String {
    switch self {
    case .ownership(let error): error.code
    case .sessionChanged: "sync.session_changed"
    case .signInNeeded: "sync.sign_in_needed"
    case .unreachable(let error): error.code
    case .hubRefused(let code, _): code
    case .hubKeyChanged: "identity.hub_key_changed"
    case .hubWentBack: "sync.hub_went_back"
    case .invalidResponse: "sync.invalid_response"
    case .journal(let error): error.code
    case .applyFailed: "sync.apply_failed"
    case .recursiveSynchronize: "sync.recursive_synchronize"
    }
  }
}

extension SyncError: SQLiteFailing {
  public init(sqlite: SQLiteError) { self = .journal(JournalError(sqlite: sqlite)) }
}

/// Runs a step of the journal and says its failures as a pass does.
func inPass<Result>(
  _ body: () throws(JournalError) -> Result
) throws(SyncError) -> Result {
  do throws(JournalError) { return try body() } catch { throw .journal(error) }
}
