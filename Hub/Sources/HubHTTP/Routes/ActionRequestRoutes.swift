import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// `/v1/domains/{domain}/actions` and what a person does with an action, for programs in the browser.
///
/// An app's session may read its own domain's catalogue, and propose what the person lets it (ACT-05).
public struct ActionRequestRoutes: Sendable {
  private let actions: ActionService

  public init(actions: ActionService) { self.actions = actions }

  public var routes: [Route] {
    [
      Route(
        .get, "/v1/domains/{domain}/actions", access: .deviceOrPerson, target: .values,
        summary: "The actions of a domain.", respond: catalogue
      ).described(Self.catalogueDescription),
      Route(
        .post, "/v1/domains/{domain}/actions/{name}", access: .deviceOrPerson,
        body: .json(bytesMax: ActionLimits.requestBytesMax), target: .values,
        summary: "Ask an app to do something.", respond: propose
      ).described(Self.proposeDescription),
      .person(
        .post, "/v1/actions/{action}/approve", target: .values, summary: "Approve an action."
      ) { await decide($0, $1, actions.approve) }.described(Self.approveDescription),
      .person(
        .post, "/v1/actions/{action}/decline", target: .values, summary: "Say no to an action."
      ) { await decide($0, $1, actions.decline) }.described(Self.declineDescription),
      .person(
        .post, "/v1/actions/{action}/cancel", target: .values,
        summary: "Take an action back before an app has it."
      ) { await decide($0, $1, actions.cancel) }.described(Self.cancelDescription),
      .person(
        .post, "/v1/actions/{action}/undo", target: .values,
        summary: "Ask the app to take an action back.", respond: undo
      ).described(Self.undoDescription),
    ]
  }

  private func catalogue(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let domain = routed.parameters["domain"].flatMap(Domain.init(rawValue:)) else {
      return Self.unknownDomain
    }
    if case .device(let device) = routed.caller, !device.domains.contains(domain) {
      return .error(.forbidden, "This session belongs to an app that does not own the domain.")
    }
    return .json(Self.json(of: domain))
  }

  /// Asks for an action.
  ///
  /// Replies:
  /// - 200: kept, and where it stands; the same request again changes nothing (ACT-03).
  /// - 400: nothing kept; the parameters break the contract.
  /// - 403: nothing kept; the person does not let this app ask for it, or not any more.
  /// - 409: the id stands for another action.
  /// - 429: too many wait, or were proposed lately.
  private func propose(_ routed: RoutedRequest) async -> HTTPResponse {
    guard let domain = routed.parameters["domain"].flatMap(Domain.init(rawValue:)) else {
      return Self.unknownDomain
    }
    guard let contract = routed.parameters["name"].flatMap({ ActionTable.action($0, in: domain) }),
      !contract.isInverseOnly
    else { return .error(.unknownAction, "The domain has no such action.") }
    let proposal: ActionProposal
    do throws(RequestRefusal) {
      proposal = try ActionProposal.read(routed.request.body, as: contract)
    } catch { return .error(error.code, error.message) }
    do throws(StorageError) {
      return .answer(to: try await propose(proposal, by: routed.caller))
    } catch { return .failure(error) }
  }

  private func propose(
    _ proposal: ActionProposal, by caller: Caller
  ) async throws(StorageError) -> ProposalAnswer {
    switch caller {
    case .person(let session): try await actions.propose(proposal, by: session)
    case .device(let device): try await actions.propose(proposal, by: device.deviceSession)
    case .agent, .anyone: preconditionFailure("the router lets only known callers in here")
    }
  }

  private func decide(
    _ routed: RoutedRequest, _ session: WebSession,
    _ decision:
      @Sendable (ActionID, WebSession) async throws(StorageError) ->
      ActionService.Decision
  ) async -> HTTPResponse {
    guard let id = routed.actionID else { return routed.notFound }
    do throws(StorageError) {
      switch try await decision(id, session) {
      case .done(let action): return .state(of: action)
      case .refused(let refusal): return .refusal(refusal)
      case .proofNeeded:
        return .error(.forbidden, "Prove once more who you are, on the Hub's page, then approve.")
      case .unknown: return routed.notFound
      }
    } catch { return .failure(error) }
  }

  private func undo(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let id = routed.actionID else { return routed.notFound }
    do throws(StorageError) {
      switch try await actions.undo(id, by: session) {
      case .asked(let action, _): return .state(of: action)
      case .noInverse: return .error(.undoUnavailable, "The app gave no way to take this back.")
      case .refused(let refusal): return .refusal(refusal)
      case nil: return routed.notFound
      }
    } catch { return .failure(error) }
  }

  private static let unknownDomain = HTTPResponse.error(
    .unknownDomain, "The Hub knows no such domain.")

  private static func json(of domain: Domain) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("domain", domain.rawValue)
        json.member("actions") { json in
          json.array(ActionTable.actions(of: domain).filter { !$0.isInverseOnly }) {
            json, action in
            json.object { json in
              json.member("action", action.name)
              json.member("risk", action.risk.rawValue)
              json.member("livesSeconds", action.lifetimeMinutes * 60)
              json.member("parameters") { json in
                json.array(action.rules) { json, rule in
                  json.object { json in
                    json.member("name", rule.name)
                    json.member("isRequired", rule.isRequired)
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
