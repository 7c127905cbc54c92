import HubContracts
import HubCore
import ToolboxJSON

/// The account that an archive holds, and its records one after another; lives on one thread.
///
/// Everything is checked as if an app had sent it: nothing that a contract of this Hub does not take
/// gets in. Memory is bounded by a line.
public final class ImportedAccount {
  static let lineBytesMax = 1_000_000
  /// Cursors stay exact in every reader of JSON.
  static let cursorMax: Int64 = 1 << 53

  public let id: AccountID
  public let name: DisplayName
  public let timeZone: String

  private let parts: ArchiveParts
  private var part: (name: String, domain: Domain)?
  private var line = 0
  private var buffer: [UInt8] = []
  private var start = 0
  private var isPartAtEnd = true
  private var lastCursor = Cursor.start

  /// Reads who the account is from a checked archive.
  public init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest
  ) throws(ArchiveProblem) {
    let account = try Self.account(in: try file.parts(of: manifest))
    (id, name, timeZone) = account
    parts = try file.parts(of: manifest)
  }

  /// The next record; nil after the last.
  public func next() throws(ArchiveProblem) -> Change? {
    while true {
      if let part {
        if let bytes = try nextLine(of: part.name) { return try change(bytes, in: part) }
        self.part = nil
      }
      guard let next = try parts.next() else { return nil }
      try begin(next)
    }
  }

  private func begin(_ next: ArchiveManifest.Part) throws(ArchiveProblem) {
    guard let name = Self.recordPart(next.name) else {
      while try !parts.piece().isEmpty {}
      return
    }
    guard let domain = Domain(rawValue: name) else {
      throw .unacceptable(part: next.name, line: 1)
    }
    if part?.domain != domain { lastCursor = .start }
    part = (next.name, domain)
    (line, buffer, start, isPartAtEnd) = (0, [], 0, false)
  }

  /// The domain's name in `records/anchor-1.ndjson`; nil for a part of another kind.
  private static func recordPart(_ name: String) -> String? {
    let prefix = "\(AccountExport.recordFolder)/"
    guard name.hasPrefix(prefix), name.hasSuffix(".ndjson"), let dash = name.lastIndex(of: "-")
    else { return nil }
    return String(name[..<dash].dropFirst(prefix.count))
  }

  private func nextLine(of name: String) throws(ArchiveProblem) -> [UInt8]? {
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        line += 1
        return Array(buffer[start..<end])
      }
      buffer.removeFirst(start)
      start = 0
      guard buffer.count <= Self.lineBytesMax else {
        throw .unacceptable(part: name, line: line + 1)
      }
      let piece = isPartAtEnd ? [] : try parts.piece()
      if piece.isEmpty {
        isPartAtEnd = true
        // Each line has an end.
        guard buffer.isEmpty else { throw .unacceptable(part: name, line: line + 1) }
        return nil
      }
      buffer += piece
    }
  }

  private func change(
    _ bytes: [UInt8], in part: (name: String, domain: Domain)
  ) throws(ArchiveProblem) -> Change {
    let problem = ArchiveProblem.unacceptable(part: part.name, line: line)
    let change: Change
    do { change = try Change.read(json: bytes, domain: part.domain) } catch { throw problem }
    guard change.cursor > lastCursor, change.cursor.number < Self.cursorMax,
      change.version.number <= change.cursor.number, Self.isAllowed(change)
    else { throw problem }
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
