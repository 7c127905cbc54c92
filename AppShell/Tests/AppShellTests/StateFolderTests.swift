import AppShellTesting
import Foundation
import PersonalSyncKit
import Testing

@testable import AppShell

/// What of a store stays on its machine (docs/protocol/identity.md, KIT-15).
@Suite struct StateFolderTests {
  let bench = Bench()
  let original: StoreFolder

  init() { original = StoreFolder(app: "anchor", path: bench.folder.path + "/original") }

  func open(_ folder: StoreFolder, on machine: Machine? = nil) async throws -> HubConnection {
    try await HubConnection.open(
      SampleApp.profile,
      AppStore.open(folder, schema: SampleApp.schema, on: machine ?? bench.machine),
      records: SampleRecords(), on: machine ?? bench.machine)
  }

  func copy() throws -> StoreFolder {
    let copy = StoreFolder(app: "anchor", path: bench.folder.path + "/copy")
    try FileManager.default.copyItem(atPath: original.path, toPath: copy.path)
    return copy
  }

  @Test func `KIT-15: a copied folder is another device, and brings no session`() async throws {
    let first = try await open(original)
    try await bench.connect(first, as: bench.hub.account("Ada"))

    let second = try await open(try copy())

    #expect(second.store.journal.device != first.store.journal.device)
    #expect(try await second.synchronize() == .signedOut)
    #expect(try await second.standing().status.state == .signedOut)
    #expect(try await first.synchronize() != .signedOut)
    let again = try await open(original)
    #expect(again.store.journal.device == first.store.journal.device)
    #expect(try await again.synchronize() != .signedOut)
  }

  @Test func `KIT-15: a folder on another machine is another device, and its edits go on`()
    async throws
  {
    let first = try await open(original)
    let ada = bench.hub.account("Ada")
    try await bench.connect(first, as: ada)
    try await SampleApp.save(1, minutes: 25, in: first.store, on: bench)
    var elsewhere = bench.machine
    elsewhere.id = "another"

    let second = try await open(original, on: elsewhere)

    #expect(second.store.journal.device != first.store.journal.device)
    #expect(try await second.synchronize() == .signedOut)
    try await bench.signIn(second, as: ada)
    _ = try await second.synchronize()
    #expect(bench.hub.feed(of: ada, .anchor).map(\.origin) == [second.store.journal.device])
  }

  @Test func `no secret is in the folder of the store`() async throws {
    let first = try await open(original)
    try await bench.connect(first, as: bench.hub.account("Ada"))

    let names = try FileManager.default.contentsOfDirectory(atPath: original.path)
    #expect(!names.contains { $0.contains("token") || $0.contains("install") })
    let path = first.store.state.tokenPath
    #expect(FileManager.default.fileExists(atPath: path))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `a session of the first release, kept beside its store, goes on`() async throws {
    let first = try await open(original)
    try await bench.connect(first, as: bench.hub.account("Ada"))
    try FileManager.default.moveItem(
      atPath: first.store.state.tokenPath, toPath: original.path + "/session.token")

    let updated = try await open(original)

    #expect(try await updated.synchronize() != .signedOut)
    #expect(!FileManager.default.fileExists(atPath: original.path + "/session.token"))
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/a"], "/state/anchor/"),
    (["XDG_STATE_HOME": "relative", "HOME": "/home/a"], "/home/a/.local/state/anchor/"),
    (["HOME": "/home/a"], "/home/a/.local/state/anchor/"),
  ])
  func `it is where its standard says`(environment: [String: String], start: String) {
    var machine = bench.machine
    machine.environment = environment

    let state = StateFolder.find(for: original, on: machine)

    #expect(state.path.hasPrefix(start))
  }

  @Test func `a machine without homes keeps it in the store's own folder`() {
    var machine = bench.machine
    machine.environment = [:]

    #expect(StateFolder.find(for: original, on: machine).path == original.path)
  }
}
