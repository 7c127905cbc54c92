import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/devices/{session}/sharing`: what an app may know and ask of the person's other apps (ACT-05).
struct SharingPages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .get, "/devices/{session}/sharing", summary: "What an app may know of the others.",
        respond: show),
      .person(
        .post, "/devices/{session}/sharing", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Say what an app may know of the others.", respond: save),
    ]
  }

  private func show(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let devices = try await parts.identity.deviceSessions(of: session.account.number)
      guard let device = Self.device(routed, among: devices) else { return routed.notFound }
      let form = SharingForm(
        device: device,
        granted: try await parts.sharing.sharing(of: session.account)[device.id] ?? [],
        products: try await parts.directory.products(of: session.account, devices: devices))
      return Page("What it may see", on: site, width: .narrow) { panel { form.html } }.response()
    } catch { return parts.problem(error) }
  }

  /// Another account's session is answered like one that does not exist.
  private func save(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let devices = try await parts.identity.deviceSessions(of: session.account.number)
      guard let device = Self.device(routed, among: devices) else { return routed.notFound }
      let posted = PostedForm(routed.request)
      let scopes = SharingScope.offered(to: device.client)
        .filter { !posted[$0.description].isEmpty }
      let answer = try await parts.sharing.set(
        Set(scopes), of: device, by: session, from: routed.network)
      switch answer {
      case .done: return .seeOther("/devices")
      case .needsVerification: return .verify(for: .sharing(device.id))
      case .unknown: return routed.notFound
      }
    } catch { return parts.problem(error) }
  }

  private static func device(
    _ routed: RoutedRequest, among devices: [DeviceSession]
  ) -> DeviceSession? {
    let id = routed.parameters["session"].flatMap(SessionID.init)
    return devices.first { $0.id == id }
  }
}
