import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxQRCode
import WebInterface

/// `/account/password`, `/account/authenticator` and `/account/recovery-codes`: what a person signs in
/// with; each needs a fresh password.
struct FactorPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/account/password", summary: "The form for a new password.") {
        showPassword($1)
      },
      post("/account/password", "Change the password.", changePassword),
      .person(
        .get, "/account/authenticator", summary: "The account's authenticator.",
        respond: showGenerator),
      post("/account/authenticator", "Make a secret for an authenticator.", beginGenerator),
      post(
        "/account/authenticator/confirm", "Ask for the authenticator's codes from now on.",
        confirmGenerator),
      post(
        "/account/authenticator/remove", "Ask for no more codes.", removeGenerator),
      post(
        "/account/recovery-codes", "Make ten new recovery codes and show them once.", renewCodes),
    ]
  }

  private func post(
    _ path: String, _ summary: String,
    _ respond: @escaping @Sendable (RoutedRequest, WebSession) async -> HTTPResponse
  ) -> Route {
    .person(
      .post, path, body: .form(bytesMax: PostedForm.bytesMax), summary: summary, respond: respond)
  }

  // MARK: - Password

  private func showPassword(_ session: WebSession) -> HTTPResponse {
    guard parts.identity.isFresh(session) else { return .verify(for: .page(.password)) }
    return page("New password", PasswordForm().html).response()
  }

  private func changePassword(
    _ routed: RoutedRequest, _ session: WebSession
  ) async -> HTTPResponse {
    let posted = PostedForm(routed.request)
    do throws(StorageError) {
      let answer = try await parts.identity.changePassword(
        to: posted["password"], repeated: posted["repeatedPassword"], by: session,
        from: routed.network)
      switch answer {
      case .changed:
        return page("Password changed", FactorChanged.password.html).response()
      case .needsVerification: return .verify(for: .page(.password))
      case .invalid(let problems):
        return page("New password", PasswordForm(problems: problems).html).response(status: 422)
      case .busy:
        return page("New password", PasswordForm(isBusy: true).html).response(status: 503)
          .retrying(after: 2)
      }
    } catch { return parts.problem(error) }
  }

  // MARK: - Authenticator

  private func showGenerator(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard parts.identity.isFresh(session) else { return .verify(for: .page(.authenticator)) }
      return page("Authenticator", try await generatorView(of: session).html).response()
    } catch { return parts.problem(error) }
  }

  private func generatorView(
    of session: WebSession
  ) async throws(StorageError) -> AuthenticatorView {
    if try await parts.identity.standing(of: session.account).hasCodeGenerator {
      return AuthenticatorView(state: .inUse)
    }
    guard let waiting = try await parts.identity.waitingGenerator(of: session) else {
      return AuthenticatorView(state: .none)
    }
    let link = waiting.link(name: session.account.name, host: parts.address.primary.authority)
    return AuthenticatorView(state: .waiting(link: link, secret: waiting.secretText))
  }

  private func beginGenerator(
    _ routed: RoutedRequest, _ session: WebSession
  ) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.beginGenerator(by: session)
      return answer == .done
        ? .seeOther("/account/authenticator") : .verify(for: .page(.authenticator))
    } catch { return parts.problem(error) }
  }

  private func confirmGenerator(
    _ routed: RoutedRequest, _ session: WebSession
  ) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.confirmGenerator(
        code: PostedForm(routed.request)[ProofFields.factor], by: session, from: routed.network)
      var view: AuthenticatorView
      switch answer {
      case .confirmed: return page("Authenticator set up", FactorChanged.generator.html).response()
      case .needsVerification: return .verify(for: .page(.authenticator))
      case .wrongCode:
        view = try await generatorView(of: session)
        view.problem = .wrongCode
        return page("Authenticator", view.html).response(status: 422)
      case .wait(let seconds):
        view = try await generatorView(of: session)
        view.problem = .wait(seconds: seconds)
        return page("Authenticator", view.html).response(status: 429).retrying(after: seconds)
      }
    } catch { return parts.problem(error) }
  }

  private func removeGenerator(
    _ routed: RoutedRequest, _ session: WebSession
  ) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.removeGenerator(by: session, from: routed.network)
      return answer == .done ? .seeOther("/account") : .verify(for: .page(.authenticator))
    } catch { return parts.problem(error) }
  }

  // MARK: - Recovery codes

  private func renewCodes(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let codes = try await parts.identity.renewRecoveryCodes(by: session, from: routed.network)
      guard let codes else { return .verify(for: .account) }
      let view = RecoveryCodesView(
        codes: codes.map(\.text), account: session.account.name,
        host: parts.address.primary.authority)
      return page("Recovery codes", view.html).response()
    } catch { return parts.problem(error) }
  }

  private func page(_ title: String, _ content: HTML) -> Page {
    Page(title, on: site, width: .narrow) { panel { content } }
  }
}
