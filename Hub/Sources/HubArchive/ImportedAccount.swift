import HubContracts
import HubCore
import ToolboxJSON

/// The account that an archive holds, and its records one after another; lives on one thread.
///
/// Everything is checked as if an app had sent it: nothing that a contract of this Hub does not take
/// gets in. Memory is bounded by a line.
public final class ImportedAccount {
  /// Cursors stay exact in every reader of JSON.
  static let cursorMax: Int64 = 1 << 53

  public let id: AccountID
  public let name: DisplayName
  public let timeZone: String

  private let lines: ArchiveLines
  private var domain: Domain?
  private var lastCursor = Cursor.start

  /// Reads who the account is from a checked archive.
  public init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest
  ) throws(ArchiveProblem) {
    let account = try Self.account(in: try file.parts(of: manifest))
    (id, name, timeZone) = account
    lines = ArchiveLines(file, manifest) { Self.recordPart($0) != nil }
  }

  /// The next record; nil after the last.
  public func next() throws(ArchiveProblem) -> Change? {
    guard let line = try lines.next() else { return nil }
    guard let name = Self.recordPart(line.part), let named = Domain(rawValue: name) else {
      throw line.problem
    }
    if domain != named { (domain, lastCursor) = (named, .start) }
    return try change(line, in: named)
  }

  /// The domain's name in `records/anchor-1.ndjson`; nil for a part of another kind.
  private static func recordPart(_ name: String) -> String? {
    let prefix = "\(AccountExport.recordFolder)/"
    guard name.hasPrefix(prefix), name.hasSuffix(".ndjson"), let dash = name.lastIndex(of: "-")
    else { return nil }
    return String(name[..<dash].dropFirst(prefix.count))
  }

  private func change(
    _ line: ArchiveLines.Line, in domain: Domain
  ) throws(ArchiveProblem) -> Change {
    let change: Change
    do { change = try Change.read(json: line.bytes, domain: domain) } catch { throw line.problem }
    guard change.cursor > lastCursor, change.cursor.number < Self.cursorMax,
      change.version.number <= change.cursor.number, Self.isAllowed(change)
    else { throw line.problem }
    lastCursor = change.cursor
    return change
  }

  /// Whether an app could have sent it.
  private static func isAllowed(_ change: Change) -> Bool {
    guard change.operation == .upsert else {
      return change.body == RecordBody.tombstone
        && ContractTable.allows(change.record, in: change.domain)
    }
    do throws(RecordRefusal) {
      let body = try RecordBody.read(change.body, domain: change.domain)
      let contract = ContractTable.contract(domain: change.domain, type: body.type)
      // What was stored once is in its one form.
      return body.canonical == change.body && contract?.allows(change.record) == true
    } catch { return false }
  }

  private static func account(
    in parts: ArchiveParts
  ) throws(ArchiveProblem) -> (AccountID, DisplayName, String) {
    while let part = try parts.next() {
      guard part.name == AccountExport.accountPart else {
        while try !parts.piece().isEmpty {}
        continue
      }
      let bytes = try parts.wholePart(bytesMax: 10_000)
      let problem = ArchiveProblem.unacceptable(part: part.name, line: 1)
      let node: JSONNode
      do { node = try JSONNode.parse(bytes) } catch { throw problem }
      guard case .string(let id) = node["id"]?.value, let id = AccountID(id),
        case .string(let name) = node["name"]?.value,
        case .string(let zone) = node["timeZone"]?.value, zone.utf8.count <= 64
      else { throw problem }
      do { return (id, try DisplayName(name), zone) } catch { throw problem }
    }
    throw .notAnArchive
  }
}
