import HubContracts
import Testing
import ToDo

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
