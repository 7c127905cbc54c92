import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxJSON
import WebInterface

/// `/activity`, and the forms by which a person asks an app for something (docs/protocol/actions.md).
struct ActivityPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    let body = RequestBody.form(bytesMax: PostedForm.bytesMax)
    return [
      .person(.get, "/activity", summary: "What was asked of the apps.", respond: page),
      .person(
        .post, "/actions/{domain}/{name}", body: body, summary: "Ask an app to do something.",
        respond: propose),
      .person(.post, "/activity/{action}/approve", body: body, summary: "Approve an action.") {
        await decide($0, $1, parts.actions.approve)
      },
      .person(.post, "/activity/{action}/decline", body: body, summary: "Say no to an action.") {
        await decide($0, $1, parts.actions.decline)
      },
      .person(.post, "/activity/{action}/cancel", body: body, summary: "Cancel an action.") {
        await decide($0, $1, parts.actions.cancel)
      },
      .person(
        .post, "/activity/{action}/undo", body: body, summary: "Have an action taken back.",
        respond: undo),
    ]
  }

  private func page(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let query = PostedForm(queryOf: routed.request)
    let before = Int64(query["before"])
    do throws(StorageError) {
      let account = session.account.number
      let (actions, hasMore) = try await parts.actions.actions(of: account, before: before)
      let view = ActivityView(
        actions: actions, hasMore: hasMore, isFirst: before == nil,
        devices: try await parts.identity.deviceSessions(of: account),
        agents: try await parts.identity.agents(of: session.account),
        words: parts.words(of: session), nowMilliseconds: parts.clock.nowMilliseconds,
        problem: ActivityProblem(rawValue: query[ActivityProblem.field]))
      return Page.own("Activity", of: session, on: site, at: "/activity", width: .column) {
        OfflineNotice(words: view.words).html
        live("activity", view.html)
        AuditCard.signpost
      }.response()
    } catch { return parts.problem(error) }
  }

  /// Asks for an action with what the form says; the form's id makes a second press the same one.
  private func propose(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    let form = PostedForm(routed.request)
    let contract = routed.parameters["domain"].flatMap(Domain.init(rawValue:)).flatMap { domain in
      routed.parameters["name"].flatMap { ActionTable.action($0, in: domain) }
    }
    guard let contract, !contract.isInverseOnly else { return routed.notFound }
    guard let id = ActionID(form["id"]) else { return Self.told(.invalid) }
    let proposal: ActionProposal
    do throws(ContractViolation) {
      proposal = try ActionProposal.checked(
        id, of: contract, parameters: Self.parameters(of: contract, form))
    } catch { return Self.told(.invalid) }
    do throws(StorageError) {
      switch try await parts.actions.propose(proposal, by: session) {
      case .kept: return .seeOther(ActionReturn(form).path)
      case .idReused, .notGranted: return Self.told(.invalid)
      case .tooMany: return Self.told(.tooMany)
      }
    } catch { return parts.problem(error) }
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
      case .done: return .seeOther(ActionReturn(PostedForm(routed.request)).path)
      case .refused(let refusal): return Self.told(ActivityProblem(refusal))
      case .proofNeeded: return .verify(for: .page(.activity))
      case .unknown: return routed.notFound
      }
    } catch { return parts.problem(error) }
  }

  private func undo(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let id = routed.actionID else { return routed.notFound }
    do throws(StorageError) {
      switch try await parts.actions.undo(id, by: session) {
      case .asked: return .seeOther(ActionReturn(PostedForm(routed.request)).path)
      case .noInverse: return Self.told(.noInverse)
      case .refused(let refusal): return Self.told(ActivityProblem(refusal))
      case nil: return routed.notFound
      }
    } catch { return parts.problem(error) }
  }

  /// The fields of a form as JSON; whether they keep the contract is checked by it.
  private static func parameters(of contract: ActionContract, _ form: PostedForm) -> [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        for rule in contract.rules where !form[rule.name].isEmpty {
          let text = form[rule.name]
          json.member(named: rule.name) { json in
            switch rule.kind {
            case .number:
              if let number = Int64(text) { json.integer(number) } else { json.string(text) }
            case .flag: json.bool(text == "on")
            case .choice, .day, .instant, .ref: json.string(text)
            }
          }
        }
      }
    }
  }

  private static func told(_ problem: ActivityProblem) -> HTTPResponse {
    .seeOther(("/activity" as PagePath).query(ActivityProblem.field, problem.rawValue))
  }
}
