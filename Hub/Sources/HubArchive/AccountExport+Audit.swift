import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxJSON

extension AccountExport {
  static let auditFolder = "audit"
  static let checkpointPart = "audit/checkpoint.txt"

  /// Adds the chain as it is now, and the newest checkpoint, which may be a minute older.
  func addAudit(to archive: SignedArchiveWriter) async throws(ArchiveProblem) {
    guard let (checkpoint, size) = try await auditStanding() else { return }
    try archive.add(Self.checkpointPart, checkpoint.note)
    var lines = PartedLines("\(Self.auditFolder)/entries", in: archive)
    var last: Int64 = 0
    while last < size {
      let rows = try await auditRows(after: last, upTo: size)
      // Entries that are missing are not waited for; verifying tells them.
      guard let newest = rows.last else { break }
      for row in rows { try lines.add(row.archived) }
      last = newest.number
    }
    try lines.finish()
  }

  /// Nil where nothing ever happened to the account.
  private func auditStanding() async throws(ArchiveProblem) -> (SignedCheckpoint, Int64)? {
    do throws(StorageError) {
      guard let checkpoint = try await audit.checkpoint(of: account.number, named: account.id),
        let head = try await storage.auditStanding(of: account.number).head
      else { return nil }
      return (checkpoint, head.size)
    } catch { throw .storage(code: error.code) }
  }

  private func auditRows(
    after last: Int64, upTo size: Int64
  ) async throws(ArchiveProblem) -> [AuditRow] {
    do throws(StorageError) {
      return try await storage.auditRows(
        after: last, upTo: size, limit: Self.pageCount, of: account.number)
    } catch { throw .storage(code: error.code) }
  }
}

extension AuditRow {
  /// A row as a line of an archive (docs/protocol/archives.md, "Account").
  fileprivate var archived: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("number", number)
        json.member("commitment", Base64URL.encode(commitment))
        json.member("link", Base64URL.encode(link))
        json.member("erased", isErased)
        if let content {
          json.member("salt", Base64URL.encode(content.salt))
          // Byte for byte what the commitment was made of.
          json.member("content", Base64URL.encode(content.bytes))
        }
      }
    }
  }

  /// Nil for a line that is none.
  init?(archived bytes: [UInt8]) {
    let node: JSONNode
    do { node = try JSONNode.parse(bytes) } catch { return nil }
    guard case .integer(let number) = node["number"]?.value, number > 0,
      case .bool(let isErased) = node["erased"]?.value,
      let commitment = node.bytes("commitment"), commitment.count == AuditChain.hashBytes,
      let link = node.bytes("link"), link.count == AuditChain.hashBytes
    else { return nil }
    var content: Content?
    if let salt = node.bytes("salt"), let bytes = node.bytes("content") {
      guard salt.count == AuditChain.saltBytes else { return nil }
      content = Content(salt: salt, bytes: bytes)
    }
    self.init(
      number: number, commitment: commitment, link: link, isErased: isErased, content: content)
  }
}

extension JSONNode {
  fileprivate func bytes(_ key: String) -> [UInt8]? {
    guard case .string(let text) = self[key]?.value else { return nil }
    return Base64URL.decode(text)
  }
}
