import ToolboxLocks

/// Every limit on attempts that this Hub knows, and what it remembers of them
/// (docs/protocol/identity.md, "Passwords" and "Connecting an app").
///
/// In memory: after a restart all begin anew. A lock and not an actor: each question is a few
/// look-ups, asked on the way of a request.
final class AttemptLimits: Sendable {
  struct Guess: Hashable, Sendable {
    /// What the person typed as a name, or the number of the account that is signed in.
    let account: String
    let network: String
  }

  private struct State: Sendable {
    var passwords = AttemptDelays<Guess>()
    var passwordsInAll = AttemptWindow<Nothing>(attemptsMax: 60, span: Milliseconds.minute)
    var deviceRequests = AttemptWindow<String>(attemptsMax: 10, span: 10 * Milliseconds.minute)
    var codesOfAccount = AttemptWindow<Int64>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var codesOfNetwork = AttemptWindow<String>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var recoveriesOfNetwork = AttemptWindow<String>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var recoveriesInAll = AttemptWindow<Nothing>(attemptsMax: 100, span: Milliseconds.hour)
    var codesInAll = AttemptWindow<Nothing>(attemptsMax: 100, span: Milliseconds.hour)
    var revocations = AttemptWindow<String>(attemptsMax: 100, span: 10 * Milliseconds.minute)
  }

  private struct Nothing: Hashable, Sendable {}

  private let state = Locked(State())

  /// Counts a password that is about to be checked, or says how many milliseconds to wait.
  func beginPassword(_ guess: Guess, at now: Int64) -> Int64? {
    state.withLock { state in
      if let wait = state.passwordsInAll.wait(for: Nothing(), at: now) { return wait }
      if let wait = state.passwords.begin(guess, at: now) { return wait }
      return state.passwordsInAll.begin(Nothing(), at: now)
    }
  }

  func passwordWasRight(_ guess: Guess) { state.withLock { $0.passwords.succeed(guess) } }

  /// The password was never looked at, because the Hub was busy.
  func passwordWasNotTried(_ guess: Guess) { state.withLock { $0.passwords.withdraw(guess) } }

  /// As ``beginPassword(_:at:)`` for a code of somebody who is signed in, which costs no hash.
  func beginConfirmation(_ guess: Guess, at now: Int64) -> Int64? {
    state.withLock { $0.passwords.begin(guess, at: now) }
  }

  /// Counts a recovery code that is about to be looked up; a right one is taken back after.
  func beginRecovery(from network: NetworkPrefix, at now: Int64) -> Int64? {
    state.withLock { state in
      if let wait = state.recoveriesInAll.wait(for: Nothing(), at: now) { return wait }
      if let wait = state.recoveriesOfNetwork.begin(network.bucket, at: now) { return wait }
      return state.recoveriesInAll.begin(Nothing(), at: now)
    }
  }

  func recoveryWasRight(from network: NetworkPrefix) {
    state.withLock { state in
      state.recoveriesOfNetwork.withdraw(network.bucket)
      state.recoveriesInAll.withdraw(Nothing())
    }
  }

  func beginDeviceRequest(from network: NetworkPrefix, at now: Int64) -> Int64? {
    state.withLock { $0.deviceRequests.begin(network.bucket, at: now) }
  }

  /// Counts a secret that shall end its session; a right one is taken back after.
  func beginRevocation(from network: NetworkPrefix, at now: Int64) -> Int64? {
    state.withLock { $0.revocations.begin(network.bucket, at: now) }
  }

  func revocationWasRight(from network: NetworkPrefix) {
    state.withLock { $0.revocations.withdraw(network.bucket) }
  }

  /// Counts a user code that is about to be looked up; a right one is taken back after.
  func beginCode(
    account: AccountNumber, from network: NetworkPrefix, at now: Int64
  ) -> Int64? {
    state.withLock { state in
      let waits = [
        state.codesOfAccount.wait(for: account.value, at: now),
        state.codesOfNetwork.wait(for: network.bucket, at: now),
        state.codesInAll.wait(for: Nothing(), at: now),
      ]
      if let wait = waits.compactMap({ $0 }).max() { return wait }
      _ = state.codesOfAccount.begin(account.value, at: now)
      _ = state.codesOfNetwork.begin(network.bucket, at: now)
      _ = state.codesInAll.begin(Nothing(), at: now)
      return nil
    }
  }

  func codeWasRight(account: AccountNumber, from network: NetworkPrefix) {
    state.withLock { state in
      state.codesOfAccount.withdraw(account.value)
      state.codesOfNetwork.withdraw(network.bucket)
      state.codesInAll.withdraw(Nothing())
    }
  }
}
