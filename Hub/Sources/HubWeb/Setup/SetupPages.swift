import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/setup` and `/join`: make the owner's account, once (SIGN-02), and further ones by invitation
/// (SIGN-05).
///
/// Where there is nothing to make, all four routes answer as any unknown path does.
struct SetupPages: Sendable {
  let parts: HubPages.Parts
  let site: Site
  private let groups: [WebInterface.Field.OptionGroup]

  init(parts: HubPages.Parts, site: Site) {
    self.parts = parts
    self.site = site
    groups = ZoneOptions.groups(of: parts.zones.names)
  }

  var routes: [Route] {
    [
      Route(.get, "/setup", access: .visitor, summary: "The set-up form.") {
        await show(.owner, $0)
      },
      Route(
        .post, "/setup", access: .visitor, body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make the owner's account and sign it in."
      ) { await make(.owner, $0) },
      Route(.get, "/join", access: .visitor, summary: "The form for who was invited.") {
        await show(.invitation, $0)
      },
      Route(
        .post, "/join", access: .visitor, body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make the account of an invitation and sign it in."
      ) { await make(.invitation, $0) },
    ]
  }

  private func show(
    _ purpose: SetupFields.Purpose, _ routed: RoutedRequest
  ) async -> HTTPResponse {
    do throws(StorageError) {
      guard try await isOpen(purpose) else { return routed.notFound }
      return page(
        SetupFields(purpose: purpose, timeZone: parts.zones.own, isFirstTime: true)
      ).response()
    } catch { return parts.problem(error) }
  }

  private func isOpen(_ purpose: SetupFields.Purpose) async throws(StorageError) -> Bool {
    switch purpose {
    case .owner: try await parts.identity.isSetupOpen()
    case .invitation: try await parts.identity.isJoinOpen()
    }
  }

  private func make(
    _ purpose: SetupFields.Purpose, _ routed: RoutedRequest
  ) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    var fields = SetupFields(
      purpose: purpose, code: SetupFields.code(from: posted["code"]), name: posted["name"],
      timeZone: posted["timeZone"])
    do throws(StorageError) {
      switch try await answer(to: fields, posted, from: routed.network) {
      case .created(let person):
        var response = HTTPResponse.seeOther("/")
        SessionCookie(at: routed.origin).set(person.token, on: &response)
        parts.markKnown(person.session.account, at: routed.origin, on: &response)
        return response
      case .closed: return routed.notFound
      case .invalid(let problems):
        fields.problems = problems
        return page(fields).response(status: 422)
      case .busy:
        fields.isBusy = true
        return page(fields).response(status: 503).retrying(after: 2)
      }
    } catch { return parts.problem(error) }
  }

  private func answer(
    to fields: SetupFields, _ posted: PostedForm, from network: NetworkPrefix
  ) async throws(StorageError) -> SetupAnswer {
    let form = SetupForm(
      code: fields.code, name: fields.name, timeZone: fields.timeZone,
      password: posted["password"], repeatedPassword: posted["repeatedPassword"])
    switch fields.purpose {
    case .owner: return try await parts.identity.setUp(form, from: network)
    case .invitation: return try await parts.identity.join(form, from: network)
    }
  }

  private func page(_ fields: SetupFields) -> Page {
    let lead: HTML =
      switch fields.purpose {
      case .owner: "It has no owner yet. Be the one."
      case .invitation: "You were invited. What you keep here, nobody else of this Hub sees."
      }
    let title = fields.purpose == .owner ? "Welcome to your Hub" : "Welcome to this Hub"
    return Page(title, on: site, width: .narrow, lead: lead) {
      panel { fields.html(zones: groups) }
    }
  }
}
