import Glibc
import HubContracts
import HubStorageSQLite
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxSQLite
import WebInterface

/// Looks at all that a Hub needs from its machine, and changes nothing.
struct Doctor {
  let settings: ServeSettings
  let nowMilliseconds: Int64
  /// Asks the Hub's own address, as a browser would.
  let client: any HTTPClient

  /// In the order in which a person would mend them.
  func look() async -> [Finding] {
    [folder, keys, database, disk, passwords, clock, address, name, await encryption(), port]
  }

  // MARK: - The data

  private var folder: Finding {
    let path = settings.data.path
    var status = stat()
    guard stat(path, &status) == 0 else {
      return .wrong("folder", "There is no folder \(path.printable). hub serve makes it.")
    }
    do { try settings.data.check() } catch { return .wrong("folder", error.message) }
    if status.st_mode & 0o055 != 0 {
      return .caution("folder", "Others can look into \(path.printable). Run: chmod 700 '\(path)'")
    }
    return .fine("folder", "\(path.printable) is yours alone.")
  }

  private var keys: Finding {
    var status = stat()
    let isNew = !settings.data.hasDatabase && stat("\(settings.data.path)/keys", &status) != 0
    if isNew { return .caution("keys", "There are no keys yet. hub serve makes them.") }
    do {
      let found = try HubKeys.find(in: settings.data)
      return .fine("keys", "The Hub's key is \(found.identity.fingerprint).")
    } catch { return .wrong("keys", error.message) }
  }

  private var database: Finding {
    let path = settings.data.databasePath
    guard settings.data.hasDatabase else {
      return .caution("database", "There is no database yet. hub serve makes it.")
    }
    do throws(SQLiteError) {
      let database = try Database(path: path, access: .readOnly)
      try database.quickCheck()
      guard let epoch = HubDatabase.storedEpoch(path: path) else {
        return .wrong("database", "\(path.printable) is no database of a Hub.")
      }
      return .fine("database", "The database is sound (epoch \(epoch.number)).")
    } catch {
      return .wrong("database", ProgramFailure(opening: path, .sqlite(error)).message)
    }
  }

  /// Room for the log and for one more copy; below it a backup by the same disk fails.
  private static let freeBytesMin: UInt64 = 256 << 20

  private var disk: Finding {
    var space = statvfs()
    guard statvfs(Self.nearestFolder(of: settings.data.path), &space) == 0 else {
      return .caution("disk", "The disk does not say how much room it has.")
    }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    let size = Self.bytes(of: settings.data.databasePath)
    let words = "\(free >> 20) MB free; the database has \(size >> 20) MB."
    return free < max(Self.freeBytesMin, size)
      ? .caution("disk", words + " A backup to this disk may not fit.") : .fine("disk", words)
  }

  /// The folder, or the nearest above it that is there already.
  private static func nearestFolder(of path: String) -> String {
    var folder = path
    var status = stat()
    while stat(folder, &status) != 0, let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    return folder
  }

  /// Longer, and a sign-in feels broken; shorter than ``hashMin``, and guessing is cheap here (SIGN-10).
  private static let hashMax = Duration.seconds(1)
  private static let hashMin = Duration.milliseconds(30)

  /// Hashes one password as a sign-in does, and says how long it took.
  private var passwords: Finding {
    let hash = PasswordHash()
    let clock = ContinuousClock()
    var isHashed = false
    let took = clock.measure { isHashed = hash.hash(Array("a password of the doctor".utf8)) != nil }
    let milliseconds = took / .milliseconds(1)
    let cost = "\(hash.memoryBytes >> 20) MB and \(hash.passes) passes"
    guard isHashed else {
      return .wrong(
        "passwords", "There is not enough memory to hash a password: \(cost). Nobody can sign in.")
    }
    let words = "A password takes \(Int(milliseconds)) ms here (\(cost))."
    if took > Self.hashMax {
      return .caution("passwords", words + " Signing in is slow; the machine is busy or small.")
    }
    if took < Self.hashMin {
      return .caution("passwords", words + " Guessing is cheap for such machines: use a passkey.")
    }
    return .fine("passwords", words)
  }

  private static func bytes(of path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_size) : 0
  }

  // MARK: - The machine

  /// 2026-01-01: before it there was no Hub.
  private static let clockMinMilliseconds: Int64 = 1_767_225_600_000

  private var clock: Finding {
    if nowMilliseconds < Self.clockMinMilliseconds {
      return .wrong("clock", "The clock shows a time before 2026. Set it, or start a time service.")
    }
    var status = stat()
    let hasDatabase = stat(settings.data.databasePath, &status) == 0
    let writtenSeconds = hasDatabase ? Int64(status.st_mtim.tv_sec) : 0
    // An hour: a summer time that was set by hand.
    guard writtenSeconds <= nowMilliseconds / 1_000 + 3_600 else {
      return .wrong("clock", "The database was written later than the clock shows. Set the clock.")
    }
    return .fine(
      "clock",
      "The clock shows \(ISOTime.text(ofMilliseconds: nowMilliseconds, showsFraction: false)).")
  }

  // MARK: - How it is reached

  private var address: Finding {
    guard let first = settings.origins.first else {
      return .fine("address", "It is reached from this machine only.")
    }
    let host = first.hostText.filter { $0 != "[" && $0 != "]" }
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if found != nil { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
      ? .fine("address", "\(first.text) has an address.")
      : .wrong(
        "address", "\(host.printable) has no address here. Look at its name service, or --origin.")
  }

  /// Cookies know no port (SES-21): what else is under the Hub's name is handed the session too.
  private var name: Finding {
    let named = settings.origins.map(\.hostText)
    let hosts = named.isEmpty ? [settings.hostName] : named
    let shared = hosts.first(where: Self.isShared)
    guard let shared else { return .fine("name", "The Hub has a name of its own.") }
    return .caution(
      "name",
      "Browsers give the Hub's session to every program on \(shared.printable), whatever its port. "
        + "Let the Hub have a name of its own: --host-name hub.localhost, or --origin.")
  }

  /// An address, or a name of the whole machine.
  private static func isShared(_ host: String) -> Bool {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    // Left empty where it fails, which no host is.
    gethostname(&name, name.count)
    let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let machine = String(decoding: bytes, as: UTF8.self).lowercased()
    return host == "localhost" || host == machine || host.hasPrefix("[")
      || host.allSatisfy { $0 == "." || $0.isWholeNumber }
  }

  private func encryption() async -> Finding {
    let proxied = settings.origins.first(where: \.isTLS)
    if settings.isInsecureLAN {
      return .caution("encryption", "Plain HTTP is allowed: whoever shares the network can listen.")
    }
    guard let proxied else {
      return .fine("encryption", "Nothing leaves this machine, so nothing needs to be encrypted.")
    }
    let answer = await certificate(of: proxied)
    guard answer.verdict != .wrong, settings.proxies.isEmpty else { return answer }
    return .caution(
      "encryption",
      "A proxy brings TLS, and none is trusted: everybody counts as one. Say --trusted-proxy.")
  }

  private func certificate(of origin: SiteOrigin) async -> Finding {
    let unseen = Finding.caution(
      "encryption",
      "\(origin.text) does not answer here, so nobody has looked at its certificate.")
    let address: HTTPOrigin
    do throws(HTTPOriginError) { address = try HTTPOrigin(parsing: origin.text) } catch {
      return unseen
    }
    do throws(HTTPClientError) {
      _ = try await client.send(HTTPRequest(method: .get, path: "/ready"), to: address)
      return .fine("encryption", "A trusted proxy brings TLS, with a certificate that is accepted.")
    } catch {
      switch error {
      case .tlsFailed:
        return .wrong(
          "encryption",
          "The certificate of \(origin.text) is not accepted here. Look at the proxy that has it.")
      case .cannotConnect, .timedOut, .connectionLost, .responseTooLarge, .malformedResponse,
        .invalidRequest, .cancelled:
        return unseen
      }
    }
  }

  private var port: Finding {
    guard settings.port != 0 else { return .fine("port", "Any free port is taken.") }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return .caution("port", "No socket can be made.") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = settings.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isAnswered = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isAnswered { return .fine("port", "Port \(settings.port) is free; no Hub runs on it.") }
    return settings.data.isHeld
      ? .fine("port", "A Hub runs on this folder, and port \(settings.port) answers.")
      : .wrong("port", "Another program has port \(settings.port). Choose one with --port N.")
  }
}
