import Foundation
import Testing

@testable import HubProgram

@Suite struct RestartPolicyTests {
  @Test func `a program that ends quickly is started after 1, 2, 4 … 30 s, then left alone`() {
    var policy = RestartPolicy()
    var decisions: [RestartPolicy.Decision] = []
    for _ in 0..<9 { decisions.append(policy.ended(after: .seconds(1))) }

    #expect(
      decisions == [1, 2, 4, 8, 16, 30, 30, 30].map { .restart(after: .seconds($0)) } + [.giveUp])
  }

  @Test func `a minute of life makes a new beginning`() {
    var policy = RestartPolicy()
    for _ in 0..<8 { _ = policy.ended(after: .zero) }

    let decision = policy.ended(after: .seconds(60))

    #expect(decision == .restart(after: .seconds(1)))
  }
}

@Suite struct UpSettingsTests {
  func settings(
    _ arguments: [String], runnable: Set<String> = ["/bin/hub", "/bin/anchor", "/opt/kith"]
  ) throws -> UpSettings {
    try UpSettings(
      GivenSettings(try typed("up", arguments), [:]),
      hubPath: "/bin/hub", workingFolder: "/home/ada", isExecutable: { runnable.contains($0) })
  }

  @Test func `every app beside the program is run, under its own name and port`() throws {
    let settings = try settings([])

    #expect(
      settings.hub.arguments == [
        "serve", "--port", "8765", "--host-name", "hub.localhost", "--app-page",
        "anchor=http://anchor.localhost:8766",
      ])
    #expect(
      settings.apps == [
        ChildProgram(
          name: "anchor", path: "/bin/anchor",
          arguments: ["serve", "--port", "8766", "--host-name", "anchor.localhost"])
      ])
    #expect(settings.opensBrowser)
  }

  @Test func `the Hub reads the settings file that was typed, and a name that stands in it`()
    throws
  {
    let folder = TemporaryFolder()
    let file = folder.file("hub.toml")
    try Data("port = 100\nhost-name = 'localhost'".utf8).write(to: URL(fileURLWithPath: file))

    let settings = try settings(["--config", file, "--no-apps"])

    #expect(settings.hub.arguments == ["serve", "--port", "100", "--config", file])
  }

  @Test func `an app keeps its port whichever others run`() throws {
    let all = try settings([
      "--port", "100", "--app", "kith=/opt/kith", "--app", "anchor=/bin/anchor",
    ])
    let one = try settings(["--port", "100", "--app", "kith=/opt/kith"])

    #expect(all.apps.first?.arguments == one.apps.first?.arguments)
    #expect(one.apps.first?.arguments[2] == "104")
  }

  @Test func `each program keeps its data in a folder of its own`() throws {
    let settings = try settings(["--data", "/srv", "--no-open"])

    #expect(settings.hub.arguments.contains(["--data", "/srv/hub"]))
    #expect(settings.apps.first?.arguments.suffix(2) == ["--data", "/srv/anchor"])
    #expect(!settings.opensBrowser)
  }

  @Test func `commands for an app's data name its folder, from wherever they are typed`() throws {
    let settings = try settings(["--data", "my data"])

    #expect(settings.hub.arguments.contains(["--app-data", "anchor=/home/ada/my data/anchor"]))
    #expect(
      settings.apps.first?.note
        == "Its data is in /home/ada/my data/anchor: in a terminal, add "
        + "--data '/home/ada/my data/anchor'")
    #expect(try self.settings([]).apps.first?.note == nil)
  }

  @Test func `any free port is any free port for all, and no apps means none`() throws {
    let anyPort = try settings(["--port", "0"])
    #expect(anyPort.apps.first?.arguments[2] == "0")
    #expect(!anyPort.hub.arguments.contains("--app-page"))
    #expect(try settings(["--no-apps"]).apps.isEmpty)
  }

  @Test(arguments: ["anchor", "solitaire=/bin/anchor", "live=/bin/anchor", "anchor=/bin/none", "="])
  func `an app that is none or cannot be run is refused`(app: String) {
    #expect(throws: (any Error).self) { try settings(["--app", app]) }
  }
}
