import Foundation
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToDo
import ToolboxHTTPClient

/// A place for stores, gone with the test.
final class TemporaryFolder {
  private let path = NSTemporaryDirectory() + "todo-" + UUID().uuidString

  func make() throws -> String {
    let place = path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    return place
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      Issue.record("the folder stays behind: \(error)")
    }
  }
}

/// One person, a Hub in memory and lists on it.
struct Household {
  let clock = HandClock(nowMilliseconds: 1_796_000_000_000)
  let dice = Dice(seed: 1)
  let hub: FakeHub
  let folder = TemporaryFolder()

  init() { hub = FakeHub(clock: clock, random: dice) }

  func list() throws -> ToDoList {
    try ToDoList(
      in: try folder.make(),
      wiring: SyncWiring(clock: clock, random: dice, http: hub, tokens: MemoryTokenStore()))
  }

  /// Signs a list in and makes the person its owner, as they would say on the screen.
  func connect(_ list: ToDoList) async throws {
    let session = hub.signIn(
      hub.account("ada"), client: "sample", document: list.hub.journal.document)
    let account = try await list.hub.identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: try HTTPOrigin(parsing: "http://localhost:8765"))
    try await list.hub.sync.bindAccount(account, adoptingUnownedData: true)
  }

  /// Two lists of the person's, with a task that was added on the first and has come to the second.
  func twoListsInStep() async throws -> (desk: ToDoList, phone: ToDoList, milk: RecordID) {
    let (desk, phone) = (try list(), try list())
    try await connect(desk)
    try await connect(phone)
    let milk = try await desk.add("Buy milk")
    _ = try await desk.synchronize()
    _ = try await phone.synchronize()
    return (desk, phone, milk)
  }
}
