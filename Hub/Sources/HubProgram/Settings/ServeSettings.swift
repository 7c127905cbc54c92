import HubHTTP
import WebInterface

/// What `hub serve` is told; checked, so that what is in here can be tried.
struct ServeSettings: Sendable {
  let data: DataFolder
  let host: String
  /// 0: any free port.
  let port: UInt16
  /// Where people reach the Hub, the first one printed; empty: the names of this machine.
  let origins: [SiteOrigin]
  /// The name under which this machine's own browsers reach the Hub, where `origins` is empty.
  let hostName: String
  let pollIntervalSeconds: Int64
  /// The form in which every answer is logged; nil: refusals only, as text.
  let log: LogForm?
  /// Where this machine's monitor finds the metrics, any free port for 0; nil: nowhere.
  let metricsPort: UInt16?
  let isInsecureLAN: Bool
  let proxies: TrustedProxies
  /// Where the apps' own pages are, by the product's name.
  let appPages: [String: SiteOrigin]
  /// The folders of apps that do not keep their data in the usual one, by the product's name.
  let appData: [String: String]

  init(_ given: GivenSettings) throws(ProgramFailure) {
    data = try given.dataFolder
    host = try given[Self.hostSetting]
    port = UInt16(try given[Self.portSetting])
    hostName = try given[Self.hostNameSetting]
    isInsecureLAN = try given[Self.insecureSetting]
    proxies = TrustedProxies(try given[Self.proxySetting])
    pollIntervalSeconds = Int64(try given[Self.pollSetting])
    log = try given[Self.logSetting]
    metricsPort = try given[Self.metricsSetting].map(UInt16.init)
    origins = try given[Self.originSetting]
    appPages = Dictionary(try given[Self.pageSetting].map { ($0.app, $0.origin) }) { $1 }
    appData = Dictionary(try given[Self.appDataSetting].map { ($0.app, $0.folder) }) { $1 }
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
