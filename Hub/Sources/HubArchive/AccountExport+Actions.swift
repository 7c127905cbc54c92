import HubContracts
import HubCore
import ToolboxJSON

extension AccountExport {
  static let actionsName = "actions"

  func addActions(to archive: SignedArchiveWriter) async throws(ArchiveProblem) {
    var lines = PartedLines(Self.actionsName, in: archive)
    var position: Int64 = 0
    while true {
      let actions = try await actions(after: position)
      guard let newest = actions.last else { return try lines.finish() }
      for action in actions { try lines.add(action.archived(at: nowMilliseconds)) }
      position = newest.position
    }
  }

  private func actions(after position: Int64) async throws(ArchiveProblem) -> [AskedAction] {
    do throws(StorageError) {
      return try await storage.everyAction(
        after: position, limit: Self.pageCount, of: account.number)
    } catch { throw .storage(code: error.code) }
  }
}

extension AskedAction {
  /// An action as a line of an archive (docs/protocol/archives.md, "Account").
  fileprivate func archived(at now: Int64) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("id", id.description)
        json.member("domain", name.domain.rawValue)
        json.member("name", name.action)
        json.member("parameters", raw: proposal.parameters)
        if let precondition = proposal.precondition {
          json.member("requiredRef", precondition.ref.description)
          json.member("requiredVersion", precondition.version.number)
        }
        if let undoing {
          json.member("undoes", undoing.action.description)
          json.member("document", undoing.document.description)
        }
        switch proposer {
        case .person(let session): json.member("proposer", session.description)
        case .app(let session, let client):
          json.member("proposer", session.description)
          json.member("client", client)
        case .agent(let agent): json.member("agent", agent.description)
        }
        json.member("state", state(at: now).rawValue)
        json.member("proposedAt", ISOTime.text(ofMilliseconds: proposedAtMilliseconds))
        if let approved = approvedAtMilliseconds {
          json.member("approvedAt", ISOTime.text(ofMilliseconds: approved))
        }
        if let ended = endedAtMilliseconds {
          json.member("endedAt", ISOTime.text(ofMilliseconds: ended))
        }
        json.member("expiresAt", ISOTime.text(ofMilliseconds: life.expiresAtMilliseconds))
        if let document = outcome.document { json.member("doneBy", document.description) }
        if let refusal = outcome.refusal { json.member("refusal", refusal.rawValue) }
        json.member("refs") { json in
          json.array(outcome.refs) { json, ref in json.string(ref.description) }
        }
      }
    }
  }
}
