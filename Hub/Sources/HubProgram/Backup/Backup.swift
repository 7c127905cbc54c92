import Glibc
import HubArchive
import HubCore
import HubStorageSQLite
import ToolboxCrypto
import ToolboxSQLite

/// A copy of a whole Hub in one archive (docs/protocol/archives.md, "Backup").
struct Backup {
  static let databasePart = "hub.db"
  static let identityPart = "keys/identity"
  static let pepperPart = "keys/pepper"

  let data: DataFolder
  /// Without its keys a backup cannot be restored where they are not, and tells a thief less.
  let hasKeys: Bool
  let nowMilliseconds: Int64

  struct Written: Equatable {
    let bytes: Int64
    /// Whether the chain of each account tells of the backup.
    let isOnRecord: Bool
  }

  /// Writes the backup of the Hub in `data`, which may be running, and looks at what was written.
  ///
  /// Everything that the Hub answered before the call is in it. On throw there is no file.
  func write(to path: String) throws(ProgramFailure) -> Written {
    try data.findDatabase()
    let keys = try HubKeys.find(in: data)
    let file = try NewFile(path: path)
    let isOnRecord = noteBackup()
    try copyDatabase(to: file)
    do throws(ArchiveProblem) {
      let archive = try SignedArchiveWriter(
        .backup, descriptor: file.descriptor, hub: keys.identity,
        madeAtMilliseconds: nowMilliseconds)
      try archive.add(Self.databasePart, fileAt: file.scratchPath)
      if hasKeys {
        try archive.add(Self.identityPart, keys.identitySeed)
        try archive.add(Self.pepperPart, keys.pepperBytes)
      }
      try archive.finish()
      _ = try ArchiveFile(path: file.workPath).check(for: .backup)
    } catch { throw ProgramFailure(writing: path, error) }
    try file.finish()
    return Written(bytes: Int64(lseek(file.descriptor, 0, SEEK_END)), isOnRecord: isOnRecord)
  }

  /// Before the copy is made, so that it tells of itself.
  ///
  /// False where the Hub's disk takes nothing any more: then a copy elsewhere is needed all the more,
  /// and whatever else is the matter with the database is found by copying it.
  private func noteBackup() -> Bool {
    do throws(SQLiteError) {
      try HubDatabase.noteBackup(path: data.databasePath, at: nowMilliseconds)
      return true
    } catch { return false }
  }

  private func copyDatabase(to file: NewFile) throws(ProgramFailure) {
    do throws(SQLiteError) {
      try Database(path: data.databasePath, access: .readOnly).copy(to: file.scratchPath)
      try Database(path: file.scratchPath, access: .readOnly).quickCheck()
    } catch {
      switch error {
      case .diskFull: throw ProgramFailure(writing: file.path, .diskFull)
      case .inputOutput(let code):
        throw .failure(
          "The disk of \(file.path.printable), or the Hub's, fails (SQLite \(code)). Nothing was left "
            + "there.")
      case .damaged, .constraint, .busy, .readOnly, .cannotOpen, .foreignSchema:
        throw ProgramFailure(opening: data.databasePath, .sqlite(error))
      }
    }
  }
}

extension SignedArchiveWriter {
  /// Adds what the file holds; it does not change meanwhile.
  fileprivate func add(_ name: String, fileAt path: String) throws(ArchiveProblem) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unavailable(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unavailable(errno: errno) }
    try begin(name, byteCount: Int64(status.st_size))
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw .unavailable(errno: errno) }
      if count == 0 { return end() }
      try append(count == piece.count ? piece : Array(piece.prefix(count)))
    }
  }
}

extension ProgramFailure {
  /// Why an archive was not written; there is none.
  init(writing path: String, _ problem: ArchiveProblem) {
    switch problem {
    case .diskFull:
      self = .failure(
        "The disk of \(path.printable) is full. Nothing was left there; free some space.")
    case .unavailable(let code):
      self = .failure(
        "Cannot write \(path.printable): \(String(cString: strerror(code))). Nothing was left there."
      )
    case .storage(let code):
      self = .failure("The Hub's database did not answer (\(code)). Nothing was written.")
    case .notAnArchive, .newerFormat, .otherKind, .altered, .unacceptable:
      self = .failure(
        "What was written to \(path.printable) could not be read back (\(problem.code)), and was "
          + "thrown away. Look at the disk.")
    }
  }

  /// Why an archive is not taken; nothing was changed.
  init(reading path: String, _ problem: ArchiveProblem) {
    let file = path.printable
    let why =
      switch problem {
      case .diskFull: "The disk is full."
      case .unavailable(let code): "Cannot read \(file): \(String(cString: strerror(code)))."
      case .notAnArchive: "\(file) is no archive of a Hub, or not a whole one."
      case .newerFormat: "\(file) was made by a newer Hub. Update this program."
      case .otherKind:
        "\(file) is of the other kind: hub restore takes what hub backup made, hub import what hub "
          + "export made."
      case .altered: "\(file) is not as its Hub signed it: it was damaged or changed."
      case .unacceptable(let part, let line):
        "\(file) holds what this Hub does not take, in \(part.printable), line \(line). A newer Hub "
          + "may know it."
      case .storage(let code): "The Hub's database did not answer (\(code))."
      }
    self = .failure("\(why) Nothing was changed.")
  }
}
