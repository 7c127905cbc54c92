import HubCore
import ToolboxArchive
import ToolboxCrypto

/// Writes an archive of a Hub in one pass: parts, then what they add up to, then the signature.
///
/// Lives on one thread; memory is bounded by the pieces that it is given.
public final class SignedArchiveWriter {
  private let tar: TarWriter
  private let kind: ArchiveManifest.Kind
  private let hub: HubIdentity
  private let madeAtMilliseconds: Int64
  private var parts: [ArchiveManifest.Part] = []
  private var current: (name: String, byteCount: Int64, hash: SHA256Stream)?

  /// Writes to `descriptor`, which stays the caller's.
  public init(
    _ kind: ArchiveManifest.Kind, descriptor: Int32, hub: HubIdentity, madeAtMilliseconds: Int64
  ) throws(ArchiveProblem) {
    self.kind = kind
    self.hub = hub
    self.madeAtMilliseconds = madeAtMilliseconds
    do { tar = try TarWriter(descriptor: descriptor, seconds: madeAtMilliseconds / 1_000) } catch {
      throw ArchiveProblem(error)
    }
  }

  /// Adds a whole part.
  public func add(_ name: String, _ bytes: [UInt8]) throws(ArchiveProblem) {
    try begin(name, byteCount: Int64(bytes.count))
    try append(bytes)
    end()
  }

  /// Begins a part of exactly `byteCount` bytes, which ``append(_:)`` brings and ``end()`` closes.
  public func begin(_ name: String, byteCount: Int64) throws(ArchiveProblem) {
    precondition(current == nil, "the last part was not ended")
    guard parts.count < ArchiveManifest.partsMax else { throw .notAnArchive }
    do { try tar.begin(name, byteCount: byteCount) } catch { throw ArchiveProblem(error) }
    current = (name, byteCount, SHA256Stream())
  }

  public func append(_ bytes: [UInt8]) throws(ArchiveProblem) {
    guard let current else { preconditionFailure("no part was begun") }
    do { try tar.append(bytes) } catch { throw ArchiveProblem(error) }
    current.hash.add(bytes)
  }

  public func end() {
    guard let ended = current else { preconditionFailure("no part was begun") }
    parts.append(
      ArchiveManifest.Part(
        name: ended.name, byteCount: ended.byteCount, sha256: ended.hash.finish()))
    current = nil
  }

  /// Signs what was added, and returns when all of it was handed to the system.
  public func finish() throws(ArchiveProblem) {
    let manifest = ArchiveManifest(
      kind: kind, madeAtMilliseconds: madeAtMilliseconds, hub: hub.verifyingKey, parts: parts)
    let json = manifest.json
    do throws(ArchiveFailure) {
      try tar.add(ArchiveManifest.name, json)
      try tar.add(ArchiveManifest.signatureName, Array(hub.signature(over: json).utf8))
      try tar.finish()
    } catch { throw ArchiveProblem(error) }
  }
}
