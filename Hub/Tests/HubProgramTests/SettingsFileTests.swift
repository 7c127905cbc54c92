import Foundation
import Testing
import ToolboxCommandLine

@testable import HubProgram

@Suite struct SettingsFileTests {
  let folder = TemporaryFolder()

  var path: String { folder.file("hub.toml") }

  func write(_ text: String, to name: String = "hub.toml", mode: Int = 0o600) throws {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  func settings(
    _ words: [String] = [], _ environment: [String: String] = [:]
  ) throws -> ServeSettings {
    let environment = ["HOME": folder.path, "HUB_CONFIG": path]
      .merging(environment) { _, given in given }
    return try ServeSettings(GivenSettings(try typed("serve", words), environment))
  }

  func failure(
    _ words: [String] = [], _ environment: [String: String] = [:]
  ) -> ProgramFailure? {
    do { _ = try settings(words, environment) } catch let error as ProgramFailure {
      return error
    } catch { Issue.record("thrown: \(error)") }
    return nil
  }

  @Test func `what is typed beats the environment, which beats the file`() throws {
    try write("port = 1000\ndata = '/srv/hub'\npoll-seconds = 9\n")

    #expect(try settings().port == 1000)
    #expect(try settings([], ["HUB_PORT": "2000"]).port == 2000)
    #expect(try settings(["--port", "3000"], ["HUB_PORT": "2000"]).port == 3000)
    #expect(try settings().data.path == "/srv/hub")
    #expect(try settings(["--port", "3000"]).pollIntervalSeconds == 9)
  }

  @Test func `every setting can stand in the file`() throws {
    try write(
      """
      data = "/srv/hub"
      host = "0.0.0.0"
      port = 80
      origin = ["http://nas.lan", "https://hub.example.org"]
      host-name = "hub.localhost"
      insecure-lan = true
      trusted-proxy = ["127.0.0.1", "10.0.0.0/8"]
      poll-seconds = 7
      app-page = "anchor=http://anchor.localhost:8766"
      app-data = ["anchor=/srv/anchor"]
      """)

    let settings = try settings()

    #expect(settings.host == "0.0.0.0")
    #expect(settings.origins.map(\.text) == ["http://nas.lan", "https://hub.example.org"])
    #expect(settings.hostName == "hub.localhost")
    #expect(settings.isInsecureLAN)
    #expect(settings.appPages.count == 1)
    #expect(settings.appData == ["anchor": "/srv/anchor"])
  }

  @Test func `a file that was named has to be there, the usual one need not`() throws {
    #expect(failure()?.message.contains("There is no settings file") == true)
    #expect(try settings([], ["HUB_CONFIG": ""]).port == 8765)
  }

  @Test func `the usual place is the person's own folder of settings`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("hub"), withIntermediateDirectories: false)
    try write("port = 1", to: "hub/hub.toml")

    #expect(try settings([], ["HUB_CONFIG": "", "XDG_CONFIG_HOME": folder.path]).port == 1)
    #expect(
      SettingsFile.usualPath(["HOME": "/home/ada", "XDG_CONFIG_HOME": "relative"])
        == "/home/ada/.config/hub/hub.toml")
  }

  @Test func `a typed file beats the variable`() throws {
    try write("port = 1")
    try write("port = 2", to: "other.toml")

    #expect(try settings(["--config", folder.file("other.toml")]).port == 2)
  }

  @Test(arguments: [
    ("prot = 1", "hub.toml:2: There is no setting prot. Did you mean port?"),
    ("port = 70000", "hub.toml:2: port is \"70000\", not a whole number of 0…65535."),
    ("insecure-lan = \"yes\"", "hub.toml:2: insecure-lan takes true or false."),
    ("port = [1]", "hub.toml:2: port takes a text in quotes, or a whole number."),
    ("origin = [\"hub.lan\"]", "hub.toml:2: origin is \"hub.lan\", not an address"),
    ("data = \"hub\"", "hub.toml:2: data takes a whole path"),
    ("port: 1", "hub.toml:2: This is no setting."),
  ])
  func `a mistake is told with file, line and what to do`(line: String, words: String) throws {
    try write("# settings\n\(line)\n")

    let failure = failure()

    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "none")")
    #expect(failure?.isMisuse == true)
  }

  @Test func `a mistake is told though the setting is typed too`() throws {
    try write("port = 70000")

    #expect(failure(["--port", "1"])?.message.contains("hub.toml:1") == true)
  }

  @Test func `a file that others can write into is not used`() throws {
    try write("port = 1", mode: 0o666)

    #expect(failure()?.message.contains("chmod go-w") == true)
  }

  @Test func `what is no text, too long or no file is refused`() throws {
    try Data([0x70, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(failure()?.message.contains("not UTF-8") == true)

    try write(String(repeating: "#", count: SettingsFile.bytesMax + 1))
    #expect(failure()?.message.contains("longer than") == true)

    #expect(failure(["--config", folder.path])?.message.contains("is no file") == true)
  }

  @Test func `the file in packaging names every setting, each as it is read`() throws {
    let packaged = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../packaging/hub.toml").standardizedFileURL
    let text = try String(contentsOf: packaged, encoding: .utf8)
    let active = text.split(separator: "\n").map(String.init).map { line in
      line.hasPrefix("#") && line.contains(" = ") ? String(line.dropFirst()) : line
    }.joined(separator: "\n")
    try write(active)

    #expect(try SettingsText.read(active).map(\.key) == ServeSettings.all.map(\.name))
    #expect(failure() == nil)
  }
}

@Suite struct ConfigCommandTests {
  let folder = TemporaryFolder()

  func run(_ words: [String], _ environment: [String: String]) async -> ScriptedConsole {
    let console = ScriptedConsole()
    let status = await HubProgram.tool(environment: environment).run(["config"] + words, console)
    #expect(status == .done)
    return console
  }

  @Test func `each setting is shown with its value and where it was set`() async throws {
    let path = folder.file("hub.toml")
    try Data("# one\norigin = ['https://a.example', 'https://b.example']".utf8)
      .write(to: URL(fileURLWithPath: path))

    let console = await run(
      ["--port", "1", "--config", path], ["HOME": "/home/ada", "HUB_POLL_SECONDS": "9"])

    let lines = console.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(lines.map { $0[0] } == ServeSettings.all.map(\.name))
    #expect(lines.contains(["data", "/home/ada/.local/share/hub", "default"]))
    #expect(lines.contains(["port", "1", "--port"]))
    #expect(lines.contains(["poll-seconds", "9", "HUB_POLL_SECONDS"]))
    #expect(lines.contains(["origin", "https://a.example", "https://b.example", "\(path):2"]))
    #expect(lines.contains(["insecure-lan", "0", "default"]))
  }

  @Test func `programs read it as JSON`() async throws {
    let console = await run(["--json", "--insecure-lan"], ["HOME": "/home/ada"])

    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(console.output.utf8)) as? [[String: Any]])
    let flag = try #require(all.first { $0["name"] as? String == "insecure-lan" })
    #expect(flag["values"] as? [String] == ["1"])
    #expect(flag["from"] as? String == "flag")
    #expect(all.count == ServeSettings.all.count)
  }

  @Test func `a variable that sets nothing is told by its name, never by its value`() async {
    let console = await run([], ["HOME": "/home/ada", "HUB_PROT": "canary-value"])

    #expect(console.complaints == "hub: HUB_PROT is no setting. Did you mean HUB_PORT?\n")
    #expect(!console.output.contains("canary"))
  }
}
