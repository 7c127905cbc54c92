import ToolboxArchive

/// Why an archive of a Hub was not made or is not taken.
///
/// After any of these nothing was changed by it, and what was being made is thrown away.
public enum ArchiveProblem: Error, Equatable, Sendable {
  /// The disk is full. Free space; the same call may then succeed.
  case diskFull
  /// The file cannot be read or written; `errno` says why.
  case unavailable(errno: Int32)
  /// It is no archive of a Hub, or one that is not whole. Take another copy.
  case notAnArchive
  /// A newer Hub made it. Update this program.
  case newerFormat
  /// It is an archive of a Hub, of the other kind: a backup where an account is wanted, or the reverse.
  case otherKind
  /// What it holds is not what was signed: it was damaged or changed. Take another copy.
  case altered
  /// Its bytes are as signed, but this Hub cannot take what this part says.
  case unacceptable(part: String, line: Int)
  /// The Hub's storage did not answer.
  case storage(code: String)

  public var code: String {
    switch self {
    case .diskFull: "archive.disk_full"
    case .unavailable: "archive.unavailable"
    case .notAnArchive: "archive.not_an_archive"
    case .newerFormat: "archive.newer_format"
    case .otherKind: "archive.other_kind"
    case .altered: "archive.altered"
    case .unacceptable: "archive.unacceptable"
    case .storage: "archive.storage"
    }
  }

  init(_ failure: ArchiveFailure) {
    switch failure {
    case .diskFull: self = .diskFull
    case .unavailable(let errno): self = .unavailable(errno: errno)
    case .malformed, .tooLarge: self = .notAnArchive
    }
  }
}
