import HubContracts
import HubCore
import ToolboxHTTP
import ToolboxJSON

/// `/v1/actions` of devices: what an app performs, its inbox, leases and receipts.
///
/// An app reaches only its own domains; what belongs to another account or app is answered like what
/// is not there. Source: docs/protocol/actions.md.
public struct ActionRoutes: Sendable {
  private let actions: ActionService

  public init(actions: ActionService) { self.actions = actions }

  public var routes: [Route] {
    let body = RequestBody.json(bytesMax: ActionLimits.requestBytesMax)
    return [
      .device(
        .put, "/v1/actions/performed", body: body, summary: "Say which actions this app performs.",
        respond: perform
      ).described(Self.performedDescription),
      .device(
        .get, "/v1/actions", summary: "The actions that wait for this app.", respond: inbox
      ).described(Self.inboxDescription),
      .device(
        .post, "/v1/actions/{action}/lease", summary: "Take an action, to do it.", respond: lease
      ).described(Self.leaseDescription),
      .device(
        .post, "/v1/actions/{action}/receipt", body: body,
        summary: "Say what became of an action.", respond: receive
      ).described(Self.receiptDescription),
    ]
  }

  /// Keeps what the session's app performs, in place of what it said before; answers 204.
  ///
  /// Safe to repeat.
  private func perform(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    do throws(RequestRefusal) {
      let request = try PerformedActionsRequest.read(routed.request.body)
      do throws(StorageError) {
        try await actions.setPerformed(request.actions, by: device.deviceSession)
        return HTTPResponse(status: 204)
      } catch { return .failure(error) }
    } catch { return .error(error.code, error.message) }
  }

  private func inbox(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    do throws(StorageError) {
      return .json(try await actions.inbox(of: device.deviceSession).json)
    } catch { return .failure(error) }
  }

  /// Gives an action to the app for a minute.
  ///
  /// Replies:
  /// - 200: the action, with its fencing number; `Hub-Signature` is over exactly these bytes.
  /// - 404: there is none of this id for the app.
  /// - 409: another has it, it is not ready, or it is over.
  ///
  /// Safe to repeat: the same session gets it again, under a higher number.
  private func lease(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    guard let id = routed.actionID else { return routed.notFound }
    do throws(StorageError) {
      switch try await actions.lease(id, to: device.deviceSession) {
      case .leased(let statement):
        var response = HTTPResponse.json(statement.bytes)
        response.headers[ActionLease.signatureHeader] = statement.signature
        return response
      case .refused(let refusal): return .refusal(refusal)
      case .unknown: return routed.notFound
      }
    } catch { return .failure(error) }
  }

  /// Keeps what the app did.
  ///
  /// Replies:
  /// - 200: kept; the same receipt may be sent again and changes nothing.
  /// - 400: nothing kept; the same body can never succeed.
  /// - 409: nothing kept; the session does not hold the newest lease, or the action had ended otherwise.
  private func receive(_ routed: RoutedRequest, _ device: DeviceCaller) async -> HTTPResponse {
    guard let id = routed.actionID else { return routed.notFound }
    do throws(StorageError) {
      let session = device.deviceSession
      guard let domain = try await actions.domain(of: id, for: session) else {
        return routed.notFound
      }
      let receipt: ActionReceipt
      do throws(RequestRefusal) {
        receipt = try ActionReceipt.read(routed.request.body, in: domain)
      } catch { return .error(error.code, error.message) }
      switch try await actions.receive(receipt, for: id, from: session) {
      case .done(let action, _): return .state(of: action)
      case .refused(let refusal): return .refusal(refusal)
      case nil: return routed.notFound
      }
    } catch { return .failure(error) }
  }
}

extension RoutedRequest {
  /// The action that the path names; nil where that is no id.
  public var actionID: ActionID? { parameters["action"].flatMap(ActionID.init) }
}

extension HTTPResponse {
  /// Why an action did not go on; nothing was changed.
  static func refusal(_ refusal: ActionLife.Refusal) -> HTTPResponse {
    switch refusal {
    case .over: .error(.actionOver, "The action has ended, or is not that far.")
    case .held: .error(.actionHeld, "An app has the action now. Ask again within a minute.")
    case .notYet: .error(.actionNotReady, "The action is not approved yet, or has to wait.")
    case .leaseLost:
      .error(.leaseLost, "This session does not hold the newest lease of the action.")
    }
  }

  /// What became of a proposal.
  public static func answer(to proposal: ProposalAnswer) -> HTTPResponse {
    switch proposal {
    case .kept(let action, _): .state(of: action)
    case .idReused: .error(.actionIDReused, "This id stands for another action.")
    case .notGranted: .error(.forbidden, "The person does not let this program ask for the action.")
    case .tooMany(let seconds):
      .error(
        .tooManyRequests, "Too many actions wait or were asked for lately.", retryAfter: seconds)
    }
  }

  /// Which action it is and where it stands.
  static func state(of action: AskedAction) -> HTTPResponse {
    .json(
      JSONWriter.write { json in
        json.object { json in
          json.member("id", action.id.description)
          json.member("state", action.life.state.rawValue)
        }
      })
  }
}
