import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/setup`: makes the owner's account, once (SIGN-02).
///
/// Where there is nothing to set up, both routes answer as any unknown path does.
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
      Route(.get, "/setup", access: .visitor, summary: "The set-up form.", respond: show),
      Route(
        .post, "/setup", access: .visitor, body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make the owner's account and sign it in.", respond: setUp),
    ]
  }

  private func show(_ routed: RoutedRequest) async -> HTTPResponse {
    do throws(StorageError) {
      guard try await parts.identity.isSetupOpen() else { return routed.notFound }
      return page(SetupFields(timeZone: parts.zones.own, isFirstTime: true)).response()
    } catch { return HubProblemPages(address: parts.address).response(to: error) }
  }

  private func setUp(_ routed: RoutedRequest) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    var fields = SetupFields(
      code: SetupFields.code(from: posted["code"]), name: posted["name"],
      timeZone: posted["timeZone"])
    do throws(StorageError) {
      let answer = try await parts.identity.setUp(
        SetupForm(
          code: fields.code, name: fields.name, timeZone: fields.timeZone,
          password: posted["password"], repeatedPassword: posted["repeatedPassword"]),
        from: routed.network)
      switch answer {
      case .created(let owner):
        var response = HTTPResponse.seeOther("/")
        SessionCookie(at: routed.origin).set(owner.token, on: &response)
        return response
      case .closed: return routed.notFound
      case .invalid(let problems):
        fields.problems = problems
        return page(fields).response(status: 422)
      case .busy:
        fields.isBusy = true
        return page(fields).response(status: 503).retrying(after: 2)
      }
    } catch { return HubProblemPages(address: parts.address).response(to: error) }
  }

  private func page(_ fields: SetupFields) -> Page {
    Page("Welcome to your Hub", on: site, width: .narrow, lead: "It has no owner yet. Be the one.")
    {
      panel { fields.html(zones: groups) }
    }
  }
}
