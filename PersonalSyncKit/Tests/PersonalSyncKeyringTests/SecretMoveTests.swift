import Foundation
import Glibc
import HubContracts
import PersonalSyncKeyring
import PersonalSyncKit
import Testing
import ToolboxCrypto

/// The person's word that a file shall keep the secrets.
@Suite(.serialized) struct SecretMoveTests {
  let keyring: TestKeyring
  let secrets: SessionSecrets

  init() throws {
    keyring = try TestKeyring()
    secrets = SessionSecrets(
      session: try #require(SessionID(SystemRandom().uuid())), bearer: "canary",
      revokeHandle: "handle", origin: "https://hub.example.org", generation: 1,
      bearerSinceMilliseconds: 0)
    try keyring.start()
    try keyring.store().update { [secrets] in $0.sessions = [secrets] }
  }

  @Test func `it takes the secrets out of the keyring`() throws {
    try keyring.store(isFileWanted: true).update { $0.sessions[0].generation = 2 }

    #expect(try keyring.store().load().sessions.map(\.generation) == [2])
    #expect(try keyring.files().contains("canary"))
    #expect(try keyring.itemCount() == 0)
  }

  @Test func `it gives up what is behind a locked keyring, and removes it when that opens`() throws
  {
    try keyring.lock()
    var next = secrets
    next.bearer = "next"
    try keyring.store(isFileWanted: true).update { [next] in $0.sessions.append(next) }
    #expect(try keyring.store().load().sessions == [next])

    try keyring.restart()
    #expect(try keyring.itemCount() == 1)
    try keyring.store().update { $0.sessions[0].generation = 2 }

    #expect(try keyring.store().load().sessions.map(\.bearer) == ["next"])
    #expect(try keyring.itemCount() == 0)
    #expect(try !keyring.files().contains("leftIn"))
  }

  @Test func `without the word a keyring that is gone keeps a new secret from the file`() throws {
    let nowhere = keyring.store(bus: "unix:path=\(keyring.folder.path)/nowhere")
    let file = try keyring.files()

    #expect(throws: TokenStoreError.unavailable(code: "keyring.absent")) {
      try nowhere.update { $0.sessions.append(secrets) }
    }

    #expect(try keyring.files() == file)
  }
}
