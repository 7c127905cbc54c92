import Glibc
import HubCore
import HubHTTP
import HubStorageSQLite
import HubWeb
import ToolboxCommandLine
import ToolboxCrypto
import WebInterface

/// `hub openapi`: prints the API's description.
enum OpenAPICommand {
  static func run(_ console: any Console) throws(ProgramFailure) -> ExitStatus {
    console.print(try document())
    return .done
  }

  /// The description, indented for reading and comparing.
  ///
  /// Made from the routes of a whole Hub, because there is no other list of them; it stands on an
  /// empty database in a folder of its own, and is never started.
  static func document() throws(ProgramFailure) -> String {
    var template = Array("\(temporaryFolder)/hub-openapi-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw unusable(temporaryFolder) }
    let folder = String(cString: made)
    defer { remove(folder) }
    let path = "\(folder)/hub.db"
    let routes: [Route]
    do { routes = try Self.routes(over: HubDatabase.open(path: path)) } catch {
      throw ProgramFailure(opening: path, error)
    }
    return IndentedJSON.text(of: OpenAPIDocument(of: routes).json)
  }

  private static func routes(over database: HubDatabase) -> [Route] {
    let random = SystemRandom()
    let clock = SystemWallClock()
    guard let key = SigningKey(seed: random.bytes(SigningKey.seedByteCount)),
      let pepper = SealingKey(bytes: random.bytes(SigningKey.seedByteCount)),
      let origin = SiteOrigin("http://localhost")
    else { preconditionFailure("32 bytes are a key, and localhost is a name") }
    let zones = TimeZones()
    let identity = IdentityService(
      storage: database,
      keys: IdentityService.Keys(identity: HubIdentity(key: key), pepper: pepper),
      clock: clock, random: random,
      settings: IdentityService.Settings(isTimeZone: zones.isKnown))
    let sync = SyncService(storage: database, clock: clock, random: random)
    return HubRoutes.all(
      HubPages.Parts(
        identity: identity, storage: database, feed: sync.feed, clock: clock,
        address: HubAddress(origin), zones: zones),
      sync: sync, streams: StreamLimits())
  }

  private static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Nothing of value is in the folder, so that what cannot be removed is left to the system.
  private static func remove(_ folder: String) {
    for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/hub.db\(suffix)") }
    rmdir(folder)
  }

  private static func unusable(_ path: String) -> ProgramFailure {
    .failure("Cannot use \(path.printable): \(String(cString: strerror(errno))).")
  }
}
