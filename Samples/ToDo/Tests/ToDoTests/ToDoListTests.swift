import HubContracts
import PersonalSyncKit
import Testing
import ToDo

@Suite struct ToDoListTests {
  private let home = Household()

  @Test func `a task is kept without any Hub`() async throws {
    let list = try home.list()

    let milk = try await list.add("Buy milk")

    #expect(try await list.tasks() == [.init(id: milk, title: "Buy milk", isDone: false)])
    #expect(try await list.synchronize() == .signedOut)
  }

  @Test func `what is done on one device is done on the other, and titles stay at home`()
    async throws
  {
    let (desk, phone, milk) = try await home.twoListsInStep()

    try await phone.put(milk, title: nil, isDone: true)
    _ = try await phone.synchronize()
    _ = try await desk.synchronize()

    #expect(try await desk.tasks() == [.init(id: milk, title: "Buy milk", isDone: true)])
    #expect(try await phone.tasks() == [.init(id: milk, title: nil, isDone: true)])
  }

  @Test func `what was removed on one device is gone on the other`() async throws {
    let (desk, phone, milk) = try await home.twoListsInStep()

    try await phone.remove(milk)
    _ = try await phone.synchronize()
    _ = try await desk.synchronize()

    #expect(try await desk.tasks().isEmpty)
  }

  @Test func `a conflict keeps both sides, and the one that lost can be taken`() async throws {
    let (desk, phone, milk) = try await home.twoListsInStep()
    try await phone.remove(milk)
    home.clock.advance(milliseconds: 1_000)
    try await desk.put(milk, title: nil, isDone: true)
    _ = try await desk.synchronize()
    _ = try await phone.synchronize()

    let conflict = try #require(try await phone.hub.conflicts().first)
    #expect(conflict.winner == .remote)
    #expect(conflict.facts(of: .remote, as: ToDoFacts.self) == ToDoFacts(isDone: true))
    #expect(conflict.facts(of: .local, as: ToDoFacts.self) == nil)
    #expect(try await phone.hub.status().description == "1 conflict to look at")
    #expect(try await phone.tasks().map(\.isDone) == [true])
    #expect(try await phone.takeOtherSide(of: conflict.id))
    #expect(try await phone.tasks().isEmpty)
    #expect(try await phone.hub.conflicts().isEmpty)
    #expect(try await !phone.takeOtherSide(of: conflict.id))
  }

  @Test func `a new task has an id of the type of its facts`() async throws {
    #expect(try await home.list().add("Buy milk").type == ToDoFacts.contract.record.type)
  }
}
