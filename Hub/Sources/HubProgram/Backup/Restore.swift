import Glibc
import HubArchive
import HubContracts
import HubCore
import HubStorageSQLite
import ToolboxCrypto
import ToolboxSQLite

/// Puts a Hub back from a backup.
///
/// The order is what makes it safe to be interrupted:
/// 1. The archive is looked at to its last byte, and unpacked beside the data; nothing is changed.
/// 2. The unpacked database gets its new epoch.
/// 3. What is in the folder gets second names in `replaced-…`.
/// 4. A mark is left, with which no Hub starts; the new files take their places; the mark goes.
struct Restore {
  let data: DataFolder
  let nowMilliseconds: Int64

  struct Outcome: Equatable {
    let epoch: Epoch
    let madeAtMilliseconds: Int64
    /// Where what was here before is now; nil where there was nothing.
    let replaced: String?
  }

  func run(_ path: String) async throws(ProgramFailure) -> Outcome {
    let file: ArchiveFile
    let manifest: ArchiveManifest
    do throws(ArchiveProblem) {
      file = try ArchiveFile(path: path)
      manifest = try file.check(for: .backup)
    } catch { throw ProgramFailure(reading: path, error) }
    let lock = try data.lock()
    defer { lock.release() }
    let keys = try RestoredKeys(file, manifest, data, path: path)
    let staging = try RestoreStaging(in: data)
    try staging.unpack(file, manifest, path: path)
    let epoch = try await beginEpoch(staging)
    let replaced = try keepAside()
    try data.markRestore()
    try keys.write(to: data)
    try staging.putInPlace()
    try data.unmarkRestore()
    return Outcome(
      epoch: epoch, madeAtMilliseconds: manifest.madeAtMilliseconds, replaced: replaced)
  }

  private func beginEpoch(_ staging: RestoreStaging) async throws(ProgramFailure) -> Epoch {
    // A file that cannot be read says no epoch; that of the restore is a second, and above it then too.
    let old = HubDatabase.storedEpoch(path: data.databasePath)
    do {
      let epoch = try await HubDatabase.beginNewEpoch(
        path: staging.databasePath, replacing: old, nowMilliseconds: nowMilliseconds)
      try HubDatabase.settle(path: staging.databasePath)
      return epoch
    } catch { throw ProgramFailure(opening: staging.databasePath, error) }
  }

  /// Gives what is in the folder second names; nothing is moved yet.
  private func keepAside() throws(ProgramFailure) -> String? {
    guard data.hasDatabase else { return nil }
    // Moves the log into the file where that is possible; else the log is kept beside it.
    HubDatabase.foldLog(path: data.databasePath)
    let folder = try data.makeReplacedFolder(at: nowMilliseconds)
    for (path, name) in [
      (data.databasePath, "hub.db"), ("\(data.databasePath)-wal", "hub.db-wal"),
      (data.identityKeyPath, "identity"), (data.pepperPath, "pepper"),
    ] {
      guard link(path, "\(folder)/\(name)") == 0 || errno == ENOENT else {
        throw .failure(
          "Cannot keep \(path.printable) aside: \(String(cString: strerror(errno))). "
            + "Nothing was changed.")
      }
    }
    try FolderSync.sync(folder)
    return folder
  }
}

/// The keys that the Hub has after a restore.
struct RestoredKeys {
  /// Nil where the backup holds none; then those of the folder stay.
  private let found: (identity: [UInt8], pepper: [UInt8])?

  /// Reads the keys and refuses those of another Hub than the folder's.
  init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, _ data: DataFolder, path: String
  ) throws(ProgramFailure) {
    var keys: [String: [UInt8]] = [:]
    do throws(ArchiveProblem) {
      let parts = try file.parts(of: manifest)
      while let part = try parts.next() {
        if part.name == Backup.databasePart {
          while try !parts.piece().isEmpty {}
        } else {
          keys[part.name] = try parts.wholePart(bytesMax: SigningKey.seedByteCount)
        }
      }
    } catch { throw ProgramFailure(reading: path, error) }
    let here = try HubKeys.findIdentity(in: data)
    if let here, here.verifyingKey != manifest.hub {
      throw .failure(
        "\(data.path.printable) is the folder of another Hub (\(here.fingerprint)); this is a backup "
          + "of \(manifest.hub.fingerprint). Nothing was changed. Say --data DIR.")
    }
    guard let identity = keys[Backup.identityPart], let pepper = keys[Backup.pepperPart] else {
      guard here != nil else {
        throw .failure(
          "This backup was made without the Hub's keys. Nothing was changed. Put identity and pepper "
            + "into \(data.path.printable)/keys first.")
      }
      found = nil
      return
    }
    guard SigningKey(seed: identity)?.publicKey == manifest.hub,
      pepper.count == SigningKey.seedByteCount
    else { throw ProgramFailure(reading: path, .altered) }
    found = (identity, pepper)
  }

  func write(to data: DataFolder) throws(ProgramFailure) {
    guard let found else { return }
    try HubKeys.write(found.identity, to: data.identityKeyPath)
    try HubKeys.write(found.pepper, to: data.pepperPath)
  }
}

/// A backup's database, unpacked beside the data; removed with this value.
final class RestoreStaging {
  private let data: DataFolder
  private let folder: String

  var databasePath: String { "\(folder)/hub.db" }

  init(in data: DataFolder) throws(ProgramFailure) {
    self.data = data
    var template = Array("\(data.path)/restoring-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.unusable(data.path) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for end in ["", "-wal", "-shm", "-journal"] { unlink(databasePath + end) }
    rmdir(folder)
  }

  /// Writes the database and looks through all of it.
  func unpack(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, path: String
  ) throws(ProgramFailure) {
    do throws(ArchiveProblem) {
      let parts = try file.parts(of: manifest)
      guard let first = try parts.next(), first.name == Backup.databasePart else {
        throw ArchiveProblem.notAnArchive
      }
      let descriptor = open(
        databasePath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .unavailable(errno: errno) }
      defer { close(descriptor) }
      while true {
        let piece = try parts.piece()
        if piece.isEmpty { break }
        guard write(descriptor, piece, piece.count) == piece.count else {
          throw errno == ENOSPC ? .diskFull : .unavailable(errno: errno)
        }
      }
      guard fsync(descriptor) == 0 else { throw .unavailable(errno: errno) }
    } catch { throw ProgramFailure(reading: path, error) }
    do throws(SQLiteError) { try Database(path: databasePath).quickCheck() } catch {
      throw ProgramFailure(opening: databasePath, .sqlite(error))
    }
  }

  /// Puts the database in the place of the old one; a log of the old one must not meet it.
  func putInPlace() throws(ProgramFailure) {
    for end in ["-wal", "-shm"] where unlink(data.databasePath + end) != 0 && errno != ENOENT {
      throw Self.unusable(data.databasePath + end)
    }
    guard rename(databasePath, data.databasePath) == 0 else {
      throw Self.unusable(data.databasePath)
    }
    try FolderSync.sync(data.path)
  }

  private static func unusable(_ path: String) -> ProgramFailure {
    .failure("Cannot use \(path.printable): \(String(cString: strerror(errno))).")
  }
}
