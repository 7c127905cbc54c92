import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/account`: how the person signs in, what happened around it, and whom they let join.
struct AccountPages: Sendable {
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
      .person(.get, "/account", summary: "The person's own account.", respond: show),
      .person(
        .post, "/account/invite", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make a link with which one more person can join; the owner only.",
        respond: invite),
      .person(
        .post, "/account/invitations/withdraw", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Make the links that nobody used useless; the owner only.", respond: withdraw),
    ]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      return page(try await overview(of: session, routed), of: session).response()
    } catch { return parts.problem(error) }
  }

  private func overview(
    of session: WebSession, _ routed: RoutedRequest
  ) async throws(StorageError) -> AccountOverview {
    let isOwner = try await parts.identity.isOwner(session.account)
    return AccountOverview(
      session: session, standing: try await parts.identity.standing(of: session.account),
      passkeys: PasskeyCard(
        passkeys: try await parts.identity.passkeys(of: session.account),
        isPossible: parts.relyingParty(of: routed) != nil, primary: parts.address.primary,
        words: parts.words(of: session)),
      agents: AgentCard(
        agents: try await parts.identity.agents(of: session.account),
        words: parts.words(of: session)),
      browsers: try await parts.identity.webSessions(of: session.account), zones: groups,
      events: try await parts.identity.securityEvents(of: session.account),
      invitations: isOwner ? try await parts.identity.openInvitations() : nil,
      words: parts.words(of: session))
  }

  private func invite(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard try await parts.identity.isOwner(session.account) else { return routed.notFound }
      switch try await parts.identity.invite(by: session, from: routed.network) {
      case .needsVerification: return .verify(for: .account)
      case .tooMany:
        var overview = try await overview(of: session, routed)
        overview.hasTooManyInvitations = true
        return page(overview, of: session).response(status: 422)
      case .invited(let token):
        let link = "\(parts.address.primary.text)/join#t=\(token.text)"
        return Page.own("Invitation", of: session, on: site, width: .column) {
          panel { InvitationLink(link: link).html }
        }.response()
      }
    } catch { return parts.problem(error) }
  }

  private func withdraw(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard try await parts.identity.isOwner(session.account) else { return routed.notFound }
      try await parts.identity.withdrawInvitations()
      return .seeOther("/account")
    } catch { return parts.problem(error) }
  }

  private func page(_ overview: AccountOverview, of session: WebSession) -> Page {
    Page.own(
      "Account", of: session, on: site, at: "/account", width: .column,
      lead: bdi(session.account.name)
    ) { overview.html }
  }
}
