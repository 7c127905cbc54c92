import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncKit

/// What becomes of a store that is copied or restored (docs/protocol/identity.md, KIT-15).
@Suite struct InstallTests {
  let clock = HandClock()
  let dice = Dice(seed: 11)
  let hub: FakeHub
  let ada: FakeHub.Account
  let home: InstallID
  let elsewhere: InstallID

  init() throws {
    hub = FakeHub(clock: clock, random: dice)
    ada = hub.account("Ada")
    home = try #require(InstallID(dice.uuid()))
    elsewhere = try #require(InstallID(dice.uuid()))
  }

  func device(
    _ name: String, _ form: JournalForm, from image: DeviceImage? = nil, install: InstallID?
  ) throws -> TestDevice {
    // Secrets stay on the machine where they are; a copy of the store does not bring them.
    var files = image
    if install != home { files?.secrets = StoredSecrets() }
    return try TestDevice(
      name, as: .init(form: form, image: files, install: install), link: FaultyLink(to: hub),
      clock: clock,
      random: dice)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: a store that is opened where it was is the same device, signed in`(
    form: JournalForm
  )
    async throws
  {
    let device = try device("original", form, install: home)
    try await device.connect(to: hub, as: ada)
    let name = device.store.journal.device

    try device.relaunch()

    #expect(device.store.journal.device == name)
    #expect(try await device.identity.verifiedSyncAccount()?.account == ada.id)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: a copy is another device, signed out, of the same owner`(form: JournalForm)
    async throws
  {
    let original = try device("original", form, install: home)
    try await original.connect(to: hub, as: ada)

    let copy = try device("copy", form, from: original.image(), install: elsewhere)

    #expect(copy.store.journal.device != original.store.journal.device)
    #expect(copy.store.journal.document == original.store.journal.document)
    #expect(try await copy.synchronize() == .signedOut)
    #expect(try await copy.status().owner?.account == ada.id)
    #expect(try await original.identity.verifiedSyncAccount()?.account == ada.id)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: what waits in both is stored once, whoever sends it first`(form: JournalForm)
    async throws
  {
    let original = try device("original", form, install: home)
    try await original.connect(to: hub, as: ada)
    try await original.save("in flight", 25)
    original.link.next(nil, nil, nil, .lostReply)
    await #expect(throws: SyncError.self) { try await original.synchronize() }
    try await original.save("queued", 50)
    let copy = try device("copy", form, from: original.image(), install: elsewhere)
    _ = try await copy.signIn(to: hub, as: ada)

    try await copy.synchronize()
    try await original.synchronize()
    try await copy.synchronize()

    #expect(hub.feed(of: ada, .anchor).map(\.version) == [Version(1), Version(1)])
    #expect(try await copy.store.notes() == original.store.notes())
    for device in [original, copy] {
      #expect(try await device.runtime.pendingMutationCount() == 0)
      #expect(try await device.conflicts().isEmpty)
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: an original and its copy go on as two devices`(form: JournalForm) async throws {
    let original = try device("original", form, install: home)
    try await original.connect(to: hub, as: ada)
    try await original.save("shared", 25)
    try await original.synchronize()
    let copy = try device("copy", form, from: original.image(), install: elsewhere)
    _ = try await copy.signIn(to: hub, as: ada)

    try await original.save("shared", 30)
    clock.advance(milliseconds: 1_000)
    try await copy.save("shared", 35)
    try await copy.save("of the copy", 5)
    for _ in 0..<2 {
      try await original.synchronize()
      try await copy.synchronize()
    }

    #expect(try await original.minutes("shared") == 35)
    #expect(try await original.store.notes() == copy.store.notes())
    let writers = Set(hub.feed(of: ada, .anchor).map(\.origin))
    #expect(writers.isSubset(of: [original.store.journal.device, copy.store.journal.device]))
    #expect(writers.contains(copy.store.journal.device))
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: a store restored from a backup catches up, and loses nothing`(form: JournalForm)
    async throws
  {
    let device = try device("original", form, install: home)
    try await device.connect(to: hub, as: ada)
    try await device.save("kept", 25)
    try await device.synchronize()
    try await device.save("waiting", 10)
    let backup = device.image()
    try await device.save("kept", 30)
    try await device.save("later", 50)
    try await device.synchronize()

    let restored = try self.device("restored", form, from: backup, install: elsewhere)
    _ = try await restored.signIn(to: hub, as: ada)
    try await restored.synchronize()
    try await restored.save("kept", 45)
    try await restored.synchronize()

    #expect(try await restored.minutes("kept") == 45)
    #expect(try await restored.minutes("later") == 50)
    #expect(try await restored.minutes("waiting") == 10)
    #expect(try await restored.runtime.pendingMutationCount() == 0)
    #expect(hub.feed(of: ada, .anchor).count == 3)
  }

  @Test(arguments: JournalForm.allCases)
  func `KIT-15: a store of the first release becomes this installation's, signed in`(
    form: JournalForm
  )
    async throws
  {
    let device = try device("old", form, install: nil)
    try await device.connect(to: hub, as: ada)

    let updated = try self.device("updated", form, from: device.image(), install: home)

    #expect(updated.store.journal.device == device.store.journal.device)
    #expect(try await updated.identity.verifiedSyncAccount()?.account == ada.id)
    #expect(
      try self.device("copy", form, from: updated.image(), install: elsewhere).store.journal.device
        != device.store.journal.device)
  }

  @Test func `KIT-15: the file of an installation keeps its name and is its owner's alone`()
    throws
  {
    let folder = try device("place", .attached, install: nil)
    let file = InstallFile(path: folder.folder + "/install")

    let first = try file.identify(random: dice)

    #expect(try file.identify(random: dice) == first)
    #expect(try SecretFile(path: folder.folder + "/install").read() == first.bytes)
  }
}
