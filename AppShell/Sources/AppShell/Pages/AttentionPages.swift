import PersonalSyncKit
import ToolboxHTTP
import WebInterface

/// `/hub/attention`: conflicts, refused changes and the trash, and what the person decides.
struct AttentionPages: Sendable {
  let app: AppProfile
  let connector: Connector
  let sync: AutomaticSync

  var routes: [PageRoute] {
    [
      .get("/hub/attention") { (call) throws(Trouble) in try await show(call) },
      decision("take-other") { (call) throws(StoreError) in
        guard let number = Int64(call["number"]) else { return false }
        return try await desk.takeOther(number)
      },
      decision("keep") { (call) throws(StoreError) in
        guard let number = Int64(call["number"]) else { return false }
        return try await desk.keep(number)
      },
      decision("send-again") { (_) throws(StoreError) in try await desk.sendAgain() > 0 },
      decision("bring-back") { (call) throws(StoreError) in
        let trashed = try await desk.matters().trashed
        guard let record = trashed.first(where: { $0.record.description == call["record"] })
        else { return false }
        return try await desk.bringBack(record)
      },
    ]
  }

  private var desk: AttentionDesk {
    AttentionDesk(connector.store, connector.records, clock: connector.machine.clock)
  }

  /// A form that decides one matter and leads back to the list; one that is gone is told.
  private func decision(
    _ name: String, _ decide: @escaping @Sendable (PageCall) async throws(StoreError) -> Bool
  ) -> PageRoute {
    .post("/hub/attention/\(name)") { (call) throws(Trouble) in
      let isDone = try await saying { () async throws(StoreError) in try await decide(call) }
      if isDone { sync.ask() }
      return call.seeOther(isDone ? AttentionPanel.path : AttentionPanel.path.query("gone", "1"))
    }
  }

  private func show(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let words = try await saying { () async throws(StoreError) in try await desk.words() }
    return call.page("To look at", width: .column) {
      if call["gone"] == "1" {
        notice(.caution, "That was decided already, perhaps in another window.")
      }
      AttentionPanel(words: words).html
    }
  }

  private func saying<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws(Trouble) -> Result {
    do throws(StoreError) { return try await body() } catch {
      throw TroubleWriter(app, folder: connector.store.folder).trouble(error)
    }
  }
}
