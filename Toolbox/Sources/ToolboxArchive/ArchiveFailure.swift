import CArchive
import Glibc

/// Why an archive could not be written or read.
public enum ArchiveFailure: Error, Equatable, Sendable {
  /// The disk is full. What was begun is no archive; free space and begin again.
  case diskFull
  /// The file cannot be read or written; `errno` says why.
  case unavailable(errno: Int32)
  /// The bytes are no archive as we write them. They never will be one.
  case malformed
  /// An entry or the whole is larger than the reader was told to take.
  case tooLarge

  public var code: String {
    switch self {
    case .diskFull: "archive.disk_full"
    case .unavailable: "archive.unavailable"
    case .malformed: "archive.malformed"
    case .tooLarge: "archive.too_large"
    }
  }

  /// What libarchive's last call on `archive` failed with; bytes that it cannot read have no errno of
  /// the system, so they are malformed.
  init(of archive: OpaquePointer) {
    switch archive_errno(archive) {
    case ENOSPC, EDQUOT: self = .diskFull
    case EIO: self = .unavailable(errno: EIO)
    default: self = .malformed
    }
  }
}
