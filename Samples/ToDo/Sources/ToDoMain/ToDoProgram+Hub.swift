import HubContracts
import PersonalSyncKit
import ToDo

extension ToDoProgram {
  static func connect(_ list: ToDoList, to address: String) async throws {
    let prompt = try await list.hub.identity.startSignIn(at: address)
    say("Open \(prompt.verificationURIComplete) and compare the code \(prompt.userCode).")
    say("Waiting until you approve it there …")
    let account = try await list.hub.identity.finishSignIn(prompt)
    let waiting = try await list.hub.sync.pendingMutationCount()
    say("Shall \(account.name) at \(account.origin) own this list, for ever?")
    say("Changes that become that account's: \(waiting). The Hub's key: \(account.hubFingerprint).")
    say("Type yes:")
    guard readLine() == "yes" else {
      _ = try await list.hub.identity.signOut()
      throw Refusal("Not connected; the list stays as it is, and you are signed out.")
    }
    try await list.hub.sync.bindAccount(account, adoptingUnownedData: true)
    say("Connected. `todo sync` sends and receives.")
  }

  static func synchronize(_ list: ToDoList) async throws {
    let outcome = try await list.synchronize()
    guard outcome != .signedOut else {
      throw Refusal(
        "Not connected to a Hub. Sign in with `todo connect HUB`; the list is kept here.")
    }
    say("\(outcome)")
  }

  static func showConflicts(of list: ToDoList) async throws {
    let (conflicts, refused) = (
      try await list.hub.conflicts(), try await list.hub.refusedChanges()
    )
    if conflicts.isEmpty, refused.isEmpty { say("Nothing to look at.") }
    let tasks = try await list.tasks()
    func title(_ id: RecordID) -> String {
      tasks.first { $0.id == id }.map(title(of:)) ?? "(a task that is gone)"
    }
    for (number, conflict) in conflicts.enumerated() {
      let loser: KeptConflict.Winner = conflict.winner == .local ? .remote : .local
      say(
        "\(number + 1) \(title(conflict.local.record)): \(side(conflict.winner, of: conflict)) won "
          + "over \(side(loser, of: conflict)). `todo take \(number + 1)` or `todo keep \(number + 1)`."
      )
    }
    for change in refused { say("\(title(change.edit.record)): refused (\(change.code))") }
  }

  static func takeOtherSide(ofConflict number: String, _ list: ToDoList) async throws {
    _ = try await list.takeOtherSide(of: try await conflict(number, of: list).id)
  }

  static func keepWinner(ofConflict number: String, _ list: ToDoList) async throws {
    try await list.hub.dismissConflict(try await conflict(number, of: list).id)
  }

  private static func side(_ side: KeptConflict.Winner, of conflict: KeptConflict) -> String {
    conflict.facts(of: side, as: ToDoFacts.self).map { words(of: $0.isDone) } ?? "deleted"
  }

  private static func conflict(
    _ number: String, of list: ToDoList
  ) async throws -> KeptConflict {
    let conflicts = try await list.hub.conflicts()
    guard let place = Int(number), conflicts.indices.contains(place - 1) else {
      throw Refusal("There is no conflict \(number). The numbers are in `todo conflicts`.")
    }
    return conflicts[place - 1]
  }
}
