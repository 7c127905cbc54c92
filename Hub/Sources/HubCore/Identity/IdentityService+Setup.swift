import HubContracts
import ToolboxCrypto

/// What a person gives to make an account, on the set-up page or by an invitation; never printed.
public struct SetupForm: Sendable, CustomStringConvertible, CustomReflectable {
  /// The code as typed, pasted, or taken from the link.
  public var code: String
  public var name: String
  /// An IANA name.
  public var timeZone: String
  public var password: String
  /// The password once more: it is typed blind, and nobody can reset it.
  public var repeatedPassword: String

  public init(
    code: String, name: String, timeZone: String, password: String, repeatedPassword: String
  ) {
    self.code = code
    self.name = name
    self.timeZone = timeZone
    self.password = password
    self.repeatedPassword = repeatedPassword
  }

  public var description: String { "SetupForm(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a set-up form is shown again; each case is one field's.
public enum SetupProblem: Sendable, Equatable {
  case name(DisplayName.Problem)
  /// Somebody here is called so already.
  case nameTaken
  case timeZoneUnknown
  case password(PasswordRule.Problem)
  case passwordsDiffer
}

/// Every problem of one form, for ``SetupAnswer/invalid(_:)``.
struct SetupProblems: Error {
  let all: [SetupProblem]
}

public enum SetupAnswer: Sendable {
  case created(SignedIn)
  /// The code is wrong, used or too old, or an owner exists: there is no such page (404).
  case closed
  /// Nothing was made and the code stays good; at most one problem for each field.
  case invalid([SetupProblem])
  /// Too many passwords are being hashed (503); the code stays good.
  case busy
}

/// A new web session and its cookie's value, which exists nowhere else.
public struct SignedIn: Sendable {
  public let session: WebSession
  public let token: SecretToken

  package init(session: WebSession, token: SecretToken) {
    self.session = session
    self.token = token
  }
}

extension IdentityService {
  /// Makes the one-time set-up code that this start of the Hub prints; nil where there is an owner.
  ///
  /// Good for 30 minutes and for one account; a code made before is no longer good (SIGN-02).
  public func openSetup() async throws(StorageError) -> SecretToken? {
    guard try await !storage.hasOwner() else { return nil }
    let token = SecretToken(.setup, random: random)
    setupLink.open(token, at: clock.nowMilliseconds)
    return token
  }

  /// Whether there is a set-up page at all; without a good code in it, it can do nothing.
  public func isSetupOpen() async throws(StorageError) -> Bool {
    guard setupLink.isOpen(at: clock.nowMilliseconds) else { return false }
    return try await !storage.hasOwner()
  }

  /// Makes the owner's account and signs the browser in.
  ///
  /// Of many calls with the same code at most one creates an account.
  public func setUp(
    _ form: SetupForm, from network: NetworkPrefix
  ) async throws(StorageError) -> SetupAnswer {
    guard let token = SecretToken(.setup, text: form.code),
      setupLink.isRight(token, at: clock.nowMilliseconds), try await !storage.hasOwner()
    else { return .closed }
    let name: DisplayName
    do throws(SetupProblems) { name = try checkedName(of: form) } catch {
      return .invalid(error.all)
    }

    guard setupLink.take(token, at: clock.nowMilliseconds) else { return .closed }
    do throws(StorageError) {
      let answer = try await makeOwner(name, form, from: network)
      if case .busy = answer { setupLink.giveBack() } else { setupLink.close() }
      return answer
    } catch {
      setupLink.giveBack()
      throw error
    }
  }

  /// The name on a form that has nothing wrong in it.
  func checkedName(of form: SetupForm) throws(SetupProblems) -> DisplayName {
    var problems: [SetupProblem] = []
    var name: DisplayName?
    do throws(DisplayName.Problem) { name = try DisplayName(form.name) } catch {
      problems.append(.name(error))
    }
    if !settings.isTimeZone(form.timeZone) { problems.append(.timeZoneUnknown) }
    problems += passwordProblems(
      form.password, repeated: form.repeatedPassword, accountName: form.name)
    guard let name, problems.isEmpty else { throw SetupProblems(all: problems) }
    return name
  }

  func passwordProblems(
    _ password: String, repeated: String, accountName: String
  ) -> [SetupProblem] {
    var problems: [SetupProblem] = []
    if let problem = PasswordRule.problem(with: password, accountName: accountName) {
      problems.append(.password(problem))
    }
    if PasswordRule.bytes(of: password) != PasswordRule.bytes(of: repeated) {
      problems.append(.passwordsDiffer)
    }
    return problems
  }

  private func makeOwner(
    _ name: DisplayName, _ form: SetupForm, from network: NetworkPrefix
  ) async throws(StorageError) -> SetupAnswer {
    let id: AccountID = newIdentifier()
    guard let sealed = await sealedHash(of: form.password, for: id) else { return .busy }
    let (session, token) = newWebSession(from: network)
    let account = NewAccount(
      id: id, name: name, timeZone: form.timeZone, sealedPassword: sealed,
      createdAtMilliseconds: session.signedInAtMilliseconds)
    let owner = try await storage.makeOwner(
      account, session: session, noting: event(.ownerCreated, from: network, by: .setupLink))
    return owner.map { .created(signedIn(session, token, $0)) } ?? .closed
  }
}
