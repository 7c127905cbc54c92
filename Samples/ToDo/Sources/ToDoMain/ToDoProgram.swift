import Foundation
import HubContracts
import PersonalSyncKit
import ToDo

/// The to-do list as a command.
enum ToDoProgram {
  static let usage = """
    todo list               the tasks, with their numbers
    todo add TITLE          adds a task
    todo done NUMBER        marks a task as done
    todo remove NUMBER      removes a task
    todo connect HUB        signs in at a Hub, such as http://localhost:8765
    todo sync               sends and receives
    todo status             how the list and its Hub stand
    todo conflicts          what two devices said differently, and what the Hub refused
    todo take NUMBER        takes the side of a conflict that lost
    todo keep NUMBER        keeps the side of a conflict that won
    todo sign-out           ends the session; the list stays
    """

  /// What a command cannot do, in words; the program ends with status 1.
  struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  static func run(_ words: [String]) async {
    do {
      let list = try open()
      let rest = words.dropFirst().joined(separator: " ")
      switch (words.first ?? "list", rest) {
      case ("list", ""): try await show(list)
      case ("add", let title) where !title.isEmpty: try await list.add(title)
      case ("done", let number):
        try await list.put(try await task(number, of: list).id, title: nil, isDone: true)
      case ("remove", let number): try await list.remove(try await task(number, of: list).id)
      case ("connect", let address) where !address.isEmpty: try await connect(list, to: address)
      case ("sync", ""): try await synchronize(list)
      case ("status", ""): say("\(try await list.hub.status())")
      case ("conflicts", ""): try await showConflicts(of: list)
      case ("take", let number): try await takeOtherSide(ofConflict: number, list)
      case ("keep", let number): try await keepWinner(ofConflict: number, list)
      case ("help", ""), ("--help", ""): say(usage)
      case ("sign-out", ""): say("\(try await list.hub.identity.signOut())")
      default:
        FileHandle.standardError.write(Data("\(usage)\n".utf8))
        exit(2)
      }
    } catch {
      // Every error of the kit says what happened and what to do.
      FileHandle.standardError.write(Data("todo: \(error)\n".utf8))
      exit(1)
    }
  }

  /// The store in `$TODO_HOME`, else `~/.todo`, and the session's secrets beside it.
  private static func open() throws -> ToDoList {
    let home = ProcessInfo.processInfo.environment["TODO_HOME"] ?? NSHomeDirectory() + "/.todo"
    for folder in [home + "/store", home + "/secrets"] {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw Refusal("The folder \(folder) cannot be made. Name another one with TODO_HOME.")
      }
    }
    return try ToDoList(in: home + "/store", wiring: .system(secretsIn: home + "/secrets"))
  }

  private static func show(_ list: ToDoList) async throws {
    for (number, task) in try await list.tasks().enumerated() {
      say("\(number + 1) \(words(of: task.isDone)) \(title(of: task))")
    }
  }

  static func title(of task: ToDoList.Task) -> String {
    task.title ?? "(a task of another device)"
  }

  static func words(of isDone: Bool) -> String { isDone ? "[x]" : "[ ]" }

  private static func task(_ number: String, of list: ToDoList) async throws -> ToDoList.Task {
    let tasks = try await list.tasks()
    guard let place = Int(number), tasks.indices.contains(place - 1) else {
      throw Refusal("There is no task \(number). The numbers are in `todo list`.")
    }
    return tasks[place - 1]
  }

  /// Prints a line at once, also where a program reads it.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
