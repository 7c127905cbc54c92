import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP

extension AgentTools {
  /// The one tool that is not for reading alone.
  var proposeAction: AgentTool {
    AgentTool(
      scope: .proposeAction, title: "Propose an action",
      description: """
        Asks one of the person's apps to do something, such as to start a focus session. Nothing is \
        done before the person has approved it on the Hub's page Activity, and it expires if they do \
        not: tell them so. Parameters are numbers, days, times and words of fixed lists: \(Self.offered).
        """,
      arguments: [
        Schema.Property("domain", .domain),
        Schema.Property("action", .text(1...32)),
        .optional("parameters", .object([])), .optional("id", .uuid),
      ], isReadOnly: false, answer: propose)
  }

  /// Such as "anchor.startFocus(minutes, theme?)".
  private static let offered = ActionTable.all.filter(Agent.mayPropose).map { action in
    let names = action.rules.map { $0.isRequired ? $0.name : "\($0.name)?" }
    return "\(action.domain.rawValue).\(action.name)(\(names.joined(separator: ", ")))"
  }.joined(separator: ", ")

  /// Keeps the proposal and says where it stands: `proposed`, until the person has answered.
  private func propose(_ routed: RoutedRequest, _ agent: AgentSession) async -> HTTPResponse {
    let fields = PostedForm(queryOf: routed.request)
    let contract = Domain(rawValue: fields["domain"]).flatMap {
      ActionTable.action(fields["action"], in: $0)
    }
    guard let contract, Agent.mayPropose(contract) else {
      return .error(.unknownAction, "There is no such action.")
    }
    let parameters = fields["parameters"].isEmpty ? "{}" : fields["parameters"]
    guard let id = fields["id"].isEmpty ? parts.actions.newID() : ActionID(fields["id"]) else {
      return .error(.invalidRequest, "The id is no UUID in lower case.")
    }
    let proposal: ActionProposal
    do throws(ContractViolation) {
      proposal = try ActionProposal.checked(id, of: contract, parameters: Array(parameters.utf8))
    } catch {
      let refusal = RequestRefusal(error)
      return .error(refusal.code, refusal.message)
    }
    do throws(StorageError) {
      return .answer(to: try await parts.actions.propose(proposal, by: agent))
    } catch { return .failure(error) }
  }
}
