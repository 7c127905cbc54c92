import HubContracts
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
  /// Where the apps' own pages are, by the product's name.
  let appPages: [String: SiteOrigin]

  static let options: [CommandOptions.Option] = [
    .init("data", "DIR", variable: "HUB_DATA", help: "keep the data in DIR"),
    .init("host", "ADDRESS", variable: "HUB_HOST", help: "listen on this address; 127.0.0.1"),
    .init("port", "N", variable: "HUB_PORT", help: "listen on this port; 8765, or 0 for any"),
    .init(
      "origin", "URL", variable: "HUB_ORIGIN",
      help: "where browsers reach the Hub; again for more, the first is printed"),
    .init(
      "host-name", "NAME", variable: "HUB_HOST_NAME",
      help: "this machine's name for the Hub; localhost"),
    .init(
      "insecure-lan", variable: "HUB_INSECURE_LAN",
      help: "allow plain HTTP from other machines; whoever shares the network can listen"),
    .init(
      "poll-seconds", "N", variable: "HUB_POLL_SECONDS",
      help: "how often an app asks whether it was approved; 5"),
    .init(
      "app-page", "NAME=URL",
      help: "where an app's own page is, as anchor=http://anchor.localhost:8766; again for more"),
    .init("log-all", variable: "HUB_LOG_ALL", help: "log every answer, not only refusals"),
    .init("help", help: "say this"),
  ]

  init(_ options: CommandOptions, environment: [String: String]) throws(ProgramFailure) {
    data = try DataFolder(asked: options.value("data"), environment: environment)
    host = options.value("host") ?? "127.0.0.1"
    port = try options.integer("port", in: 0...65_535).map(UInt16.init) ?? Self.defaultPort
    hostName = options.value("host-name") ?? "localhost"
    isInsecureLAN = options.isGiven("insecure-lan")
    isEveryAnswerLogged = options.isGiven("log-all")
    pollIntervalSeconds = try options.integer("poll-seconds", in: 1...60) ?? 5
    var origins: [SiteOrigin] = []
    for text in options.values("origin") {
      guard let origin = SiteOrigin(text) else {
        throw .misuse(
          "--origin must look like https://hub.example.org, not '\(text.printable)'.")
      }
      origins.append(origin)
    }
    self.origins = origins
    appPages = try Self.appPages(options.values("app-page"))
    try Self.checkPlainHTTP(host: host, origins: origins, isAllowed: isInsecureLAN)
    guard Loopback.isName(hostName) else {
      throw .misuse("--host-name must be localhost or end in .localhost; see --origin for others.")
    }
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

  private static func appPages(
    _ texts: [String]
  ) throws(ProgramFailure) -> [String: SiteOrigin] {
    var pages: [String: SiteOrigin] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Fleet.product(named: parts[0]) != nil,
        let origin = SiteOrigin(parts[1])
      else {
        throw .misuse(
          "--app-page must look like anchor=http://anchor.localhost:8766, not "
            + "'\(text.printable)'.")
      }
      pages[parts[0]] = origin
    }
    return pages
  }

  /// Every name of the Hub, once its port is known.
  func origins(listeningOn port: UInt16) -> [SiteOrigin] {
    guard origins.isEmpty else { return origins }
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
