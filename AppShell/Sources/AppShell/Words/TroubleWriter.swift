import PersonalSyncKit
import ToolboxHTTPClient

/// Says in one person's words why something did not happen, what to do, and what became of their
/// records.
public struct TroubleWriter: Sendable {
  let app: AppProfile
  let folder: StoreFolder?
  /// Changes that wait to be sent; nil where that is not known.
  var waiting: Int?

  public init(_ app: AppProfile, folder: StoreFolder? = nil, waiting: Int? = nil) {
    self.app = app
    self.folder = folder
    self.waiting = waiting
  }

  // MARK: - The store

  public func trouble(_ error: StoreError) -> Trouble {
    let (what, remedy) = words(error)
    return Trouble(.store, error.code, what, remedy)
  }

  private func words(_ error: StoreError) -> (what: String, remedy: String) {
    let path = folder?.path ?? "its folder"
    switch error {
    case .noFolder:
      return (
        "\(app.title) does not know where to keep its data: HOME is not set.",
        "Name a folder with --data DIR. Nothing was written."
      )
    case .folderUnusable(let path, let errno):
      return (
        "The folder \(path) cannot be used: \(SystemWords.meaning(ofErrno: errno)).",
        "Mend its permissions or name another folder with --data DIR. Nothing was written."
      )
    case .damaged:
      return (
        "The store \(folder?.databasePath ?? "") is damaged.",
        """
        It was not touched. Copy the folder \(path) before anything else. If only the bookkeeping \
        of the sync is damaged, \(command("recover")) rebuilds it; else put back the newest copy from \(folder?.backupsPath ?? "backups"), or a backup of your own, in its place; \
        what was synchronised comes back from the Hub.
        """
      )
    case .newerSchema:
      return (
        "A newer version of \(app.title) made the store in \(path).",
        "Update \(app.title). Nothing was changed."
      )
    case .diskFull:
      return (
        "The disk is full, so this was not saved.",
        "Free some space and try again. All that was saved before is safe."
      )
    case .unavailable(let code):
      return (
        "The store in \(path) could not be used (\(code)).",
        """
        Another program may hold it, or it may not be written. Try again; if it stays so, look at \
        the permissions of the folder and at the disk. All that was saved before is safe.
        """
      )
    case .detailLocked:
      return (
        "Another device keeps a detail of this record that is locked here.",
        "Change it on that device. Nothing was changed here."
      )
    case .contentFrozen:
      return (
        "This record is finished and stays as it is.",
        "It can be deleted, not changed. Nothing was changed."
      )
    }
  }

  // MARK: - The Hub

  public func trouble(_ error: ConnectionError) -> Trouble {
    switch error {
    case .store(let error): trouble(error)
    case .identity(let error): trouble(error)
    case .sync(let error): trouble(error)
    case .address(let address, let error): trouble(error, address: address)
    case .signedOut: notConnected
    case .declined: declined
    case .nobodyToAsk: nobodyToAsk
    }
  }

  public func trouble(_ error: SyncError) -> Trouble {
    switch error {
    case .ownership(.differentAccount): differentAccount
    case .ownership(.approvalRequired): approvalNeeded
    case .sessionChanged: sessionChanged(error.code)
    case .signInNeeded:
      Trouble(
        .personNeeded, error.code, "The Hub has ended this session.",
        "Sign in again with \(command("connect URL")). \(waitingIsSafe)")
    case .unreachable(let reason): unreachable(reason)
    case .hubRefused(let code, let seconds): refused(code, retryAfterSeconds: seconds)
    case .hubKeyChanged: trouble(IdentityError.hubKeyChanged)
    case .hubWentBack:
      Trouble(
        .personNeeded, error.code, "The Hub has gone back to an older state of its data.",
        """
        Somebody put old data in its place without telling it. Whoever runs the Hub uses "hub \
        restore"; then sync again. Nothing was changed here. \(waitingIsSafe)
        """)
    case .invalidResponse: invalidResponse(error.code)
    case .journal(let error): bookkeeping(error)
    case .applyFailed:
      Trouble(
        .store, error.code, "What came from the Hub could not be saved here.",
        "It comes again with the next sync. \(waitingIsSafe)")
    case .recursiveSynchronize:
      Trouble(
        .store, error.code, "A sync was started from inside a sync.",
        "This is a fault of the program; update it. \(waitingIsSafe)")
    }
  }

  public func trouble(_ error: IdentityError) -> Trouble {
    switch error {
    case .address(let error):
      Trouble(
        .usage, error.code, "That is not an address at which a Hub can be.",
        "Write it like https://hub.example.org or http://localhost:8765.")
    case .sessionChanged: sessionChanged(error.code)
    case .invalidResponse: invalidResponse(error.code)
    case .hubKeyChanged:
      Trouble(
        .personNeeded, error.code,
        "This is not the Hub that this store belongs to: its key is another.",
        """
        Check the address. If your Hub was set up anew, it is a new Hub, and this store cannot \
        move to it; another one can, with --data DIR. Nothing was sent. \(waitingIsSafe)
        """)
    case .differentAccount: differentAccount
    case .refused(let code): refused(code, retryAfterSeconds: nil)
    case .unreachable(let reason): unreachable(reason)
    case .secrets(let error): secrets(error)
    case .journal(let error): bookkeeping(error)
    }
  }

  /// Why a text is not the address of a Hub.
  public func trouble(_ error: HTTPOriginError, address: String) -> Trouble {
    switch error {
    case .malformed, .schemeNotSupported:
      Trouble(
        .usage, error.code, "\"\(address)\" is not the address of a Hub.",
        "Write it like https://hub.example.org or http://hub.localhost:8765.")
    case .userNotAllowed, .pathNotAllowed:
      Trouble(
        .usage, error.code, "\"\(address)\" has more than a Hub's address.",
        "Leave out everything but https://, the host and its port.")
    case .plainHTTPNotAllowed:
      Trouble(
        .refused, error.code, "\"\(address)\" would be spoken to without encryption.",
        """
        Use https://. Where the network between here and there is your own and you trust it, add \
        --plain-http.
        """)
    }
  }

  /// Nobody has said yet that the account owns this store.
  var approvalNeeded: Trouble {
    Trouble(
      .personNeeded, PersonalSyncOwnershipError.approvalRequired.code,
      "Nobody has approved yet that your Hub account owns this store.",
      "Look at what would be adopted with \(command("approve")). Nothing was sent. \(waitingIsSafe)"
    )
  }

  /// There is no session with a Hub.
  var notConnected: Trouble {
    Trouble(
      .personNeeded, "sync.signed_out", "\(app.title) is not connected to a Hub.",
      "It works without one. To connect: \(command("connect URL")). \(waitingIsSafe)")
  }

  /// The person said no.
  var declined: Trouble {
    Trouble(.refused, "question.declined", "Not done.", "Nothing was changed. \(waitingIsSafe)")
  }

  /// A question could not be asked.
  var nobodyToAsk: Trouble {
    Trouble(
      .usage, "question.nobody_there", "Nobody is here to answer that question.",
      "Run it in a terminal, or add --yes once you have read it. Nothing was changed.")
  }

  private var differentAccount: Trouble {
    Trouble(
      .personNeeded, PersonalSyncOwnershipError.differentAccount.code,
      "This store belongs to another account, for ever.",
      """
      Sign in with that account, or give the other one a store of its own with --data DIR. \
      Nothing was sent and nothing was changed. \(waitingIsSafe)
      """)
  }

  private func sessionChanged(_ code: String) -> Trouble {
    Trouble(
      .hub, code, "Somebody signed in or out while this ran, so it was stopped.",
      "Run it again. \(waitingIsSafe)")
  }

  private func unreachable(_ reason: HTTPClientError) -> Trouble {
    switch reason {
    case .tlsFailed:
      Trouble(
        .hub, reason.code, "The Hub could not prove who it is.",
        "Check its address and its certificate. Nothing was sent. \(waitingIsSafe)")
    case .responseTooLarge, .malformedResponse: invalidResponse(reason.code)
    case .cancelled: Trouble(.hub, reason.code, "Stopped.", waitingIsSafe)
    case .cannotConnect, .timedOut, .connectionLost, .invalidRequest:
      Trouble(
        .hub, reason.code, "The Hub cannot be reached.",
        "\(app.title) goes on without it and tries again. \(waitingIsSafe)")
    }
  }

  private func invalidResponse(_ code: String) -> Trouble {
    Trouble(
      .hub, code, "What answered does not speak as a Hub does, so nothing of it was used.",
      """
      Check the address, and whether \(app.title) or the Hub needs an update. \(waitingIsSafe)
      """)
  }

  private func bookkeeping(_ error: JournalError) -> Trouble {
    // A pass says so what it could not read of the session's key.
    if let failure = error.ofKeyring { return secrets(failure) }
    guard case .damaged = error else { return trouble(StoreError(error)) }
    return Trouble(
      .store, error.code, "The bookkeeping of the sync is damaged, so sync has stopped.",
      """
      It is kept as it is. Your \(app.recordWords.many) are here and \(app.title) goes on without \
      sync. To rebuild it: \(command("recover")).
      """)
  }

  // MARK: - Pieces

  /// A command with the app's name and, where it is not the usual one, the folder.
  func command(_ words: String) -> String {
    guard let folder, folder.isChosen else { return "\(app.name) \(words)" }
    return "\(app.name) \(words) --data \(folder.path)"
  }

  /// Such as "Your 3 waiting changes are safe."; empty of numbers where they are not known.
  var waitingIsSafe: String {
    switch waiting {
    case nil, 0: "Nothing is lost."
    case 1: "Your waiting change is safe."
    case let count?: "Your \(count) waiting changes are safe."
    }
  }
}
