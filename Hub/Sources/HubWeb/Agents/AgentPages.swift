import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/account/agents…`: letting programs look at the account, and ending that.
struct AgentPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .post, "/account/agents", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Let an agent look at the account.", respond: add),
      .person(
        .post, "/account/agents/{agent}/end", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "End an agent.", respond: end),
    ]
  }

  private func add(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    let scopes = AgentScope.allCases.filter { !posted[$0.rawValue].isEmpty }
    do throws(StorageError) {
      let answer = try await parts.identity.makeAgent(
        named: posted["agentName"], Set(scopes), by: session, from: routed.network)
      switch answer {
      case .made(let bearer):
        let address = "\(parts.address.primary.text)/mcp"
        return Page.own("A new agent", of: session, on: site, width: .column) {
          panel { AgentBearer(bearer: bearer.text, address: address).html }
        }.response()
      case .needsVerification: return .verify(for: .account)
      case .invalidName: return try await again(session, .name)
      case .noScope: return try await again(session, .scope)
      case .tooMany: return try await again(session, .tooMany)
      }
    } catch { return parts.problem(error) }
  }

  private func again(
    _ session: WebSession, _ problem: AgentCard.Problem
  ) async throws(StorageError) -> HTTPResponse {
    let card = AgentCard(
      agents: try await parts.identity.agents(of: session.account),
      words: parts.words(of: session), problem: problem)
    return Page.own("Agents", of: session, on: site, width: .column) { card.html }
      .response(status: 422)
  }

  /// Another account's agent is answered like one that does not exist.
  private func end(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let id = routed.parameters["agent"].flatMap(Agent.ID.init(_:)) else {
      return routed.notFound
    }
    do throws(StorageError) {
      let isEnded = try await parts.identity.removeAgent(
        id, of: session.account, from: routed.network)
      return isEnded ? .seeOther("/account") : routed.notFound
    } catch { return parts.problem(error) }
  }
}
