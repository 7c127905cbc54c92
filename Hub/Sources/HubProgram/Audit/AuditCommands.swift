import Foundation
import HubArchive
import HubContracts
import HubCore
import HubStorageSQLite
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxJSON
import ToolboxSQLite

/// `hub audit verify`: whether the audit chains are what they were.
enum AuditCommands {
  static let account = OptionalArgument(
    "account", .text.named("ACCOUNT"), "What the account is called; without it, all are verified.")
  static let against = Option(
    "against", .file, "A signed checkpoint of this account that was kept elsewhere.")
  static let archive = Option(
    "archive", .file, "Verify the chain in a file that hub export wrote; no Hub is needed.")

  static let details = """
    Reads every entry, and compares it with what was signed. A running Hub goes on meanwhile.

    Ends with 0 where all is intact, 3 where something was altered, 4 where entries are missing, and \
    5 where a chain is another than the Hub has signed (forked). The worst is told: altered, then \
    forked, then missing. 1 means that it could not be verified.
    """

  /// An account and what came of it.
  private struct Verified {
    var name: String
    var report: AuditReport
  }

  static func verify(
    _ name: String?, against path: String?, _ data: DataFolder
  ) async throws(ProgramFailure) -> VerbAnswer {
    try data.findDatabase()
    let keys = try HubKeys.load(from: data, random: SystemRandom())
    let database: HubDatabase
    do throws(Schema.Failure) {
      database = try HubDatabase.open(path: data.databasePath, readers: 1)
    } catch { throw ProgramFailure(opening: data.databasePath, error) }
    let audit = AuditService(
      storage: database, identity: keys.identity, clock: SystemWallClock())
    let checkpoint = try path.map { (path) throws(ProgramFailure) in try read(path) }
    let accounts = try await accounts(named: name, of: checkpoint, in: database, audit)
    var verified: [Verified] = []
    for account in accounts {
      let others = checkpoint.map { $0.checkpoint.account == account.id ? [$0] : [] } ?? []
      let report = try await AccountCommands.answer { () async throws(StorageError) in
        try await audit.verify(account.number, named: account.id, against: others)
      }
      verified.append(Verified(name: account.name, report: report))
    }
    return answer(verified)
  }

  /// Verifies the chain in the archive of an account, against the checkpoint in it and the one that
  /// was kept elsewhere.
  static func verify(
    archive path: String, against kept: String?
  ) throws(ProgramFailure) -> VerbAnswer {
    let signed = try kept.map { (path) throws(ProgramFailure) in try read(path) }
    let (hub, account, chain) = try open(archive: path)
    guard chain.checkpoint != nil else {
      throw .failure("\(path.printable) holds no signed chain. Nothing was verified.")
    }
    if let signed {
      guard signed.isSigned(by: hub), signed.checkpoint.account == account.id else {
        throw .failure(
          "The checkpoint is not signed by the archive's Hub, or is another account's. Nothing was "
            + "verified.")
      }
    }
    let report: AuditReport
    do throws(ArchiveProblem) {
      report = try chain.verify(against: signed.map { [$0] } ?? [])
    } catch {
      throw ProgramFailure(reading: path, error)
    }
    return answer(
      [Verified(name: account.name.text, report: report)],
      above: ["An archive of the Hub \(hub.fingerprint)"])
  }

  private static func open(
    archive path: String
  ) throws(ProgramFailure) -> (VerifyingKey, ImportedAccount, ArchivedChain) {
    do throws(ArchiveProblem) {
      let file = try ArchiveFile(path: path)
      let manifest = try file.check(for: .account)
      let account = try ImportedAccount(file, manifest)
      return (manifest.hub, account, try ArchivedChain(file, manifest, of: account.id))
    } catch { throw ProgramFailure(reading: path, error) }
  }

  private static func answer(_ verified: [Verified], above: [String] = []) -> VerbAnswer {
    let lines = verified.flatMap(lines(for:))
    return VerbAnswer(
      above + (lines.isEmpty ? ["Nobody has an account yet. There is nothing to verify."] : lines),
      status: status(of: verified.map(\.report.verdict))
    ) { json in write(verified, to: &json) }
  }

  /// The accounts that are asked for; with a checkpoint and no name, the one that it is of.
  private static func accounts(
    named name: String?, of signed: SignedCheckpoint?, in database: HubDatabase,
    _ audit: AuditService
  ) async throws(ProgramFailure) -> [Account] {
    let desk = AccountDesk(storage: database, clock: SystemWallClock(), random: SystemRandom())
    var accounts: [Account]
    if let name {
      let found = try await AccountCommands.answer { () async throws(StorageError) in
        try await desk.account(named: name)
      }
      guard let found else {
        throw .failure("No account is called \"\(name.printable)\". See: hub accounts list")
      }
      accounts = [found.account]
    } else {
      accounts = try await AccountCommands.answer { () async throws(StorageError) in
        try await desk.accounts()
      }.map(\.account)
    }
    guard let signed else { return accounts }
    accounts = accounts.filter { $0.id == signed.checkpoint.account }
    guard let account = accounts.first, audit.isOurs(signed, of: account.id) else {
      throw .failure(
        "The checkpoint is not signed by this Hub, or is another account's. Nothing was verified.")
    }
    return accounts
  }

  private static func read(_ path: String) throws(ProgramFailure) -> SignedCheckpoint {
    let bytes: [UInt8]
    do { bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
      throw .failure("\(path.printable) cannot be read. Nothing was verified.")
    }
    guard let signed = SignedCheckpoint(note: bytes) else {
      throw .failure("\(path.printable) is no checkpoint. Nothing was verified.")
    }
    return signed
  }

  static func status(of verdicts: [AuditReport.Verdict]) -> ExitStatus {
    if verdicts.contains(.altered) { return ExitStatus(3) }
    if verdicts.contains(.forked) { return ExitStatus(5) }
    if verdicts.contains(.missing) { return ExitStatus(4) }
    return .done
  }

  // MARK: - Words

  private static func lines(for verified: Verified) -> [String] {
    let report = verified.report
    let erased = report.erased > 0 ? ", \(report.erased) of them erased by retention" : ""
    let signed =
      switch report.signed {
      case report.size: ""
      case 0: ", none of them signed yet"
      default: ", signed up to \(report.signed)"
      }
    let lost = report.lostByRestore.map {
      ["  entries \($0.lowerBound) to \($0.upperBound) went with a restore of the Hub"]
    }
    return [
      "\(verified.name.printable): \(report.verdict.rawValue), \(report.size) entries\(erased)\(signed)"
    ] + (lost ?? []) + report.findings.map { "  \(words(for: $0))" }
  }

  private static func words(for finding: AuditFinding) -> String {
    switch finding {
    case .altered(let number): "entry \(number) was altered"
    case .missing(let numbers) where numbers.count == 1: "entry \(numbers.lowerBound) is missing"
    case .missing(let numbers):
      "entries \(numbers.lowerBound) to \(numbers.upperBound) are missing"
    case .contentMissing(let number): "the content of entry \(number) is missing"
    case .forked(let size):
      "the chain of \(size) entries is not the one that the Hub has signed"
    case .checkpointAltered: "the kept checkpoint is not one that the Hub has signed"
    }
  }

  private static func write(_ verified: [Verified], to json: inout JSONWriter) {
    json.array(verified) { json, each in
      json.object { json in
        json.member("account", each.name)
        json.member("verdict", each.report.verdict.rawValue)
        json.member("entries", each.report.size)
        json.member("erased", each.report.erased)
        json.member("signed", each.report.signed)
        if let lost = each.report.lostByRestore {
          json.member("lostFrom", lost.lowerBound)
          json.member("lostTo", lost.upperBound)
        }
        json.member("findings") { json in
          json.array(each.report.findings) { json, finding in write(finding, to: &json) }
        }
      }
    }
  }

  private static func write(_ finding: AuditFinding, to json: inout JSONWriter) {
    let (kind, numbers): (String, ClosedRange<Int64>?) =
      switch finding {
      case .altered(let number): ("altered", number...number)
      case .missing(let numbers): ("missing", numbers)
      case .contentMissing(let number): ("content_missing", number...number)
      case .forked(let size): ("forked", size...size)
      case .checkpointAltered: ("checkpoint_altered", nil)
      }
    json.object { json in
      json.member("kind", kind)
      if let numbers {
        json.member("from", numbers.lowerBound)
        json.member("to", numbers.upperBound)
      }
    }
  }
}
