import HubArchive
import HubContracts
import HubCore
import HubStorageSQLite
import HubWeb
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxJSON
import ToolboxSQLite

/// `hub import`: takes an account from another Hub's archive.
enum ImportCommand {
  static let newName = Option("name", .text.named("NAME"), "Call the account so here.")

  static func run(
    _ path: String, as newName: String?, saidYes: Bool, _ settings: DeskSettings,
    _ console: any Console
  ) async throws(ProgramFailure) -> VerbAnswer {
    let imported: Imported
    let manifest: ArchiveManifest
    do throws(ArchiveProblem) {
      let file = try ArchiveFile(path: path)
      manifest = try file.check(for: .account)
      imported = try Imported(
        file, manifest, nowMilliseconds: SystemWallClock().nowMilliseconds)
    } catch { throw ProgramFailure(reading: path, error) }
    let name = try displayName(newName, else: imported.account.name)
    try settings.data.findDatabase()
    try ask(name, manifest, saidYes, console)
    let lock = try settings.data.lock()
    defer { lock.release() }
    let zone = timeZone(of: imported)
    let count = try add(imported, as: name, in: zone, path, settings.data)
    var lines = ["\(name.text.printable) is here, with \(count) records."]
    if zone != imported.account.timeZone {
      lines.append(
        "This machine knows no time zone \"\(imported.account.timeZone.printable)\": days begin in "
          + "\(zone) until it is set on the page Account.")
    }
    let link = try await AccountCommands.recoveryLink(name.text, settings)
    lines += [
      "Its person sets a password with this link, once, within 15 minutes:", "  \(link.text)",
    ]
    return VerbAnswer(lines) { json in
      json.object { json in
        json.member("account", name.text)
        json.member("records", count)
        json.member("timeZone", zone)
        json.member("link", link.text)
      }
    }
  }

  private static func displayName(
    _ typed: String?, else name: DisplayName
  ) throws(ProgramFailure) -> DisplayName {
    guard let typed else { return name }
    do { return try DisplayName(typed) } catch {
      throw .misuse("A name has 1 to \(DisplayName.charactersMax) characters.")
    }
  }

  /// The signature says which Hub made it; only a person knows whether that is the one.
  private static func ask(
    _ name: DisplayName, _ manifest: ArchiveManifest, _ saidYes: Bool, _ console: any Console
  ) throws(ProgramFailure) {
    console.complain("An account of the Hub \(manifest.hub.fingerprint)")
    console.complain("  from \(ISOTime.text(ofMilliseconds: manifest.madeAtMilliseconds))")
    switch console.ask("Make \(name.text.printable) of it here?", saidYes: saidYes) {
    case .yes: return
    case .no: throw .failure("Nothing was changed.")
    case .notAsked: throw .misuse("Compare the Hub's key above, then say --yes.")
    }
  }

  /// The account's own, where this machine knows it.
  ///
  /// Another is no reason to leave somebody's records behind: zones are renamed, and days can be set anew.
  private static func timeZone(of imported: Imported) -> String {
    let zone = imported.account.timeZone
    return TimeZones().isKnown(zone) ? zone : TimeZones.utc
  }

  private static func add(
    _ imported: Imported, as name: DisplayName, in timeZone: String, _ path: String,
    _ data: DataFolder
  ) throws(ProgramFailure) -> Int {
    let account = NewAccount(
      id: imported.account.id, name: name, timeZone: timeZone,
      createdAtMilliseconds: imported.nowMilliseconds)
    // Brings the tables up to date first; what it made is closed with it.
    do { try HubDatabase.upgrade(path: data.databasePath) } catch {
      throw ProgramFailure(opening: data.databasePath, error)
    }
    do throws(ImportFailure) {
      return try HubDatabase.addAccount(
        path: data.databasePath, account, from: imported.source, refused: ImportFailure.refused)
    } catch {
      switch error {
      case .archive(let problem): throw ProgramFailure(reading: path, problem)
      case .refused(.isHere):
        throw .failure("This account is here already. Nothing was changed.")
      case .refused(.nameTaken):
        throw .failure(
          "Somebody here is called \"\(name.text.printable)\". Nothing was changed; say --name NAME."
        )
      case .refused(.actionTwice):
        throw .failure("\(path.printable) holds one action twice. Nothing was changed.")
      case .sqlite(let error): throw ProgramFailure(opening: data.databasePath, .sqlite(error))
      }
    }
  }
}

/// All of an account that an archive holds, checked as far as it can be before it is read.
private struct Imported {
  let account: ImportedAccount
  let nowMilliseconds: Int64
  private let actions: ImportedActions
  private let chain: ArchivedChain.Rows

  /// Throws ``ArchiveProblem/altered`` where the audit chain is not as its Hub wrote it.
  init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, nowMilliseconds: Int64
  ) throws(ArchiveProblem) {
    self.nowMilliseconds = nowMilliseconds
    account = try ImportedAccount(file, manifest)
    actions = ImportedActions(file, manifest, nowMilliseconds: nowMilliseconds)
    let chain = try ArchivedChain(file, manifest, of: account.id)
    guard try chain.verify().verdict == .intact else { throw .altered }
    self.chain = chain.rows(ofKnownEventsOnly: true)
  }

  var source: AccountSource<ImportFailure> {
    AccountSource(
      records: { () throws(ImportFailure) in
        do throws(ArchiveProblem) { return try account.next() } catch { throw .archive(error) }
      },
      actions: { () throws(ImportFailure) in
        do throws(ArchiveProblem) { return try actions.next() } catch { throw .archive(error) }
      },
      chain: { () throws(ImportFailure) in
        do throws(ArchiveProblem) { return try chain.next() } catch { throw .archive(error) }
      })
  }
}

/// What can end an import; nothing was added then.
private enum ImportFailure: SQLiteFailing {
  case archive(ArchiveProblem)
  case refused(AddingRefusal)
  case sqlite(SQLiteError)

  init(sqlite: SQLiteError) { self = .sqlite(sqlite) }
}
