import Testing
import ToolboxCommandLine

@testable import HubProgram

@Suite struct ServeSettingsTests {
  func settings(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ServeSettings {
    let environment = environment.merging(["HOME": "/home/ada"]) { given, _ in given }
    return try ServeSettings(
      GivenSettings(try typed("serve", arguments), environment))
  }

  func misuse(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
    do {
      _ = try settings(arguments, environment)
    } catch let error as UsageError {
      return error.message
    } catch let error as ProgramFailure {
      #expect(error.isMisuse)
      return error.message
    } catch { Issue.record("thrown: \(error)") }
    return nil
  }

  @Test func `nothing said: this machine, port 8765, the person's data folder`() throws {
    let settings = try settings([])

    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8765)
    #expect(settings.data.path == "/home/ada/.local/share/hub")
    #expect(settings.pollIntervalSeconds == 5)
    #expect(
      settings.origins(listeningOn: 8765).map(\.text) == [
        "http://localhost:8765", "http://127.0.0.1:8765", "http://[::1]:8765",
        "http://hub.localhost:8765",
      ])
  }

  @Test func `an option beats the environment, which beats the default`() throws {
    let environment = ["HUB_PORT": "1000", "HUB_DATA": "/srv/hub", "XDG_DATA_HOME": "/xdg"]

    #expect(try settings(["--port", "2000"], environment).port == 2000)
    #expect(try settings(["--port=2000"], environment).port == 2000)
    #expect(try settings([], environment).port == 1000)
    #expect(try settings([], environment).data.path == "/srv/hub")
    #expect(try settings([], ["XDG_DATA_HOME": "/xdg"]).data.path == "/xdg/hub")
    #expect(
      try settings([], ["XDG_DATA_HOME": "relative"]).data.path == "/home/ada/.local/share/hub")
  }

  @Test func `under hub up the Hub has a name of its own, printed first`() throws {
    let settings = try settings(["--host-name", "hub.localhost"])

    #expect(settings.origins(listeningOn: 1).first?.text == "http://hub.localhost:1")
    #expect(settings.origins(listeningOn: 1).count == 4)
  }

  @Test func `the apps' own pages are told by name`() throws {
    let settings = try settings(["--app-page", "anchor=http://anchor.localhost:8766"])

    #expect(
      try self.settings(["--app-data", "anchor=/srv/a=b"]).appData == ["anchor": "/srv/a=b"])
    #expect(settings.appPages.mapValues(\.text) == ["anchor": "http://anchor.localhost:8766"])
  }

  @Test func `with origins given the Hub has no other name`() throws {
    let settings = try settings([
      "--host", "0.0.0.0", "--origin", "https://hub.example.org", "--origin",
      "https://hub.lan",
    ])

    #expect(
      settings.origins(listeningOn: 8765).map(\.text) == [
        "https://hub.example.org", "https://hub.lan",
      ])
  }

  @Test func `plain HTTP from other machines must be said outright (SIGN-03)`() throws {
    let arguments = ["--host", "0.0.0.0", "--origin", "http://nas.lan:8765"]

    #expect(misuse(arguments)?.contains("--insecure-lan") == true)
    #expect(try settings(arguments + ["--insecure-lan"]).isInsecureLAN)
    #expect(try settings(arguments, ["HUB_INSECURE_LAN": "1"]).isInsecureLAN)
    #expect(misuse(["--host", "0.0.0.0"])?.contains("--origin") == true)
  }

  @Test(arguments: [
    ["--port", "65536"], ["--port", "-1"], ["--port", "many"], ["--port"], ["--data"],
    ["--colour", "red"], ["extra"], ["--insecure-lan=yes"], ["--origin", "hub.example.org"],
    ["--origin", "https://hub.example.org/path"], ["--host-name", "evil.example"],
    ["--poll-seconds", "0"], ["--app-page", "anchor"], ["--app-data", "anchor"],
    ["--app-page", "solitaire=http://a.lan"],
    ["--app-page", "anchor=http://anchor.localhost:8766/path"],
  ])
  func `what cannot be meant is refused in words`(arguments: [String]) {
    #expect(misuse(arguments)?.isEmpty == false)
  }

  @Test func `a wrong value in the environment is named by its variable`() {
    #expect(misuse([], ["HUB_PORT": "many"])?.contains("HUB_PORT") == true)
    #expect(misuse([], ["HUB_ORIGIN": "here"])?.contains("HUB_ORIGIN") == true)
    #expect(misuse([], ["HUB_PORT": "1\u{1B}[31m"])?.contains("\u{1B}") == false)
    #expect(misuse([], ["HUB_INSECURE_LAN": "maybe"])?.contains("HUB_INSECURE_LAN") == true)
  }
}
