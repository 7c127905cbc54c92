import HubContracts
import ToolboxHTTPClient

extension IdentityError: CustomStringConvertible {
  /// A sentence of what happened, what to do about it, and the ``code``.
  public var description: String { description(code: code) }

  func description(code: String) -> String {
    switch self {
    case .address(let error): error.words.text
    case .sessionChanged:
      ErrorWords(
        "Somebody signed in or out while this ran, so it was stopped.", "Run it again.", code
      ).text
    case .invalidResponse:
      ErrorWords(
        "What answered does not speak as a Hub does, so nothing of it was used.",
        "Check the address, and whether the app or the Hub needs an update.", code
      ).text
    case .hubKeyChanged:
      ErrorWords(
        "This is not the Hub that the store belongs to: its key is another.",
        "Check the address. A Hub that was set up anew is a new Hub; it needs a new store. Nothing was sent.",
        code
      ).text
    case .differentAccount: PersonalSyncOwnershipError.differentAccount.description
    case .refused(let code): ErrorWords(refusal: code, after: nil).text
    case .unreachable(let error): error.words.text
    case .secrets(let error): error.description
    case .journal(let error): error.description
    }
  }
}

extension TokenStoreError: CustomStringConvertible {
  /// A sentence of what happened, what to do about it, and the ``code``.
  public var description: String {
    switch self {
    case .unavailable:
      ErrorWords(
        "The place of the session's key cannot be used now.",
        "Unlock the keyring, or let the file belong to you and be readable by nobody else.", code
      ).text
    case .unreadable:
      ErrorWords("The session's key cannot be read.", "Sign in again; it is replaced then.", code)
        .text
    }
  }
}

extension HTTPOriginError {
  var words: ErrorWords {
    switch self {
    case .malformed, .schemeNotSupported:
      ErrorWords(
        "That is not the address of a Hub.",
        "Write it whole, like https://hub.example.org or http://localhost:8765.", code)
    case .userNotAllowed, .pathNotAllowed:
      ErrorWords(
        "That has more than a Hub's address.",
        "Leave out everything but https://, the host and its port.", code)
    case .plainHTTPNotAllowed:
      ErrorWords(
        "That Hub is on another machine and would be spoken to without encryption.",
        "Use https://.", code)
    }
  }
}

extension HTTPClientError {
  var words: ErrorWords {
    switch self {
    case .cannotConnect:
      ErrorWords(
        "The Hub cannot be reached: nothing answers at its address.",
        "Check the address, that the Hub runs, and the network. What waits is kept and sent later.",
        code)
    case .timedOut, .connectionLost:
      ErrorWords(
        "The Hub did not answer to the end.",
        "Try again; what was sent already is not done twice.", code)
    case .tlsFailed:
      ErrorWords(
        "The Hub could not prove who it is.",
        "Check its address and its certificate. Nothing was sent.", code)
    case .responseTooLarge, .malformedResponse:
      ErrorWords(
        "What answered does not speak as a Hub does, so nothing of it was used.",
        "Check the address.", code)
    case .invalidRequest:
      ErrorWords(
        "The request could not be sent as it is.", "This is a fault of the app; update it.", code)
    case .cancelled: ErrorWords("Stopped.", ErrorWords.nothingIsLost, code)
    }
  }
}
