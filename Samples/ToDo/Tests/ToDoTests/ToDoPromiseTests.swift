import HubContracts
import PersonalSyncTesting
import Testing
import ToDo

/// A list as the kit's promises for apps use it.
private struct PromisingList: PromisingApp {
  let list: ToDoList
  let home: Household

  private func record(_ number: Int) -> RecordID {
    RecordID(type: "toDo", uuid: "00000000-0000-4000-8000-00000000000\(number)")
  }

  func connect() async throws { try await home.connect(list) }

  func make(_ number: Int) async throws {
    try await list.put(record(number), title: "Task \(number)", isDone: false)
  }

  func change(_ number: Int) async throws {
    home.clock.advance(milliseconds: 1_000)
    try await list.put(record(number), title: nil, isDone: true)
  }

  func delete(_ number: Int) async throws {
    home.clock.advance(milliseconds: 1_000)
    try await list.remove(record(number))
  }

  func synchronize() async throws { _ = try await list.synchronize() }

  func waiting() async throws -> Int { try await list.hub.sync.pendingMutationCount() }

  func contents() async throws -> Set<String> {
    Set(try await list.tasks().map { "\($0.id) \($0.isDone)" })
  }
}

@Suite struct ToDoPromiseTests {
  @Test(arguments: AppPromise.allCases)
  func `the list keeps what every app promises of syncing`(promise: AppPromise) async throws {
    let home = Household()

    try await promise.check { PromisingList(list: try home.list(), home: home) }
  }
}
