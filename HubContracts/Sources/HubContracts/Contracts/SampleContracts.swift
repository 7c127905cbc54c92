/// A task of the sample app that the kit's tutorial builds; its title never travels in clear.
public struct ToDoFacts: Facts {
  public var isDone = false

  public init() {}

  public init(isDone: Bool) { self.isDone = isDone }

  public static let contract = Contract<ToDoFacts>(
    .sample, "toDo", sealing: ["title"], [.flag("done", \.isDone)])
}
