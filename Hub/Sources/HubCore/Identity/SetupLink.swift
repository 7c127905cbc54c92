import ToolboxLocks

/// The one-time secret with which the owner's account is made (SIGN-02).
///
/// Only its hash is kept, and only in memory: each start of the Hub makes a new one.
final class SetupLink: Sendable {
  static let lifeMilliseconds = 30 * Milliseconds.minute

  private enum State {
    case none
    case open(TokenHash, until: Int64)
    /// Somebody who has the secret is making the account right now.
    case taken(TokenHash, until: Int64)
  }

  private let state = Locked(State.none)

  /// Makes `token` the only one that is good, until 30 minutes from now.
  func open(_ token: SecretToken, at now: Int64) {
    let hash = token.hash
    state.withLock { $0 = .open(hash, until: now + Self.lifeMilliseconds) }
  }

  func isOpen(at now: Int64) -> Bool {
    state.withLock { state in
      switch state {
      case .none: false
      case .open(_, let until), .taken(_, let until): now < until
      }
    }
  }

  func isRight(_ token: SecretToken, at now: Int64) -> Bool {
    let hash = token.hash
    return state.withLock { state in
      guard case .open(hash, let until) = state else { return false }
      return now < until
    }
  }

  /// Whether the caller, and nobody else, may now make the account; ends with ``close()`` or
  /// ``giveBack()``.
  func take(_ token: SecretToken, at now: Int64) -> Bool {
    let hash = token.hash
    return state.withLock { state in
      guard case .open(hash, let until) = state, now < until else { return false }
      state = .taken(hash, until: until)
      return true
    }
  }

  /// The account could not be made; the link stays good.
  func giveBack() {
    state.withLock { state in
      if case .taken(let hash, let until) = state { state = .open(hash, until: until) }
    }
  }

  func close() { state.withLock { $0 = .none } }
}
