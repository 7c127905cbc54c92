import Glibc
import HubContracts

/// What `hub up` is told, and which programs follow from it.
struct UpSettings: Sendable {
  static let options: [CommandOptions.Option] = [
    .init(
      "data", "DIR", help: "keep all data in DIR: the Hub's in DIR/hub, Anchor's in DIR/anchor"),
    .init(
      "port", "N", variable: "HUB_PORT",
      help: "the Hub's port, the apps' are the next ones; 8765, or 0 for any"),
    .init(
      "app", "NAME=PATH",
      help: "run this app's page; again for more. Without it: every app beside this program"),
    .init("no-apps", help: "run the Hub alone"),
    .init("no-open", help: "do not open a browser"),
    .init("help", help: "say this"),
  ]

  let hub: ChildProgram
  let apps: [ChildProgram]
  let opensBrowser: Bool

  /// - `hubPath`: this very program.
  /// - `isExecutable`: whether a file can be run.
  init(
    _ options: CommandOptions, hubPath: String, isExecutable: (String) -> Bool
  ) throws(ProgramFailure) {
    let port = try options.integer("port", in: 0...65_000) ?? Int64(ServeSettings.defaultPort)
    let data = options.value("data")
    opensBrowser = !options.isGiven("no-open")
    var apps: [ChildProgram] = []
    var pages: [String] = []
    for (name, path) in try Self.appPaths(options, hubPath: hubPath, isExecutable: isExecutable) {
      // An app keeps its port whichever others run, so that its link can be kept.
      let number = Self.appNames.firstIndex(of: name) ?? Self.appNames.count
      let appPort = port == 0 ? 0 : port + 1 + Int64(number)
      apps.append(Self.program(name, path, port: appPort, data: data))
      // A port that the system will choose is not known to the Hub, which then shows no link.
      if port > 0 { pages += ["--app-page", "\(name)=http://\(name).localhost:\(appPort)"] }
    }
    self.apps = apps
    hub = Self.program("hub", hubPath, port: port, data: data, more: pages)
  }

  /// The apps of the fleet that have a page of their own on this machine.
  private static let appNames = Fleet.products.filter { $0.status == .active && !$0.isService }
    .map(\.name)

  private static func appPaths(
    _ options: CommandOptions, hubPath: String, isExecutable: (String) -> Bool
  ) throws(ProgramFailure) -> [(String, String)] {
    if options.isGiven("no-apps") { return [] }
    let given = options.values("app")
    if given.isEmpty {
      let folder = hubPath.lastIndex(of: "/").map { hubPath[...$0] } ?? ""
      return appNames.map { ($0, folder + $0) }.filter { isExecutable($0.1) }
    }
    var paths: [(String, String)] = []
    for text in given {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, appNames.contains(parts[0]) else {
        throw .misuse(
          "--app must look like anchor=/path/to/anchor, with one of "
            + "\(appNames.joined(separator: ", ")), not '\(text.printable)'.")
      }
      guard isExecutable(parts[1]) else {
        throw .misuse("\(parts[1].printable) cannot be run. Is it there, and executable?")
      }
      paths.append((parts[0], parts[1]))
    }
    return paths
  }

  private static func program(
    _ name: String, _ path: String, port: Int64, data: String?, more: [String] = []
  ) -> ChildProgram {
    var arguments = ["serve", "--port", String(port), "--host-name", "\(name).localhost"]
    if let data { arguments += ["--data", "\(data)/\(name)"] }
    return ChildProgram(name: name, path: path, arguments: arguments + more)
  }
}
