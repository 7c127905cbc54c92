import CArchive
import Glibc

/// Writes a tar archive (POSIX pax) of plain files, one after another; lives on one thread.
///
/// The same files give the same bytes: no owner and one time are written. Nothing is compressed.
public final class TarWriter {
  private let archive: OpaquePointer
  private var remaining: Int64 = 0

  /// Writes to `descriptor`, which stays the caller's; `seconds` since 1970 is every entry's time.
  public init(descriptor: Int32, seconds: Int64) throws(ArchiveFailure) {
    self.seconds = seconds
    archive = archive_write_new()
    archive_write_set_format_pax_restricted(archive)
    guard archive_write_open_fd(archive, descriptor) == ARCHIVE_OK else {
      throw Self.failure(archive)
    }
  }

  private let seconds: Int64

  deinit { archive_write_free(archive) }

  /// Adds a whole file.
  ///
  /// - Precondition: `name` keeps ``TarName/isSafe(_:)``.
  public func add(_ name: String, _ bytes: [UInt8]) throws(ArchiveFailure) {
    try begin(name, byteCount: Int64(bytes.count))
    try append(bytes)
  }

  /// Begins a file of exactly `byteCount` bytes, which ``append(_:)`` brings.
  ///
  /// - Precondition: the file before it is complete, and `name` keeps ``TarName/isSafe(_:)``.
  public func begin(_ name: String, byteCount: Int64) throws(ArchiveFailure) {
    precondition(remaining == 0 && TarName.isSafe(name), "an entry that no reader would take")
    let entry = archive_entry_new()
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname(entry, name)
    archive_entry_set_size(entry, byteCount)
    archive_entry_set_filetype(entry, S_IFREG)
    archive_entry_set_perm(entry, 0o600)
    archive_entry_set_mtime(entry, Int(seconds), 0)
    try check(archive_write_header(archive, entry))
    remaining = byteCount
  }

  /// - Precondition: not more bytes than the file was begun with.
  public func append(_ bytes: [UInt8]) throws(ArchiveFailure) {
    precondition(Int64(bytes.count) <= remaining, "more bytes than were announced")
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        archive_write_data(
          archive, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      guard written > 0 else { throw Self.failure(archive) }
      start += written
    }
    remaining -= Int64(bytes.count)
  }

  /// Writes the end; on return every byte was handed to the system, which need not be on disk.
  public func finish() throws(ArchiveFailure) {
    precondition(remaining == 0, "the last file is not complete")
    try check(archive_write_close(archive))
  }

  private func check(_ result: Int32) throws(ArchiveFailure) {
    guard result == ARCHIVE_OK else { throw Self.failure(archive) }
  }

  private static func failure(_ archive: OpaquePointer) -> ArchiveFailure {
    let code = archive_errno(archive)
    return code == ENOSPC || code == EDQUOT ? .diskFull : .unavailable(errno: code)
  }
}
