import HubContracts
import ToolboxCrypto

extension IdentityService {
  /// Whether a password is an account's.
  private enum PasswordCheck { case right, wrong, busy }

  /// Whether all that a person typed is an account's.
  enum ProofCheck {
    case right(Account, Credential)
    case wrong
    case busy
  }

  /// Compares password and code; the same work whatever is wrong, and where there is no account
  /// (SES-51).
  ///
  /// `guess` says who waits where many do.
  func check(
    _ proof: Proof, against stored: StoredPassword?, for guess: AttemptLimits.Guess
  ) async -> ProofCheck {
    let password = await check(proof.password, against: stored, for: PasswordAsker(guess))
    let code = check(code: proof.code, against: stored)
    switch (password, code, stored) {
    case (.busy, _, _): return .busy
    case (.right, .right(let factor), let stored?):
      return .right(stored.account, .password(sealed: stored.sealed, factor))
    case (.right, _, _), (.wrong, _, _): return .wrong
    }
  }

  /// The Argon2id hash of a password, sealed for the account; nil where the Hub is busy.
  ///
  /// `proof` is what the caller showed to be let in where there is no account yet: whoever shows one many
  /// times at once is one asker.
  func sealedHash(
    of password: String, for account: AccountID, shownBy proof: TokenHash? = nil
  ) async -> [UInt8]? {
    let asker = PasswordAsker.known(proof.map { Hex.encode($0.bytes) } ?? "id \(account)")
    let bytes = PasswordRule.bytes(of: password)
    let hash = settings.passwordHash
    let phc = await passwords.run(for: asker) { hash.hash(bytes) }
    guard let phc = phc ?? nil else { return nil }
    return pepper.seal(Array(phc.utf8), context: Self.context(of: account), random: random)
  }

  /// Compares a password with an account's, or does the same work where there is none (SES-51).
  private func check(
    _ password: String, against stored: StoredPassword?, for asker: PasswordAsker
  ) async -> PasswordCheck {
    let bytes = PasswordRule.bytes(of: password)
    let hash = settings.passwordHash
    let phc = stored.flatMap { stored in
      pepper.open(stored.sealed, context: Self.context(of: stored.account.id))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    // Hashing anew costs what comparing costs: the same passes over the same memory.
    let isRight = await passwords.run(for: asker) { () -> Bool? in
      if let phc { return hash.isValid(bytes, for: phc) }
      return hash.hash(bytes) == nil ? nil : false
    }
    switch isRight ?? nil {
    case nil: return .busy
    case true?: return .right
    case false?: return .wrong
    }
  }

  /// A hash cut out of one account's row opens in no other's.
  private static func context(of account: AccountID) -> [UInt8] {
    Array("hub-password-v1".utf8) + account.bytes
  }
}
