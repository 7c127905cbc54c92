import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/` and `/v1/life/today`: what the account's apps have said about its day.
struct TodayPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/", summary: "Today, for a person.", respond: page),
      Route(
        .get, "/v1/life/today", access: .deviceOrPerson, target: .values,
        summary: "Today, for programs.", respond: values
      ).described(Self.valuesDescription),
    ]
  }

  private func page(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let devices = try await parts.identity.deviceSessions(of: session.account.number)
      let today = try await parts.today.today(of: session.account, devices: devices)
      var performed = try await parts.actions.performed(of: session.account.number)
      performed.formUnion(today.apps.flatMap { $0.service?.performs ?? [] })
      let recent = try await parts.actions.actions(of: session.account.number).actions
      let service = parts.actions
      let view = TodayView(
        today: today, devices: devices, commands: parts.commands, appPages: parts.appPages,
        isBound: parts.services.isBound(to:),
        actionsToDecide: recent.count { $0.state(at: today.nowMilliseconds) == .proposed }
      ) { [performed] product in
        AppActions(
          product: product, performed: performed, recent: recent,
          words: DateWords(today.clock, nowMilliseconds: today.nowMilliseconds),
          nowMilliseconds: today.nowMilliseconds, newID: service.newID)
      }
      let bar = try await parts.unlockBar(of: session)
      return Page.own("Today", of: session, on: site, at: "/", lead: view.lead) {
        bar
        view.html
      }.response()
    } catch { return parts.problem(error) }
  }

  /// The day as JSON; a device gets its own product's part only.
  ///
  /// Replies:
  /// - 200: the day, its apps and its timeline; a summary that is not known is absent.
  private func values(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(StorageError) {
      switch routed.caller {
      case .person(let session):
        return .json(try await today(of: session.account, products: TodayService.dashboard).json)
      case .device(let device):
        let products = TodayService.dashboard.filter { $0.name == device.client }
        return .json(
          try await today(of: device.deviceSession.account, products: products).json)
      case .anyone, .agent: preconditionFailure("the router lets only known callers in here")
      }
    } catch { return .failure(error) }
  }

  func today(
    of account: Account, products: [Product]
  ) async throws(StorageError) -> Today {
    let devices = try await parts.identity.deviceSessions(of: account.number)
    return try await parts.today.today(of: account, devices: devices, products: products)
  }
}
