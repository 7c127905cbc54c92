import PersonalSyncKit
import ToolboxCommandLine
import ToolboxHTTPClient

extension AppVerb {
  /// `connect URL`: signs in with a code that the person approves on the Hub's page.
  static var connect: AppVerb {
    let address = Argument("url", .text, "Where your Hub is, such as https://hub.example.org.")
    let plain = Flag(
      "plain-http", "Speak to a Hub without encryption; only in a network that you trust.")
    let file = Flag(
      "no-keyring", "Keep the session's key in a file of yours, not in the desktop's keyring.")
    let browser = Flag(
      "browser", "Approve in a browser on this machine, without a code.")
    return AppVerb(
      "connect", "Signs in to your Hub.",
      details: """
        Shows a code and a link. Open the link in a browser where you are signed in to your Hub, \
        compare the code and approve. With --browser your browser on this machine is opened ($BROWSER, \
        else the desktop's own) and comes back here by itself. Nothing is sent before you have run approve here as well.
        """,
      [address, browser, plain, file]
    ) { (call) throws(Trouble) in
      let connection = try await call.connection(
        ConnectionTerms(allowsPlainHTTP: call.input[plain], keepsSecretsInFile: call.input[file]))
      do throws(ConnectionError) {
        let origin = try connection.origin(call.input[address])
        let account =
          call.input[browser]
          ? try await signInBeside(connection, origin, call)
          : try await signIn(connection, origin, call)
        return Self.next(account, try await connection.standing(), call)
      } catch { throw await connection.trouble(error) }
    }
  }

  private static func signIn(
    _ connection: HubConnection, _ origin: HTTPOrigin, _ call: Call<Shown>
  ) async throws(ConnectionError) -> PersonalSyncAccount {
    let prompt = try await connection.startSignIn(at: origin)
    call.say(invitation(prompt))
    return try await connection.finishSignIn(prompt)
  }

  private static func signInBeside(
    _ connection: HubConnection, _ origin: HTTPOrigin, _ call: Call<Shown>
  ) async throws(ConnectionError) -> PersonalSyncAccount {
    let prompt = try await connection.startSignIn(
      at: origin, using: .loopback(BrowserCallback()))
    let isOpened = call.machine.browser.open(prompt.address) { call.say(notOpened) }
    call.say(invitation(prompt, isOpened: isOpened))
    return try await connection.finishSignIn(prompt)
  }

  private static var notOpened: Answer {
    Answer("The browser could not be opened. Open the page above yourself.") { json in
      json.object { json in
        json.member("state", "waiting")
        json.member("isBrowserOpened", false)
      }
    }
  }

  private static func invitation(_ prompt: BrowserPrompt, isOpened: Bool) -> Answer {
    let first =
      isOpened
      ? "Your browser is opened with this page. If you do not see it, open it yourself, here:"
      : "No browser could be opened. Open this page in a browser on this machine:"
    let text = """
      \(first)

        \(prompt.address)

      Waiting, at most \(prompt.expiresInSeconds / 60) min; Ctrl-C to stop …
      """
    return Answer(text) { json in
      json.object { json in
        json.member("state", "waiting")
        json.member("address", prompt.address)
        json.member("isBrowserOpened", isOpened)
        json.member("expiresInSeconds", prompt.expiresInSeconds)
      }
    }
  }

  private static func invitation(_ prompt: DevicePrompt) -> Answer {
    let text = """
      Open this page in a browser where you are signed in to your Hub:

        \(prompt.verificationURIComplete)

      Approve there if it shows the code \(prompt.userCode).
      Waiting, at most \(prompt.expiresInSeconds / 60) min; Ctrl-C to stop …
      """
    return Answer(text) { json in
      json.object { json in
        json.member("state", "waiting")
        json.member("userCode", prompt.userCode)
        json.member("verificationURI", prompt.verificationURI)
        json.member("verificationURIComplete", prompt.verificationURIComplete)
        json.member("expiresInSeconds", prompt.expiresInSeconds)
      }
    }
  }

  private static func next(
    _ account: PersonalSyncAccount, _ standing: StatusWords, _ call: Call<Shown>
  ) -> Answer {
    let isApproved = standing.isOwned
    let next =
      isApproved
      ? "This store belongs to it. Send and receive with: \(call.command("sync"))"
      : """
      Nothing has been sent. Look at what the account would own, and approve it, with:

        \(call.command("approve"))
      """
    return Answer("\nSigned in as \(account.name).\n\(next)") { json in
      json.object { json in
        json.member("state", "signed_in")
        json.member("account", account.name)
        json.member("hub", account.origin)
        json.member("isApproved", isApproved)
      }
    }
  }
}
