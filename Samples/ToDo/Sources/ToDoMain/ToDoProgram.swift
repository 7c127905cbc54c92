import Foundation
import HubContracts
import PersonalSyncKit
import ToDo
import ToolboxHTTPClient

/// `todo add TITLE`, `todo done NUMBER`, `todo remove NUMBER`, `todo list`, `todo connect HUB` and
/// `todo sync`.
enum ToDoProgram {
  static func run(_ words: [String]) async {
    do {
      let list = try open()
      switch (words.first, words.dropFirst().joined(separator: " ")) {
      case ("add", let title) where !title.isEmpty:
        try await list.put(.new(), title: title, isDone: false)
      case ("done", let number):
        guard let task = try await task(number, of: list) else { return }
        try await list.put(task.id, title: nil, isDone: true)
      case ("remove", let number):
        guard let task = try await task(number, of: list) else { return }
        try await list.remove(task.id)
      case ("connect", let address) where !address.isEmpty: try await connect(list, to: address)
      case ("sync", _): print(try await list.synchronize())
      default: try await show(list)
      }
    } catch {
      FileHandle.standardError.write(Data("todo: \(error)\n".utf8))
      exit(1)
    }
  }

  /// The store in `$TODO_HOME`, else `~/.todo`, and the session's secrets beside it.
  private static func open() throws -> ToDoList {
    let home = ProcessInfo.processInfo.environment["TODO_HOME"] ?? NSHomeDirectory() + "/.todo"
    for folder in [home + "/store", home + "/secrets"] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    return try ToDoList(in: home + "/store", wiring: .system(secretsIn: home + "/secrets"))
  }

  private static func show(_ list: ToDoList) async throws {
    for (number, task) in try await list.tasks().enumerated() {
      print(number + 1, task.isDone ? "[x]" : "[ ]", task.title ?? "(a task of another device)")
    }
  }

  /// Nil where there is no task of that number, which is said.
  private static func task(_ number: String, of list: ToDoList) async throws -> ToDoList.Task? {
    let tasks = try await list.tasks()
    guard let place = Int(number), tasks.indices.contains(place - 1) else {
      print("There is no task \(number); `todo list` shows the numbers.")
      return nil
    }
    return tasks[place - 1]
  }

  private static func connect(_ list: ToDoList, to address: String) async throws {
    let prompt = try await list.hub.identity.startSignIn(at: try HTTPOrigin(parsing: address))
    print("Open \(prompt.verificationURIComplete) and compare the code \(prompt.userCode).")
    let account = try await list.hub.identity.finishSignIn(prompt)
    print("Shall \(account.name) at \(account.origin) own this list, for ever?")
    let waiting = try await list.hub.sync.pendingMutationCount()
    print("\(waiting) tasks become that account's. The Hub's key is \(account.hubFingerprint).")
    print("Type yes:")
    guard readLine() == "yes" else { return print("Not connected; the list stays as it is.") }
    try await list.hub.sync.bindAccount(account, adoptingUnownedData: true)
  }
}

extension RecordID {
  static func new() -> RecordID {
    RecordID(type: "toDo", uuid: UUID().uuidString.lowercased())
  }
}
