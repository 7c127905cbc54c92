import AppShellTesting
import PersonalSyncKeyring
import PersonalSyncKit
import Testing

@testable import AppShell

/// Where the desktop's keyring is looked for, and what is said when it keeps a session's key.
@Suite struct KeyringTests {
  let bench = Bench()

  @Test(arguments: [
    (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"], "unix:path=/a"),
    (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/1"], "unix:path=%2Frun%2F1%2Fbus"),
    (["XDG_RUNTIME_DIR": "relative"], nil), ([:], nil),
  ])
  func `it is behind the bus that the environment names`(
    environment: [String: String], address: String?
  ) {
    var machine = bench.machine
    machine.environment = environment

    #expect(machine.keyring(for: SampleApp.profile)?.busAddress == address)
  }

  @Test(arguments: [
    ("keyring.locked", "Unlock it and try again."), ("keyring.absent", "--no-keyring"),
    ("keyring.broken", "--no-keyring"), ("secret_file.exposed", "chmod"),
  ])
  func `each way in which a key cannot be had has its remedy`(code: String, remedy: String) {
    let trouble = TroubleWriter(SampleApp.profile)
      .trouble(IdentityError.secrets(.unavailable(code: code)))

    #expect(trouble.code == code)
    #expect(trouble.remedy.contains(remedy))
  }

  @Test func `a pass that could not read the key says the same as a sign-out`() {
    let writer = TroubleWriter(SampleApp.profile)
    let failure = TokenStoreError.unavailable(code: "keyring.locked")

    let told = writer.trouble(SyncError(.secrets(failure)))

    #expect(told == writer.trouble(IdentityError.secrets(failure)))
  }
}
