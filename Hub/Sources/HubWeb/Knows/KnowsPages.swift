import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/knows`: what the Hub may be told, what it was told, and what it can never read.
struct KnowsPages: Sendable {
  static let valuesOnPage = 50

  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/knows", summary: "What the Hub knows, for a person.", respond: contracts),
      .person(
        .get, "/knows/{domain}/{type}", summary: "The values of one type of record.",
        respond: values),
    ]
  }

  static func path(to contract: RecordContract) -> PagePath {
    "/knows/\(contract.domain.rawValue)/\(contract.type)"
  }

  private func contracts(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let view = KnowsView(
        kinds: try await parts.directory.kinds(of: session.account),
        devices: try await parts.identity.deviceSessions(of: session.account.number))
      return Page.own(
        "What the Hub knows", of: session, on: site, at: "/knows", lead: view.lead
      ) {
        view.html
      }.response()
    } catch { return parts.problem(error) }
  }

  private func values(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard let domain = routed.parameters["domain"].flatMap(Domain.init(rawValue:)),
      let contract = routed.parameters["type"].flatMap({
        ContractTable.contract(domain: domain, type: $0)
      })
    else { return routed.notFound }
    let skipped = Int(PostedForm(queryOf: routed.request)["skip"]) ?? 0
    let offset = min(max(skipped, 0), RecordQuery.offsetMax)
    do throws(StorageError) {
      let query = RecordQuery(
        [RecordKind(domain, contract.type)], offset: offset, limit: Self.valuesOnPage)
      let page = try await parts.directory.records(query, of: session.account)
      let view = KnownValues(
        contract: contract, changes: page.changes, total: page.total, offset: offset,
        words: parts.words(of: session))
      return Page.own(view.title, of: session, on: site, at: "/knows", lead: view.lead) {
        view.html
      }.response()
    } catch { return parts.problem(error) }
  }
}
