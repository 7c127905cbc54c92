import HubContracts
import HubCore
import ToolboxCommandLine
import ToolboxJSON

/// `hub accounts …`: what somebody does who can run commands where the Hub is.
enum AccountCommands {
  static let name = Argument("name", .text.named("NAME"), "What the account is called.")

  static func list(_ settings: DeskSettings) async throws(ProgramFailure) -> VerbAnswer {
    let desk = try settings.open()
    let accounts = try await answer { () async throws(StorageError) in try await desk.accounts() }
    let lines =
      accounts.isEmpty
      ? ["Nobody has an account yet. hub serve prints the link that makes the first."]
      : accounts.map(line(for:))
    return VerbAnswer(lines) { json in write(accounts, to: &json) }
  }

  private static func line(for listed: ListedAccount) -> String {
    let day = ISOTime.text(ofMilliseconds: listed.createdAtMilliseconds).prefix(10)
    let devices = listed.devices == 1 ? "1 device" : "\(listed.devices) devices"
    let marks = (listed.isOwner ? ", owner" : "") + (listed.isDisabled ? ", disabled" : "")
    return "\(listed.account.name.printable): since \(day), \(devices)\(marks)"
  }

  private static func write(_ accounts: [ListedAccount], to json: inout JSONWriter) {
    json.array(accounts) { json, listed in
      json.object { json in
        json.member("id", listed.account.id.description)
        json.member("name", listed.account.name)
        json.member("timeZone", listed.account.timeZone)
        json.member("isOwner", listed.isOwner)
        json.member("isDisabled", listed.isDisabled)
        json.member("createdAt", ISOTime.text(ofMilliseconds: listed.createdAtMilliseconds))
        json.member("devices", listed.devices)
      }
    }
  }

  static func invite(_ settings: DeskSettings) async throws(ProgramFailure) -> VerbAnswer {
    let desk = try settings.open()
    let token = try await answer { () async throws(StorageError) in try await desk.invite() }
    guard let token else {
      throw .failure(
        "No link was made: the Hub has no owner yet, or \(NewInvitation.countMax) links are open. "
          + "The owner can withdraw them on the page Account.")
    }
    let link = "\(settings.origin.text)/join#t=\(token.text)"
    return VerbAnswer([
      "One person can join with this link, once, within 72 hours:", "  \(link)",
    ]) { json in
      json.object { json in json.member("link", link) }
    }
  }

  static func disable(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let (desk, listed) = try await find(name, settings)
    if listed.isOwner { throw .failure("The owner cannot be disabled. Nothing was changed.") }
    let isChanged = try await answer { () async throws(StorageError) in
      try await desk.disable(listed.account)
    }
    return changed(
      listed, isChanged,
      isChanged
        ? "is kept out, and its devices and browsers are signed out. Its data stays."
        : "was disabled before.")
  }

  static func enable(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let (desk, listed) = try await find(name, settings)
    let isChanged = try await answer { () async throws(StorageError) in
      try await desk.enable(listed.account)
    }
    return changed(listed, isChanged, isChanged ? "can sign in again." : "was not disabled.")
  }

  static func delete(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let (desk, listed) = try await find(name, settings)
    let start = try await answer { () async throws(StorageError) in
      try await desk.delete(listed.account)
    }
    guard case .begun(let deletion) = start else {
      throw .failure("The owner's account goes last; others are here. Nothing was changed.")
    }
    let time = ISOTime.text(ofMilliseconds: deletion.removedAtMilliseconds, showsFraction: false)
    let name = listed.account.name
    return VerbAnswer(
      "\(name.printable) is signed out everywhere. A Hub that runs removes all of it after \(time). "
        + "Until then: hub accounts keep NAME"
    ) { json in
      json.object { json in
        json.member("account", name)
        json.member("removedAfter", time)
      }
    }
  }

  static func keep(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let (desk, listed) = try await find(name, settings)
    let isKept = try await answer { () async throws(StorageError) in
      try await desk.keep(listed.account)
    }
    return changed(listed, isKept, isKept ? "stays." : "was not given up.")
  }

  static func recover(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let link = try await recoveryLink(name, settings)
    return VerbAnswer([
      "This link sets a new password for \(link.name.printable), once, within 15 minutes. "
        + "It signs every browser and app of theirs out, and forgets their authenticator, passkeys "
        + "and recovery codes:", "  \(link.text)",
    ]) { json in
      json.object { json in
        json.member("account", link.name)
        json.member("link", link.text)
      }
    }
  }

  /// A link with which the account of that name sets a new password, and what the account is called.
  static func recoveryLink(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> (name: String, text: String) {
    let (desk, listed) = try await find(name, settings)
    let token = try await answer { () async throws(StorageError) in
      try await desk.recover(listed)
    }
    guard let token else {
      throw .failure(
        "\(listed.account.name.printable) is disabled. Say first: hub accounts enable NAME")
    }
    return (listed.account.name, "\(settings.origin.text)/recover#t=\(token.text)")
  }

  /// Says what became of an account; `what` follows its name.
  private static func changed(
    _ listed: ListedAccount, _ isChanged: Bool, _ what: String
  ) -> VerbAnswer {
    let name = listed.account.name
    return VerbAnswer("\(name.printable) \(what)") { json in
      json.object { json in
        json.member("account", name)
        json.member("isChanged", isChanged)
      }
    }
  }

  static func find(
    _ name: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> (desk: AccountDesk, listed: ListedAccount) {
    let desk = try settings.open()
    let listed = try await answer { () async throws(StorageError) in
      try await desk.account(named: name)
    }
    guard let listed else {
      throw .failure("No account is called \"\(name.printable)\". See: hub accounts list")
    }
    return (desk, listed)
  }

  static func answer<Answer: Sendable>(
    _ ask: () async throws(StorageError) -> Answer
  ) async throws(ProgramFailure) -> Answer {
    do throws(StorageError) { return try await ask() } catch {
      throw .failure("The Hub's database did not answer (\(error.code)). Nothing was changed.")
    }
  }
}
