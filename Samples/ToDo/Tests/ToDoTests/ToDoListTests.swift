import Foundation
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToDo
import ToolboxHTTPClient

/// A place for stores, gone with the test.
private final class TemporaryFolder {
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
private struct Household {
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

  func newTask() -> RecordID { RecordID(type: "toDo", uuid: dice.uuid()) }
}

@Suite struct ToDoListTests {
  private let home = Household()

  @Test func `a task is kept without any Hub`() async throws {
    let list = try home.list()
    let milk = home.newTask()

    try await list.put(milk, title: "Buy milk", isDone: false)

    #expect(try await list.tasks() == [.init(id: milk, title: "Buy milk", isDone: false)])
    #expect(try await list.synchronize() == .signedOut)
  }

  @Test func `what is done on one device is done on the other, and titles stay at home`()
    async throws
  {
    let (desk, phone) = (try home.list(), try home.list())
    try await home.connect(desk)
    try await home.connect(phone)
    let milk = home.newTask()
    try await desk.put(milk, title: "Buy milk", isDone: false)
    _ = try await desk.synchronize()
    _ = try await phone.synchronize()

    try await phone.put(milk, title: nil, isDone: true)
    _ = try await phone.synchronize()
    _ = try await desk.synchronize()

    #expect(try await desk.tasks() == [.init(id: milk, title: "Buy milk", isDone: true)])
    #expect(try await phone.tasks() == [.init(id: milk, title: nil, isDone: true)])
  }

  @Test func `what was removed on one device is gone on the other`() async throws {
    let (desk, phone) = (try home.list(), try home.list())
    try await home.connect(desk)
    try await home.connect(phone)
    let milk = home.newTask()
    try await desk.put(milk, title: "Buy milk", isDone: false)
    _ = try await desk.synchronize()
    _ = try await phone.synchronize()

    try await phone.remove(milk)
    _ = try await phone.synchronize()
    _ = try await desk.synchronize()

    #expect(try await desk.tasks().isEmpty)
  }
}
