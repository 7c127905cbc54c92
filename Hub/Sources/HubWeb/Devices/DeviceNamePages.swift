import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/devices/{session}/name` and `/devices/all`: another name for a device, and the end of all.
struct DeviceNamePages: Sendable {
  let parts: HubPages.Parts
  let site: Site

  var routes: [Route] {
    [
      .person(
        .get, "/devices/{session}/name", summary: "The form for a device's name.", respond: ask),
      .person(
        .post, "/devices/{session}/name", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Give a device another name.", respond: rename),
      .person(
        .get, "/devices/all", summary: "Ask whether every app shall be disconnected.",
        respond: askAll),
      .person(
        .post, "/devices/all", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Disconnect every app.", respond: disconnectAll),
    ]
  }

  private func ask(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard let device = try await device(routed, session) else { return routed.notFound }
      return page(DeviceNameForm(device: device, name: device.deviceName)).response()
    } catch { return parts.problem(error) }
  }

  private func rename(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      guard let device = try await device(routed, session) else { return routed.notFound }
      let typed = PostedForm(routed.request)["deviceName"]
      let name: DisplayName
      do throws(DisplayName.Problem) { name = try DisplayName(typed) } catch {
        return page(DeviceNameForm(device: device, name: typed, problem: error))
          .response(status: 422)
      }
      let isRenamed = try await parts.identity.renameDevice(
        device.id, to: name, of: session.account, from: routed.network)
      return isRenamed ? .seeOther("/devices") : routed.notFound
    } catch { return parts.problem(error) }
  }

  private func device(
    _ routed: RoutedRequest, _ session: WebSession
  ) async throws(StorageError) -> DeviceSession? {
    guard let id = routed.parameters["session"].flatMap(SessionID.init) else { return nil }
    return try await parts.identity.deviceSessions(of: session.account.number)
      .first { $0.id == id }
  }

  private func askAll(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard parts.identity.isFresh(session) else { return .verify(for: .page(.allDevices)) }
    return Page("Disconnect every app?", on: site, width: .narrow) {
      panel {
        p(
          """
          All of them stop syncing at once. Nothing is deleted, on the devices or here, and each can \
          be connected again.
          """)
        form(to: "/devices/all") {
          formActions {
            button("Disconnect all", .danger)
            buttonLink("Keep them", to: "/devices")
          }
        }
      }
    }.response()
  }

  private func disconnectAll(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    do throws(StorageError) {
      let answer = try await parts.identity.endAllDeviceSessions(
        by: session, from: routed.network)
      return answer == .done ? .seeOther("/devices") : .verify(for: .page(.allDevices))
    } catch { return parts.problem(error) }
  }

  private func page(_ form: DeviceNameForm) -> Page {
    Page("Rename this device", on: site, width: .narrow) { panel { form.html } }
  }
}

/// The form for a device's name, with what was wrong with the last one.
struct DeviceNameForm {
  let device: DeviceSession
  let name: String
  var problem: DisplayName.Problem?

  var html: HTML {
    form(to: "/devices/\(device.id.description)/name") {
      field("What do you call this device?", "deviceName") {
        $0.value = name
        $0.hint = "Such as “Desk” or “Laptop”. Only you see it."
        $0.attributes = [
          .autocomplete("off"), .maxlength(DisplayName.charactersMax), .autofocus,
        ]
        if let problem { $0.error = DisplayNameWords.error(problem) }
      }
      formActions {
        button("Rename")
        buttonLink("Back", to: "/devices")
      }
    }
  }
}
