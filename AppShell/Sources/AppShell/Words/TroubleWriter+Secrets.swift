import PersonalSyncKit
import ToolboxSecretService

extension TroubleWriter {
  func secrets(_ error: TokenStoreError) -> Trouble {
    switch SecretService.Failure(code: error.code) {
    case .locked:
      return Trouble(
        .personNeeded, error.code, "The session's key is in your keyring, and that is locked.",
        "Unlock it and try again. \(waitingIsSafe)")
    case .absent, .broken:
      return Trouble(
        .personNeeded, error.code,
        "The session's key is in your keyring, and that does not answer.",
        """
        Try again in your desktop session. If the keyring is gone, sign in again with \
        \(command("connect URL --no-keyring")). \(waitingIsSafe)
        """)
    case nil: return secretFile(error)
    }
  }

  private func secretFile(_ error: TokenStoreError) -> Trouble {
    Trouble(
      .store, error.code, "The file with the session's key cannot be used.",
      """
      It has to belong to you and to be readable by nobody else: \
      chmod -R go= ~/.local/state/\(app.name). \(waitingIsSafe)
      """)
  }
}

extension JournalError {
  /// What kept a pass from the session's secrets in a keyring, if this is how it was told.
  var ofKeyring: TokenStoreError? {
    guard case .unavailable(let code) = self, SecretService.Failure(code: code) != nil else {
      return nil
    }
    return .unavailable(code: code)
  }
}
