import HubArchive
import HubCore
import HubStorageSQLite
import ToolboxCommandLine
import ToolboxJSON
import ToolboxSQLite

/// `hub export`: everything of one account in one signed file.
enum ExportCommand {
  /// The newest of what happened around signing in.
  private static let eventsMax = 1_000
  static let file = Argument("file", .file, "The archive of the account.")

  static func run(
    _ name: String, to path: String, _ settings: DeskSettings
  ) async throws(ProgramFailure) -> VerbAnswer {
    let (desk, listed) = try await AccountCommands.find(name, settings)
    let identity = try HubKeys.find(in: settings.data).identity
    let database: HubDatabase
    do { database = try HubDatabase.open(path: settings.data.databasePath, readers: 1) } catch {
      throw ProgramFailure(opening: settings.data.databasePath, error)
    }
    let account = listed.account
    let now = SystemWallClock().nowMilliseconds
    let export = try await AccountCommands.answer { () async throws(StorageError) in
      try await desk.noteExport(of: account)
      return AccountExport(
        account: account, devices: try await database.deviceSessions(of: account.number),
        events: try await database.securityEvents(
          of: account.number, countMax: eventsMax),
        storage: database,
        audit: AuditService(storage: database, identity: identity, clock: SystemWallClock()),
        nowMilliseconds: now)
    }
    let file = try NewFile(path: path)
    do throws(ArchiveProblem) {
      try await export.write(to: file.descriptor, by: identity)
      _ = try ArchiveFile(path: file.workPath).check(for: .account)
    } catch { throw ProgramFailure(writing: path, error) }
    try file.finish()
    return VerbAnswer([
      "\(path.printable) holds all that this Hub keeps for \(account.name.printable).",
      "Signed by the Hub \(identity.fingerprint)",
    ]) { json in
      json.object { json in
        json.member("account", account.name)
        json.member("file", path)
        json.member("hub", identity.fingerprint)
      }
    }
  }
}
