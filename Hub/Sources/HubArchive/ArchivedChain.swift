import HubContracts
import HubCore
import ToolboxCrypto

/// The audit chain in the archive of an account.
public struct ArchivedChain {
  private let file: ArchiveFile
  private let manifest: ArchiveManifest
  /// The newest checkpoint that the Hub had signed; nil where the chain is empty, and for an archive
  /// of a Hub that put no chains into it.
  public let checkpoint: SignedCheckpoint?

  /// Reads the checkpoint; throws ``ArchiveProblem/altered`` for one that the archive's Hub has not
  /// signed, or that is another account's.
  public init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, of account: AccountID
  ) throws(ArchiveProblem) {
    self.file = file
    self.manifest = manifest
    let parts = try file.parts(of: manifest)
    var found: SignedCheckpoint?
    while let part = try parts.next() {
      guard part.name == AccountExport.checkpointPart else {
        while try !parts.piece().isEmpty {}
        continue
      }
      let note = try parts.wholePart(bytesMax: SignedCheckpoint.bytesMax)
      guard let signed = SignedCheckpoint(note: note), signed.isSigned(by: manifest.hub),
        signed.checkpoint.account == account
      else { throw .altered }
      found = signed
    }
    checkpoint = found
  }

  /// Its entries one after another; lives on one thread.
  ///
  /// - `ofKnownEventsOnly`: whether contents that are no event this Hub knows are refused.
  public func rows(ofKnownEventsOnly: Bool) -> Rows {
    let prefix = "\(AccountExport.auditFolder)/entries-"
    return Rows(
      ArchiveLines(file, manifest) { $0.hasPrefix(prefix) },
      ofKnownEventsOnly: ofKnownEventsOnly)
  }

  public final class Rows {
    private let lines: ArchiveLines
    private let ofKnownEventsOnly: Bool
    private var last: Int64 = 0

    fileprivate init(_ lines: ArchiveLines, ofKnownEventsOnly: Bool) {
      self.lines = lines
      self.ofKnownEventsOnly = ofKnownEventsOnly
    }

    /// The next, with a greater number than the one before; nil after the last.
    public func next() throws(ArchiveProblem) -> AuditRow? {
      guard let line = try lines.next() else { return nil }
      guard let row = AuditRow(archived: line.bytes), row.number > last,
        !ofKnownEventsOnly || row.content?.isKnown ?? true
      else { throw line.problem }
      last = row.number
      return row
    }
  }

  /// Reads the whole chain, and says what is wrong with it, also against its checkpoint and `others`,
  /// which its Hub has signed.
  public func verify(against others: [SignedCheckpoint] = []) throws(ArchiveProblem) -> AuditReport
  {
    let rows = rows(ofKnownEventsOnly: false)
    let checkpoints = (checkpoint.map { [$0] } ?? []) + others
    var verifier = AuditVerifier(against: checkpoints.map(\.checkpoint))
    var end: AuditRow?
    while let row = try rows.next() {
      verifier.take(row)
      end = row
    }
    let head = end.flatMap { end in
      checkpoint.map { AuditHead(size: end.number, link: end.link, epochs: $0.checkpoint.epochs) }
    }
    var report = verifier.finish(head: head)
    report.signed = checkpoint?.checkpoint.size ?? 0
    return report
  }
}

extension AuditRow.Content {
  /// An event with a free member could carry anything into a Hub; none that a Hub writes is larger.
  private static let eventBytesMax = 1_000

  fileprivate var isKnown: Bool {
    bytes.count <= Self.eventBytesMax && AuditEvent(json: bytes) != nil
  }
}
