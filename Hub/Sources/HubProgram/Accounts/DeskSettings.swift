import HubCore
import HubStorageSQLite
import ToolboxCrypto
import ToolboxSQLite
import WebInterface

/// Which Hub a command of its machine is about, and where people reach it.
struct DeskSettings: Sendable {
  let data: DataFolder
  /// The first name of the Hub, for links.
  let origin: SiteOrigin

  /// Reads those of the parameters that the verb takes.
  init(_ given: GivenSettings) throws(ProgramFailure) {
    data = try given.dataFolder
    let names = ServeSettings.ownOrigins(
      named: try given[ServeSettings.hostNameSetting],
      port: UInt16(try given[ServeSettings.portSetting]))
    let origin = try given[ServeSettings.originSetting].first ?? names.first
    guard let origin else { preconditionFailure("a Hub always has a name") }
    self.origin = origin
  }

  /// The desk of the Hub in the folder, which may be running.
  func open() throws(ProgramFailure) -> AccountDesk {
    try data.findDatabase()
    do throws(Schema.Failure) {
      return AccountDesk(
        storage: try HubDatabase.open(path: data.databasePath, readers: 1),
        clock: SystemWallClock(), random: SystemRandom())
    } catch { throw ProgramFailure(opening: data.databasePath, error) }
  }
}
