import Foundation
import ToolboxSQLite

/// Looks at a store before anything is written to it, through a connection that cannot write.
///
/// A damaged file stays as it is, byte for byte: opening it for writing would move what stands in
/// its write-ahead log.
struct StoreInspection {
  /// A file up to this size is looked through each time: it takes some milliseconds.
  static let alwaysCheckedBytesMax = 4_000_000
  /// A larger one is looked through once in this time.
  static let checkIntervalMilliseconds: Int64 = 24 * 3_600_000
  static let backupsMax = 3

  let folder: StoreFolder
  /// The version of each component that this program makes.
  let known: [String: Int64]
  let nowMilliseconds: Int64

  /// What was found.
  struct Finding: Equatable {
    /// Whether the file was looked through now.
    var isChecked: Bool
    /// Whether it is too large to be looked through each time.
    var isLarge: Bool
  }

  /// Checks the file and, where it is about to be migrated, backs it up.
  ///
  /// Nil where there is nothing in it yet.
  func run() throws(StoreError) -> Finding? {
    let bytes = try size()
    if bytes == 0 { return nil }
    let database = try inStore { () throws(SQLiteError) in
      try Database(path: folder.databasePath, access: .readOnly)
    }
    let (versions, checked) = try database.read { (transaction) throws(StoreError) in
      try inStore { () throws(SQLiteError) in
        (try Self.versions(transaction), try Self.lastCheck(transaction))
      }
    }
    for (component, version) in versions where version > known[component] ?? version {
      throw .newerSchema
    }
    let isLarge = bytes > Self.alwaysCheckedBytesMax
    let isDue =
      !isLarge || nowMilliseconds < checked
      || nowMilliseconds - checked >= Self.checkIntervalMilliseconds
    if isDue { try inStore { () throws(SQLiteError) in try database.quickCheck() } }
    if !versions.isEmpty, known.contains(where: { versions[$0.key] ?? 0 < $0.value }) {
      try backUp(database)
    }
    return Finding(isChecked: isDue, isLarge: isLarge)
  }

  private func size() throws(StoreError) -> Int {
    var status = stat()
    guard stat(folder.databasePath, &status) == 0 else {
      throw .folderUnusable(path: folder.path, errno: errno)
    }
    return Int(status.st_size)
  }

  private static func versions(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [String: Int64] {
    guard try hasTable("schema_version", transaction) else { return [:] }
    let rows = try transaction.all("SELECT component, version FROM schema_version") {
      ($0.text(0), $0.integer(1))
    }
    return Dictionary(rows) { first, _ in first }
  }

  private static func lastCheck(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    guard try hasTable("shell_state", transaction) else { return 0 }
    return try ShellState.checkedMilliseconds(transaction)
  }

  private static func hasTable(
    _ name: String, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)
    ) { $0.integer(0) } != nil
  }

  /// Copies the store as it is now into the folder of backups and removes all but the newest.
  private func backUp(_ database: Database) throws(StoreError) {
    try folder.makeBackupsFolder()
    let path = "\(folder.backupsPath)/\(folder.app)-\(nowMilliseconds).db"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .folderUnusable(path: folder.backupsPath, errno: errno) }
    close(descriptor)
    let quoted = path.replacingOccurrences(of: "'", with: "''")
    try inStore { () throws(SQLiteError) in
      try database.execute(script: "VACUUM INTO '\(quoted)'")
    }
    try removeOldBackups()
  }

  private func removeOldBackups() throws(StoreError) {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath)
        .filter { $0.hasPrefix("\(folder.app)-") && $0.hasSuffix(".db") }
      // The numbers in the names are of one length, so their order is that of time.
      for name in names.sorted().dropLast(Self.backupsMax) {
        try FileManager.default.removeItem(atPath: "\(folder.backupsPath)/\(name)")
      }
    } catch { throw .folderUnusable(path: folder.backupsPath, errno: errno) }
  }
}
