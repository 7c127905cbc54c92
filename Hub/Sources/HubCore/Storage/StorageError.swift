/// Why the Hub's storage did not answer; after any of these nothing of the request is stored.
public enum StorageError: Error, Equatable, Sendable {
  /// The disk is full. Answered as 507; the same request may succeed once there is space.
  case full
  /// Locked by another process for too long. Answered as 503 with `Retry-After`.
  case busy
  /// The database is damaged. Answered as 503; `hub serve` says at its start how to go on.
  case damaged(code: Int32)
  /// The folder or file cannot be read or written. Answered as 503.
  case unavailable(code: String)

  public var code: String {
    switch self {
    case .full: "storage_full"
    case .busy: "busy"
    case .damaged: "storage_damaged"
    case .unavailable: "storage_unavailable"
    }
  }
}
