import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/devices`: the apps that may sync, and how to end that (SES-09, SES-10).
struct DevicePages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(.get, "/devices", summary: "The account's connected devices.", respond: list),
      .person(
        .get, "/devices/{session}", summary: "Ask whether a device shall be disconnected.",
        respond: ask),
      .person(
        .post, "/devices/{session}", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Disconnect a device.", respond: disconnect),
    ]
  }

  private func list(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let devices = try await parts.identity.deviceSessions(of: session.account.number)
      let view = DeviceList(
        devices: devices, sharing: try await parts.sharing.sharing(of: session.account),
        words: words(of: session), nowMilliseconds: parts.clock.nowMilliseconds,
        commands: parts.commands, appPages: parts.appPages)
      return Page.own(
        "Devices", of: session, on: site, at: "/devices", width: .column, lead: view.lead
      ) {
        OfflineNotice(words: view.words).html
        // Without a device the page is about the first, with commands to copy.
        devices.isEmpty ? view.html : live("devices", view.html)
      }.response()
    } catch { return parts.problem(error) }
  }

  private func ask(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard let device = try await device(routed, session) else { return routed.notFound }
      return page(of: session, try await form(for: device, session)).response()
    } catch { return parts.problem(error) }
  }

  /// Ends the device's session at once; needs a fresh password.
  ///
  /// Another account's session is answered like one that does not exist.
  private func disconnect(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard let device = try await device(routed, session) else { return routed.notFound }
      var form = try await form(for: device, session)
      let proof = PostedForm(routed.request).proof
      if !proof.password.isEmpty {
        let answer = try await parts.identity.confirm(proof, of: session, from: routed.network)
        switch answer {
        case .confirmed: break
        case .refused:
          form.proof?.problem = .refused
          return page(of: session, form).response(status: 422)
        case .wait(let seconds):
          form.problem = .wait(seconds: seconds)
          return page(of: session, form).response(status: 429).retrying(after: seconds)
        case .busy:
          form.problem = .busy
          return page(of: session, form).response(status: 503).retrying(after: 2)
        }
      } else if !parts.identity.isFresh(session) {
        form.proof?.problem = .missing
        return page(of: session, form).response(status: 422)
      }
      _ = try await parts.identity.revokeDevice(
        device.id, of: session.account.number, from: routed.network)
      return .seeOther("/devices")
    } catch { return parts.problem(error) }
  }

  /// The live session that the path names, if it is this account's.
  private func device(
    _ routed: RoutedRequest, _ session: WebSession
  ) async throws(StorageError) -> DeviceSession? {
    guard let id = routed.parameters["session"].flatMap(SessionID.init) else { return nil }
    return try await parts.identity.deviceSessions(of: session.account.number)
      .first { $0.id == id }
  }

  private func form(
    for device: DeviceSession, _ session: WebSession
  ) async throws(StorageError) -> DisconnectForm {
    DisconnectForm(
      device: device, words: words(of: session),
      proof: try await parts.proofFields(for: session, isFocused: true))
  }

  private func words(of session: WebSession) -> DateWords {
    DateWords(
      parts.today.clock(of: session.account), nowMilliseconds: parts.clock.nowMilliseconds)
  }

  private func page(of session: WebSession, _ form: DisconnectForm) -> Page {
    Page("Disconnect this device?", on: site, width: .narrow) { panel { form.html } }
  }
}
