import CArchive
import Glibc

/// One file of an archive.
public struct TarEntry: Sendable, Equatable {
  public let name: String
  public let byteCount: Int64
}

/// Reads a tar archive that somebody hands us; lives on one thread.
///
/// Takes plain files with safe names only (``TarName/isSafe(_:)``), each name once. Nothing that
/// unpacks to more than its own size is taken: no compression and no holes. Memory is bounded by one
/// piece.
public final class TarReader {
  public struct Limits: Sendable {
    public var entriesMax: Int
    /// Of all files together.
    public var bytesMax: Int64

    public init(entriesMax: Int, bytesMax: Int64) {
      self.entriesMax = entriesMax
      self.bytesMax = bytesMax
    }
  }

  static let pieceBytesMax = 65_536

  private let archive: OpaquePointer
  private let limits: Limits
  private var names: Set<String> = []
  private var bytes: Int64 = 0
  private var remaining: Int64 = 0

  /// Reads from where `descriptor` stands, which stays the caller's.
  public init(descriptor: Int32, limits: Limits) throws(ArchiveFailure) {
    self.limits = limits
    archive = archive_read_new()
    archive_read_support_format_tar(archive)
    guard archive_read_open_fd(archive, descriptor, 65_536) == ARCHIVE_OK else {
      throw ArchiveFailure(of: archive)
    }
  }

  deinit { archive_read_free(archive) }

  /// The next file, of which ``piece()`` gives the bytes; nil at the end.
  public func next() throws(ArchiveFailure) -> TarEntry? {
    var header: OpaquePointer?
    switch archive_read_next_header(archive, &header) {
    case ARCHIVE_OK: break
    case ARCHIVE_EOF: return nil
    default: throw ArchiveFailure(of: archive)
    }
    guard let header, let pathname = archive_entry_pathname(header) else { throw .malformed }
    let name = String(cString: pathname)
    guard archive_entry_filetype(header) == S_IFREG, archive_entry_hardlink(header) == nil,
      archive_entry_symlink(header) == nil, archive_entry_sparse_count(header) == 0,
      TarName.isSafe(name), names.insert(name).inserted
    else { throw .malformed }
    let byteCount = archive_entry_size(header)
    guard byteCount >= 0 else { throw .malformed }
    guard names.count <= limits.entriesMax, byteCount <= limits.bytesMax - bytes else {
      throw .tooLarge
    }
    bytes += byteCount
    remaining = byteCount
    return TarEntry(name: name, byteCount: byteCount)
  }

  /// The next bytes of the file, at most 64 KiB; none at its end.
  public func piece() throws(ArchiveFailure) -> [UInt8] {
    guard remaining > 0 else { return [] }
    let wanted = Int(min(remaining, Int64(Self.pieceBytesMax)))
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      count = archive_read_data(archive, buffer.baseAddress, wanted)
      filled = max(0, count)
    }
    guard count >= 0 else { throw ArchiveFailure(of: archive) }
    // The file ends before its announced size.
    guard count > 0 else { throw .malformed }
    remaining -= Int64(count)
    return piece
  }

  /// All bytes of the file that is being read; throws ``ArchiveFailure/tooLarge`` above `bytesMax`.
  public func wholeFile(bytesMax: Int) throws(ArchiveFailure) -> [UInt8] {
    guard remaining <= Int64(bytesMax) else { throw .tooLarge }
    var whole: [UInt8] = []
    while true {
      let piece = try piece()
      if piece.isEmpty { return whole }
      whole += piece
    }
  }
}
