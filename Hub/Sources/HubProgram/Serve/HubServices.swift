import HubCore
import HubHTTP
import HubStorageSQLite
import HubWeb
import ToolboxCrypto
import ToolboxLocks
import ToolboxSQLite

/// Everything of a Hub that needs no socket, opened on its folder and put together.
struct HubServices: Sendable {
  let identity: IdentityService
  let sync: SyncService
  let audit: AuditService
  /// Those beside this Hub that it asks.
  let services: ServiceDesk
  let lock: FileLock
  private let streams: StreamLimits
  let database: HubDatabase
  private let zones: TimeZones
  private let clock: any WallClock
  private let random: any RandomBytes

  /// Takes the folder, reads or makes the keys, and opens the database, which is as it was on throw.
  static func open(_ settings: ServeSettings) throws(ProgramFailure) -> HubServices {
    let lock = try settings.data.take()
    let keys = try HubKeys.load(from: settings.data, random: SystemRandom())
    let database: HubDatabase
    do { database = try HubDatabase.open(path: settings.data.databasePath) } catch {
      throw ProgramFailure(opening: settings.data.databasePath, error)
    }
    return try HubServices(database, keys, settings, lock)
  }

  private init(
    _ database: HubDatabase, _ keys: IdentityService.Keys, _ settings: ServeSettings,
    _ lock: FileLock
  ) throws(ProgramFailure) {
    self.lock = lock
    clock = SystemWallClock()
    random = SystemRandom()
    zones = TimeZones()
    sync = SyncService(storage: database, clock: clock, random: random)
    identity = IdentityService(
      storage: database, keys: keys, clock: clock, random: random, feed: sync.feed,
      settings: IdentityService.Settings(
        pollIntervalSeconds: settings.pollIntervalSeconds, isTimeZone: zones.isKnown))
    audit = AuditService(storage: database, identity: keys.identity, clock: clock)
    services = try BoundServices.desk(
      settings.appPages, identity: identity, storage: database, feed: sync.feed, clock: clock,
      random: random)
    streams = StreamLimits(inAll: Descriptors.streamsMax(raisingTo: Descriptors.wanted))
    self.database = database
  }

  /// The front door to all of it, for a Hub that is reached at `address`.
  func router(at address: HubAddress, _ settings: ServeSettings, _ log: any HubLog) -> HubRouter {
    let parts = HubPages.Parts(
      identity: identity, storage: database, feed: sync.feed, clock: clock, address: address,
      zones: zones, appPages: settings.appPages, appData: settings.appData,
      services: services, scratchFolder: settings.data.path)
    return HubRouter(
      HubRouter.Parts(
        routes: HubRoutes.all(parts, sync: sync, streams: streams), identity: identity,
        feed: sync.feed, address: address, pages: HubProblemPages(address: address), log: log,
        proxies: settings.proxies, random: random,
        uptime: SystemTime.uptime))
  }
}
