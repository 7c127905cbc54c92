import PersonalSyncKit
import ToolboxHTTPClient

/// Why something with the Hub did not end as asked.
///
/// What was recorded is safe in every case. ``TroubleWriter`` has the sentence for each.
public enum ConnectionError: Error, Sendable {
  case store(StoreError)
  case identity(IdentityError)
  case sync(SyncError)
  /// The text that the person typed is not the address of a Hub that may be spoken to.
  case address(String, HTTPOriginError)
  /// There is no session; the person has to connect first.
  case signedOut
  /// The person said no; nothing was changed.
  case declined
  /// A question had to be asked and nobody is there; nothing was changed.
  case nobodyToAsk

  /// The name in `--json` output; never renamed, never reused.
  public var code: String {
    switch self {
    case .store(let error): error.code
    case .identity(let error): error.code
    case .sync(let error): error.code
    case .address(_, let error): error.code
    case .signedOut: "sync.signed_out"
    case .declined: "question.declined"
    case .nobodyToAsk: "question.nobody_there"
    }
  }
}

extension PassOutcome {
  /// What a failed pass means for the next one.
  init(_ error: ConnectionError) {
    switch error {
    case .sync(let error): self.init(error)
    case .identity(let error): self.init(SyncError(error))
    case .store: self = .failed(retryAfterSeconds: nil)
    case .address, .signedOut, .declined, .nobodyToAsk: self = .halted
    }
  }
}
