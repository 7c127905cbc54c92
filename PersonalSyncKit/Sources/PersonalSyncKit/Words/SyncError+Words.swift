import ToolboxHTTPClient
import ToolboxSQLite

extension SyncError: CustomStringConvertible {
  /// A sentence of what happened, what to do about it, and the ``code``.
  public var description: String {
    switch self {
    case .ownership(let error): error.description
    case .sessionChanged:
      words("Somebody signed in or out while this ran, so it was stopped.", "Run it again.")
    case .signInNeeded:
      words("The Hub has ended this session.", "Sign in again; what waits is kept.")
    case .unreachable(let error): error.words.text
    case .hubRefused(let code, let seconds): ErrorWords(refusal: code, after: seconds).text
    case .hubKeyChanged: IdentityError.hubKeyChanged.description
    case .hubWentBack:
      words(
        "The Hub has gone back to an older state of its data without saying so.",
        "Whoever runs it uses `hub restore`; then sync again. Nothing was changed here.")
    case .invalidResponse: IdentityError.invalidResponse.description(code: code)
    case .journal(let error): error.description
    case .applyFailed(let error):
      words(
        "What came from the Hub could not be saved in the app's store: \(Self.told(error)).",
        "It comes again with the next sync.")
    case .recursiveSynchronize:
      words(
        "A sync was started from inside a sync.",
        "This is a fault of the app: enqueue there, and synchronize afterwards.")
    }
  }

  /// What the app's own code threw; an error of SQLite by its name.
  private static func told(_ error: any Error) -> String {
    if let error = error as? SQLiteError { return error.code }
    let text = "\(error)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private func words(_ what: String, _ remedy: String) -> String {
    ErrorWords(what, remedy, code).text
  }
}

extension PersonalSyncOwnershipError: CustomStringConvertible {
  /// A sentence of what happened, what to do about it, and the ``code``.
  public var description: String {
    switch self {
    case .differentAccount:
      ErrorWords(
        "This store belongs to another account, for ever.",
        "Sign in with that account, or use another store for this one. Nothing was sent.", code
      ).text
    case .approvalRequired:
      ErrorWords(
        "Nobody has said yet that this account owns the store and what waits in it.",
        "Ask the person, then call bindAccount(_:adoptingUnownedData:). Nothing was sent.", code
      ).text
    }
  }
}
