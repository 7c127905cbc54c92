import Foundation
import Glibc
import HubContracts
import PersonalSyncKeyring
import PersonalSyncKit
import Testing
import ToolboxCrypto
import ToolboxSecretService

/// Secrets in a real keyring, on a session bus of each test's own (docs/decisions/0018).
@Suite(.serialized) struct SecretServiceTokenStoreTests {
  let keyring: TestKeyring
  let random = SystemRandom()

  init() throws { keyring = try TestKeyring() }

  func secrets(_ bearer: String) throws -> SessionSecrets {
    SessionSecrets(
      session: try #require(SessionID(random.uuid())), bearer: bearer, revokeHandle: "handle",
      origin: "https://hub.example.org", generation: 1, bearerSinceMilliseconds: 0)
  }

  /// A store that has its secret in the keyring.
  func signedIn() throws -> SecretServiceTokenStore {
    try keyring.start()
    let store = keyring.store()
    let secrets = try secrets("canary")
    try store.update { $0.sessions = [secrets] }
    #expect(try keyring.itemCount() == 1)
    return store
  }

  @Test func `in an open keyring a secret is kept, changed and removed, and no file has it`() throws
  {
    let store = try signedIn()
    #expect(try store.load().sessions.map(\.bearer) == ["canary"])

    try store.update { $0.sessions[0].nextBearer = "canary-next" }
    let changed = try keyring.store().load()
    #expect(try !keyring.files().contains("canary"))
    #expect(try keyring.itemCount() == 1)
    try store.update { $0.sessions = [] }

    #expect(changed.sessions.map(\.nextBearer) == ["canary-next"])
    #expect(try store.load() == StoredSecrets())
    #expect(try keyring.files().isEmpty)
    #expect(try keyring.itemCount() == 0)
  }

  @Test func `of two processes that change the secrets at once, both are heard`() async throws {
    let store = try signedIn()
    let added = try (0..<20).map { try secrets("\($0)") }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for secrets in added {
        let other = keyring.store()
        group.addTask { try other.update { $0.sessions.append(secrets) } }
      }
      try await group.waitForAll()
    }

    #expect(Set(try store.load().sessions.map(\.bearer)).count == 21)
    #expect(try keyring.itemCount() == 1)
  }

  @Test func `a locked keyring is said, and when it opens the secret is there`() throws {
    let store = try signedIn()
    let file = try keyring.files()
    try keyring.lock()

    #expect(throws: TokenStoreError.unavailable(code: "keyring.locked")) { try store.load() }
    #expect(throws: TokenStoreError.unavailable(code: "keyring.locked")) {
      try store.update { $0.sessions = [] }
    }

    #expect(try keyring.files() == file)
    try keyring.restart()
    #expect(try store.load().sessions.map(\.bearer) == ["canary"])
  }

  @Test func `what was signed in while the keyring was locked stays in the file when it opens`()
    throws
  {
    try keyring.start()
    try keyring.lock()
    let store = keyring.store()
    let secrets = try secrets("canary")
    try store.update { $0.sessions = [secrets] }

    try keyring.restart()
    try store.update { $0.sessions[0].nextBearer = "canary-next" }

    #expect(try store.load().sessions.map(\.nextBearer) == ["canary-next"])
    #expect(try keyring.files().contains("canary-next"))
    #expect(try keyring.itemCount() == 0)
  }

  @Test func `without a bus secrets go to the file, and those in a keyring wait for it`() throws {
    let nowhere = keyring.store(bus: "unix:path=\(keyring.folder.path)/nowhere")
    let secrets = try secrets("canary")
    try nowhere.update { $0.sessions = [secrets] }
    #expect(try keyring.files().contains("canary"))
    try nowhere.update { $0.sessions = [] }
    let store = try signedIn()

    #expect(throws: TokenStoreError.unavailable(code: "keyring.absent")) { try nowhere.load() }

    #expect(try store.load().sessions.map(\.bearer) == ["canary"])
  }

  @Test func `a keyring that dies in the middle of a change loses no secret`() async throws {
    let store = try signedIn()
    try keyring.withdraw()
    keyring.kill(SIGSTOP)

    let change = Task { try store.update { $0.sessions[0].nextBearer = "canary-next" } }
    keyring.kill(SIGKILL)

    await #expect(throws: TokenStoreError.self) { try await change.value }
    #expect(throws: TokenStoreError.self) { try store.load() }
    try keyring.offer()
    try keyring.restart()
    #expect(try store.load().sessions.map(\.bearer) == ["canary"])
  }

  @Test func `a keyring that does not answer is waited for no longer than was said`() throws {
    let store = try signedIn()
    let impatient = keyring.store(patience: .milliseconds(20))
    keyring.kill(SIGSTOP)

    #expect(throws: TokenStoreError.unavailable(code: "keyring.broken")) { try impatient.load() }

    keyring.kill(SIGCONT)
    #expect(try store.load().sessions.map(\.bearer) == ["canary"])
  }

  @Test func `a sign-in that was cut off before the keyring had its secret is made again`() throws {
    let store = try signedIn()
    let attributes = ["xdg:schema": "PersonalSync.Session"]
    try keyring.service().remove(attributes, in: "/org/freedesktop/secrets/collection/login")
    #expect(try store.load() == StoredSecrets())
    let again = try secrets("again")

    try store.update { $0.sessions.append(again) }

    #expect(try store.load().sessions == [again])
    #expect(try keyring.itemCount() == 1)
  }
}
