import Foundation
import HubContracts
import HubCore
import HubTesting
import ToolboxCrypto
import ToolboxSQLite

@testable import HubStorageSQLite

/// A Hub's sync half on a file of its own, with two accounts and a clock that stands still.
final class TestHub: Sendable {
  let clock = HandMovedClock()
  let storage: HubDatabase
  let service: SyncService
  let ada = AccountNumber(1)
  let bob = AccountNumber(2)
  let device = Identifier<Named.Device>.named("device")
  let folder: URL
  let path: String

  /// `vfs` names the file system under its file; nil is the system's own.
  init(vfs: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("hub.db").path
    storage = try HubDatabase.open(path: path, vfs: vfs)
    service = SyncService(storage: storage, clock: clock, random: SystemRandom())
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  func push(
    _ mutations: [Mutation], from account: AccountNumber? = nil
  ) async throws -> PushAnswer {
    let request = try PushRequest.read(
      PushRequest(domain: .anchor, device: device, mutations: mutations).json)
    return try await service.push(request, from: account ?? ada, speaking: .second)
  }

  func pull(
    after cursor: Cursor, isWhole: Bool = false, of account: AccountNumber? = nil
  ) async throws -> PullPage {
    let answer = try await service.pull(
      .anchor, after: cursor, isWhole: isWhole, of: account ?? ada)
    guard case .page(let page) = answer else { throw CursorExpired() }
    return page
  }

  struct CursorExpired: Error {}

  func limitPages(to count: Int) async throws {
    let script = "PRAGMA max_page_count=\(count)"
    try await storage.pool.write { (transaction) throws(SQLiteError) in
      try transaction.execute(script: script)
    }
  }
}

extension Identifier {
  /// A fixed identifier for each name.
  static func named(_ name: String) -> Identifier {
    guard let identifier = Identifier(UUIDText.version8(from: SHA256.hash(Array(name.utf8)))) else {
      preconditionFailure("a hash makes a UUID")
    }
    return identifier
  }
}

extension RecordID {
  static func named(_ name: String) -> RecordID {
    RecordID(type: "focusSession", uuid: Identifier<Named.Document>.named(name).description)
  }
}

extension Mutation {
  static func session(
    _ name: String, minutes: Int, base: Int64 = 0, sealed: String? = nil
  ) -> Mutation {
    let facts = FocusSessionFacts(
      startedAt: Minute(number: 29_000_000), endedAt: Minute(number: 29_000_060),
      focusedMinutes: minutes, completed: true)
    let body = RecordBody(
      type: "focusSession", facts: FocusSessionFacts.contract.encode(facts), sealed: sealed)
    return Mutation(
      record: .named(name), key: .named("\(name) \(minutes) \(base)"), operation: .upsert,
      base: Version(base), occurredAt: facts.startedAt,
      modifiedAt: Stamp(milliseconds: 1_750_000_000_000 + Int64(minutes)), body: body.canonical)
  }

  static func delete(_ name: String, base: Int64) -> Mutation {
    Mutation(
      record: .named(name), key: .named("delete \(name) \(base)"), operation: .delete,
      base: Version(base), occurredAt: Minute(number: 29_000_000),
      modifiedAt: Stamp(milliseconds: 1_750_000_100_000), body: RecordBody.tombstone)
  }
}
