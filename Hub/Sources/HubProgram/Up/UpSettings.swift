import Glibc
import HubContracts
import HubWeb
import ToolboxCommandLine

/// What `hub up` is told, and which programs follow from it.
struct UpSettings: Sendable {
  private static let dataOption = Option(
    "data", .file.named("DIR"),
    "Keep all data in DIR: the Hub's in DIR/hub, Anchor's in DIR/anchor.")
  private static let portSetting = Setting(
    "port", .whole(0...65_000), usual: "8765",
    "The Hub's port, the apps' are the next ones, any free ones for 0")
  private static let appOption = RepeatedOption(
    "app", .appProgram(appNames),
    "Run this app's page; give it again for more. Without it: every app beside this program.")
  private static let noAppsFlag = Flag("no-apps", "Run the Hub alone.")
  private static let noOpenFlag = Flag("no-open", "Do not open a browser.")

  static let parameters: [any Parameter] = [
    dataOption, portSetting.option, appOption, noAppsFlag, noOpenFlag,
  ]

  let hub: ChildProgram
  let apps: [ChildProgram]
  let opensBrowser: Bool

  /// - `hubPath`: this very program.
  /// - `workingFolder`: where a relative path begins.
  /// - `isExecutable`: whether a file can be run.
  init(
    _ given: GivenSettings, hubPath: String, workingFolder: String,
    isExecutable: (String) -> Bool
  ) throws(ProgramFailure) {
    let port = try given[Self.portSetting]
    let data = given.input[Self.dataOption].map { Self.absolute($0, in: workingFolder) }
    opensBrowser = !given.input[Self.noOpenFlag]
    var apps: [ChildProgram] = []
    var aboutApps: [String] = []
    for (name, path) in try Self.appPaths(given.input, hubPath: hubPath, isExecutable: isExecutable)
    {
      // An app keeps its port whichever others run, so that its link can be kept.
      let number = Self.appNames.firstIndex(of: name) ?? Self.appNames.count
      let appPort = port == 0 ? 0 : port + 1 + number
      var app = Self.program(
        name, path, port: appPort, hostName: "\(name).localhost", data: data)
      if let data {
        let folder = "\(data)/\(name)"
        app.note =
          "Its data is in \(folder.printable): in a terminal, add "
          + "--data \(ShellWord.text(folder).printable)"
        aboutApps += ["--app-data", "\(name)=\(folder)"]
      }
      apps.append(app)
      // A port that the system will choose is not known to the Hub, which then shows no link.
      if port > 0 { aboutApps += ["--app-page", "\(name)=http://\(name).localhost:\(appPort)"] }
    }
    self.apps = apps
    let file = given.input[GivenSettings.fileOption].map {
      ["--config", Self.absolute($0, in: workingFolder)]
    }
    let hasName = try given.untyped(ServeSettings.hostNameSetting).source != .usual
    hub = Self.program(
      "hub", hubPath, port: port, hostName: hasName ? nil : "hub.localhost", data: data,
      more: aboutApps + (file ?? []))
  }

  /// An app's commands are typed in any folder.
  private static func absolute(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The apps of the fleet that have a page of their own on this machine.
  private static let appNames = Fleet.products
    .filter { $0.status == .active && $0.authority == .devices }
    .map(\.name)

  private static func appPaths(
    _ input: CommandInput, hubPath: String, isExecutable: (String) -> Bool
  ) throws(ProgramFailure) -> [(String, String)] {
    if input[noAppsFlag] { return [] }
    let typed = input[appOption]
    if typed.isEmpty {
      let folder = hubPath.lastIndex(of: "/").map { hubPath[...$0] } ?? ""
      return appNames.map { ($0, folder + $0) }.filter { isExecutable($0.1) }
    }
    for app in typed where !isExecutable(app.path) {
      throw .misuse("\(app.path.printable) cannot be run. Is it there, and executable?")
    }
    return typed.map { ($0.name, $0.path) }
  }

  /// - `hostName`: nil where the program finds it in its own settings.
  private static func program(
    _ name: String, _ path: String, port: Int, hostName: String?, data: String?,
    more: [String] = []
  ) -> ChildProgram {
    var arguments = ["serve", "--port", String(port)]
    if let hostName { arguments += ["--host-name", hostName] }
    if let data { arguments += ["--data", "\(data)/\(name)"] }
    return ChildProgram(name: name, path: path, arguments: arguments + more)
  }
}

/// An app and the file that runs it.
struct AppProgram: Sendable, Equatable {
  let name: String
  let path: String
}

extension ValueKind where Value == AppProgram {
  static func appProgram(_ names: [String]) -> ValueKind {
    ValueKind("NAME=PATH") { (word) throws(ValueProblem) in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, names.contains(parts[0]) else {
        throw ValueProblem(
          expected: "an app and its program, as anchor=/path/to/anchor; the apps are "
            + names.joined(separator: ", "))
      }
      return AppProgram(name: parts[0], path: parts[1])
    }
  }
}
