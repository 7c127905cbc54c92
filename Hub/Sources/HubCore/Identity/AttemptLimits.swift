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
    let place: Place

    /// Where somebody tries; tries at one place never delay those at another.
    enum Place: Hashable, Sendable {
      case network(NetworkPrefix)
      /// A ``KnownBrowser/id``, or a session's id: nobody can pretend to be there.
      case known([UInt8])
    }
  }

  private struct State: Sendable {
    var passwords = AttemptDelays<Guess>()
    /// A name, and a provider's corner, have half of what there is in all, so that a flood at one leaves
    /// the other half to all others.
    var passwordsOfName = AttemptWindow<String>(attemptsMax: 30, span: Milliseconds.minute)
    var passwordsOfNetwork = NetworkWindow(
      attemptsMax: 20, widerMax: 30, span: Milliseconds.minute)
    var passwordsInAll = AttemptWindow<Nothing>(attemptsMax: 60, span: Milliseconds.minute)
    var passkeys = NetworkWindow(attemptsMax: 30, widerMax: 60, span: Milliseconds.minute)
    var deviceRequests = NetworkWindow(
      attemptsMax: 10, widerMax: 20, span: 10 * Milliseconds.minute)
    var codesOfAccount = AttemptWindow<Int64>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var codesOfNetwork = AttemptWindow<String>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var recoveriesOfNetwork = AttemptWindow<String>(attemptsMax: 5, span: 10 * Milliseconds.minute)
    var recoveriesInAll = AttemptWindow<Nothing>(attemptsMax: 100, span: Milliseconds.hour)
    var codesInAll = AttemptWindow<Nothing>(attemptsMax: 100, span: Milliseconds.hour)
    var revocations = NetworkWindow(
      attemptsMax: 100, widerMax: 200, span: 10 * Milliseconds.minute)
  }

  private struct Nothing: Hashable, Sendable {}

  private let state = Locked(State())

  /// Counts a password that is about to be checked, or says how many milliseconds to wait.
  ///
  /// What strangers try counts against their network, the name and the whole Hub, too; what is tried at
  /// a known place does not, or strangers could use that up.
  func beginPassword(_ guess: Guess, at now: Int64) -> Int64? {
    state.withLock { state in
      guard case .network(let network) = guess.place else {
        return state.passwords.begin(guess, at: now)
      }
      let waits = [
        state.passwordsInAll.wait(for: Nothing(), at: now),
        state.passwordsOfNetwork.wait(for: network, at: now),
        state.passwordsOfName.wait(for: guess.account, at: now),
      ]
      if let wait = waits.compactMap({ $0 }).max() { return wait }
      if let wait = state.passwords.begin(guess, at: now) { return wait }
      _ = state.passwordsOfNetwork.begin(network, at: now)
      _ = state.passwordsOfName.begin(guess.account, at: now)
      return state.passwordsInAll.begin(Nothing(), at: now)
    }
  }

  func beginPasskey(from network: NetworkPrefix, at now: Int64) -> Int64? {
    state.withLock { $0.passkeys.begin(network, at: now) }
  }

  func passwordWasRight(_ guess: Guess) { state.withLock { $0.passwords.succeed(guess) } }

  /// The password was never looked at, because the Hub was busy.
  func passwordWasNotTried(_ guess: Guess) { state.withLock { $0.passwords.withdraw(guess) } }

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
    state.withLock { $0.deviceRequests.begin(network, at: now) }
  }

  /// Counts a secret that ended no session.
  func beginRevocation(from network: NetworkPrefix, at now: Int64) -> Int64? {
    state.withLock { $0.revocations.begin(network, at: now) }
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
