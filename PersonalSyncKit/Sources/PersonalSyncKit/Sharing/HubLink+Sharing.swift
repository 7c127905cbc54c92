import HubContracts
import ToolboxHTTP
import ToolboxJSON

/// What became of an action that this app has proposed to another.
public enum ProposalOutcome: Sendable, Equatable {
  /// The Hub has it, and where it stands; also where it had it before.
  case asked(ActionState)
  /// The person does not let this app ask for it, or not any more.
  case notGranted
}

extension HubLink {
  /// What is shared of these days; nil where the Hub gave no answer.
  ///
  /// A Hub that is older than sharing says that there is nothing at this path: nothing is shared.
  func sharedDays(_ days: ClosedRange<Day>) async -> SharedDays? {
    let query = "from=\(days.lowerBound)&to=\(days.upperBound)"
    do throws(SyncError) {
      let response = try await send(
        HTTPRequest(method: .get, path: SharedDays.path, query: query))
      let bytes = response.bytes ?? []
      switch response.status {
      case 200:
        do { return try SharedDays.read(bytes) } catch { return nil }
      // The Hub's own word; a proxy's says nothing.
      case 404: return HubErrorBody(json: bytes) == nil ? nil : .nothing
      default: return nil
      }
    } catch { return nil }
  }

  /// Asks for an action of another app; the same proposal again is the same action (ACT-03).
  func propose(_ proposal: ActionProposal) async throws(SyncError) -> ProposalOutcome {
    let (domain, action) = (proposal.name.domain.rawValue, proposal.name.action)
    let response = try await send(
      HTTPRequest(
        method: .post, path: "/v1/domains/\(domain)/actions/\(action)",
        headers: ["Content-Type": "application/json"], body: proposal.json))
    switch response.status {
    case 200:
      guard let state = ActionState(answer: response.bytes ?? []) else { throw .invalidResponse }
      return .asked(state)
    case 403: return .notGranted
    default: throw Self.refusal(response)
    }
  }
}

extension ActionState {
  /// Where an action stands, of an answer that says so.
  fileprivate init?(answer bytes: [UInt8]) {
    do throws(JSONError) {
      guard case .string(let text) = try JSONNode.parse(bytes)["state"]?.value else { return nil }
      self.init(rawValue: text)
    } catch { return nil }
  }
}
