import Foundation
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxHTTPServer
import ToolboxSQLite

/// A Hub in memory on a real socket, and devices in processes that are killed.
final class CrashBench {
  let dice: Dice
  private let clock = HandClock(nowMilliseconds: SystemSyncClock().nowMilliseconds)
  private let hub: FakeHub
  private let server: MicrohttpdServer
  private let folder: String
  private var stores = 0
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    dice = Dice(seed: seed)
    let hub = FakeHub(clock: clock, random: SystemRandom())
    self.hub = hub
    let port = Port()
    server = try MicrohttpdServer.start(HTTPServerConfiguration()) { request in
      do {
        let origin = try HTTPOrigin(parsing: "http://127.0.0.1:\(port.number)")
        return hub.respond(to: request, at: origin)
      } catch { preconditionFailure("a loopback origin: \(error)") }
    }
    port.number = server.port
    folder = NSTemporaryDirectory() + "crashes-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Safe because it is written once, before anybody knows where the server is.
  private final class Port: @unchecked Sendable { var number: UInt16 = 0 }

  func end() async throws {
    await server.drain(within: .seconds(5))
    try FileManager.default.removeItem(atPath: folder)
  }

  var origin: String { "http://127.0.0.1:\(server.port)" }

  func count(_ what: String) { counts[what, default: 0] += 1 }

  /// A store of a person of its own.
  func makeStore(_ form: JournalForm) throws -> (DeviceStore, FakeHub.Account) {
    stores += 1
    let path = folder + "/store-\(stores)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return (DeviceStore(folder: path, form: form), hub.account("person-\(stores)"))
  }

  func session(_ account: FakeHub.Account, of store: DeviceStore) throws -> FakeHub.Session {
    hub.signIn(account, client: "anchor", document: try store.open().journal.document)
  }

  func connect(_ store: DeviceStore, _ account: FakeHub.Account) throws {
    let order = DeviceOrder(
      .connect, in: store, origin: origin, session: try session(account, of: store))
    guard try runDevice(order).isDone else { throw Finding("a device did not connect") }
  }

  /// Another device of the same person writes `count` records.
  func writeElsewhere(_ count: Int, _ account: FakeHub.Account) async throws {
    let other = try TestDevice(
      "other", link: FaultyLink(to: hub), clock: clock, random: SystemRandom())
    try await other.connect(to: hub, as: account)
    for index in 0..<count { try await other.save("elsewhere \(index)", index + 1) }
    try await other.synchronize()
  }

  // MARK: - What must hold

  /// What was said to be saved is there, and the file is whole.
  func checkStore(_ store: DeviceStore, _ saved: [(name: String, minutes: Int)]) async throws {
    do { try Database(path: store.database).quickCheck() } catch {
      throw Finding("the database is damaged: \(error)")
    }
    let notes = try await store.open().notes()
    var last: [String: Int] = [:]
    for edit in saved { last[edit.name] = edit.minutes }
    for (name, minutes) in last {
      guard let found = notes.first(where: { $0.id == .named(name) }) else {
        throw Finding("\(name) was saved and is gone")
      }
      // The edit under way when the process ended may be there: the next of this name.
      let next = DeviceProcess.minutes(after: minutes)
      guard found.minutes == minutes || found.minutes == next else {
        throw Finding("\(name) says \(found.minutes) after \(minutes) was saved")
      }
    }
  }

  /// After a pass in peace the store and the Hub say the same, and nothing waits or was in conflict.
  func checkSettled(_ store: DeviceStore, _ account: FakeHub.Account) async throws {
    let order = DeviceOrder(.sync, in: store, origin: origin)
    guard try runDevice(order).isDone, try runDevice(order).isDone else {
      throw Finding("a pass in peace did not reach its end")
    }
    let app = try store.open()
    let journal = app.journal
    let status = try await app.pool.read { (transaction) throws(JournalError) in
      try journal.status(transaction)
    }
    guard status.owner?.account == account.id else { throw Finding("the owner is another") }
    guard status.waiting == 0, status.conflicts == 0, status.quarantined == 0 else {
      throw Finding("\(status.waiting) wait, \(status.conflicts) conflicts after a pass in peace")
    }
    var held = Set<NoteStore.Note>()
    for change in hub.feed(of: account, .anchor) where change.operation == .upsert {
      let record = try RecordBody.read(change.body, domain: .anchor)
      let facts = try FocusSessionFacts.contract.decode(record.facts)
      held.insert(NoteStore.Note(id: change.record, minutes: facts.focusedMinutes))
    }
    guard try await app.notes() == held else { throw Finding("the store and the Hub differ") }
  }
}
