import HubContracts
import HubHTTP
import ToolboxCommandLine
import WebInterface

/// What `hub serve` is told; checked, so that what is in here can be tried.
struct ServeSettings: Sendable {
  static let defaultPort: UInt16 = 8765

  let data: DataFolder
  let host: String
  /// 0: any free port.
  let port: UInt16
  /// Where people reach the Hub, the first one printed; empty: the names of this machine.
  let origins: [SiteOrigin]
  /// The name under which this machine's own browsers reach the Hub, where `origins` is empty.
  let hostName: String
  let pollIntervalSeconds: Int64
  let isEveryAnswerLogged: Bool
  let isInsecureLAN: Bool
  let proxies: TrustedProxies
  /// Where the apps' own pages are, by the product's name.
  let appPages: [String: SiteOrigin]
  /// The folders of apps that do not keep their data in the usual one, by the product's name.
  let appData: [String: String]

  static let dataSetting = Setting(
    "data", .file.named("DIR"), variable: "HUB_DATA", "Keep the data in DIR.")
  private static let hostSetting = Setting(
    "host", .text.named("ADDRESS"), variable: "HUB_HOST", "Listen on this address; 127.0.0.1.")
  static let portSetting = Setting(
    "port", .whole(0...65_535), variable: "HUB_PORT",
    "Listen on this port; 8765. 0 takes any free one.")
  static let originSetting = RepeatedSetting(
    "origin", .origin, variable: "HUB_ORIGIN",
    "Where browsers reach the Hub; give it again for more, the first is printed.")
  static let hostNameSetting = Setting(
    "host-name", .loopbackName, variable: "HUB_HOST_NAME",
    "This machine's own name for the Hub; localhost.")
  private static let insecureSetting = FlagSetting(
    "insecure-lan", variable: "HUB_INSECURE_LAN",
    "Allow plain HTTP from other machines; whoever shares the network can listen.")
  private static let proxySetting = RepeatedSetting(
    "trusted-proxy", .addressRange, variable: "HUB_TRUSTED_PROXY",
    "Believe this proxy's X-Forwarded-For; an address, or a range as 10.0.0.0/8.")
  private static let pollSetting = Setting(
    "poll-seconds", .whole(1...60), variable: "HUB_POLL_SECONDS",
    "How often an app asks whether it was approved; 5.")
  private static let pageOption = RepeatedOption(
    "app-page", .appPage, "Where an app's own page is; give it again for more.")
  private static let appDataOption = RepeatedOption(
    "app-data", .appData,
    "The folder of an app's data, for the commands that pages show; give it again for more.")
  private static let logSetting = FlagSetting(
    "log-all", variable: "HUB_LOG_ALL", "Log every answer, not only refusals.")

  static let parameters: [any Parameter] = [
    dataSetting.option, hostSetting.option, portSetting.option, originSetting.option,
    hostNameSetting.option, insecureSetting.flag, proxySetting.option, pollSetting.option,
    pageOption, appDataOption,
    logSetting.flag,
  ]

  init(_ given: GivenSettings) throws(ProgramFailure) {
    data = try DataFolder(asked: try given[Self.dataSetting], environment: given.environment)
    host = try given[Self.hostSetting] ?? "127.0.0.1"
    port = try given[Self.portSetting].map(UInt16.init) ?? Self.defaultPort
    hostName = try given[Self.hostNameSetting] ?? "localhost"
    isInsecureLAN = try given[Self.insecureSetting]
    proxies = TrustedProxies(try given[Self.proxySetting])
    isEveryAnswerLogged = try given[Self.logSetting]
    pollIntervalSeconds = Int64(try given[Self.pollSetting] ?? 5)
    origins = try given[Self.originSetting]
    appPages = Dictionary(given.input[Self.pageOption].map { ($0.app, $0.origin) }) { $1 }
    appData = Dictionary(given.input[Self.appDataOption].map { ($0.app, $0.folder) }) { $1 }
    try Self.checkPlainHTTP(host: host, origins: origins, isAllowed: isInsecureLAN)
  }

  /// Over plain HTTP passwords could be read on the way, so it stays on this machine (SIGN-03).
  private static func checkPlainHTTP(
    host: String, origins: [SiteOrigin], isAllowed: Bool
  ) throws(ProgramFailure) {
    if origins.isEmpty, !Loopback.isAddress(host) {
      throw .misuse(
        "Listening on \(host.printable), other machines reach the Hub under a name that it must "
          + "know: add --origin https://…")
    }
    guard !isAllowed else { return }
    for origin in origins where !origin.isTLS && !Loopback.isName(origin.hostText) {
      throw .misuse(
        "\(origin.text) is plain HTTP: whoever shares the network could read the password. "
          + "Put TLS in front of the Hub, or say --insecure-lan.")
    }
  }

  /// Every name of the Hub, once its port is known.
  func origins(listeningOn port: UInt16) -> [SiteOrigin] {
    guard origins.isEmpty else { return origins }
    return Self.ownOrigins(named: hostName, port: port)
  }

  /// Every name of this machine, `hostName` first.
  static func ownOrigins(named hostName: String, port: UInt16) -> [SiteOrigin] {
    let names = [hostName] + Loopback.names.filter { $0 != hostName }
    return names.compactMap { SiteOrigin("http://\($0):\(port)") }
  }
}

/// Where an app's own page is.
struct AppPage: Sendable, Equatable {
  let app: String
  let origin: SiteOrigin
}

/// Where an app keeps its data.
struct AppFolder: Sendable, Equatable {
  let app: String
  let folder: String
}

extension ValueKind where Value == SiteOrigin {
  static var origin: ValueKind {
    ValueKind("URL") { (word) throws(ValueProblem) in
      guard let origin = SiteOrigin(word) else {
        throw ValueProblem(expected: "an address such as https://hub.example.org")
      }
      return origin
    }
  }
}

extension ValueKind where Value == AddressRange {
  static var addressRange: ValueKind {
    ValueKind("ADDRESS") { (word) throws(ValueProblem) in
      guard let range = AddressRange(word) else {
        throw ValueProblem(expected: "an address such as 127.0.0.1, or a range such as 10.0.0.0/8")
      }
      return range
    }
  }
}

extension ValueKind where Value == AppPage {
  static var appPage: ValueKind {
    ValueKind("NAME=URL") { (word) throws(ValueProblem) in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Fleet.product(named: parts[0]) != nil,
        let origin = SiteOrigin(parts[1])
      else {
        throw ValueProblem(
          expected: "an app and its address, as anchor=http://anchor.localhost:8766")
      }
      return AppPage(app: parts[0], origin: origin)
    }
  }
}

extension ValueKind where Value == AppFolder {
  static var appData: ValueKind {
    ValueKind("NAME=DIR") { (word) throws(ValueProblem) in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Fleet.product(named: parts[0]) != nil else {
        throw ValueProblem(expected: "an app and its folder, as anchor=/srv/anchor")
      }
      return AppFolder(app: parts[0], folder: parts[1])
    }
  }
}

extension ValueKind where Value == String {
  static var loopbackName: ValueKind {
    ValueKind("NAME") { (word) throws(ValueProblem) in
      guard Loopback.isName(word) else {
        throw ValueProblem(expected: "localhost or a name under it, such as hub.localhost")
      }
      return word
    }
  }
}

/// The names and addresses that lead nowhere but to this machine.
enum Loopback {
  static let names = ["localhost", "127.0.0.1", "[::1]", "hub.localhost"]

  static func isName(_ name: String) -> Bool {
    names.contains(name) || name.hasSuffix(".localhost") && SiteOrigin("http://\(name)") != nil
  }

  static func isAddress(_ address: String) -> Bool {
    ["localhost", "::1"].contains(address) || address.hasPrefix("127.")
  }
}

extension SiteOrigin {
  /// The host without the port.
  var hostText: String {
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
      return authority
    }
    return String(authority[..<colon])
  }
}
