import HubContracts
import ToolboxCrypto
import ToolboxSQLite

extension HubDatabase {
  /// Makes a database that was put back from a backup ready to be served again.
  ///
  /// Call it once for each restore, before a Hub runs on the file. Devices know cursors, versions and
  /// changes that this file has never heard of. So
  /// - the epoch rises, by which they notice and offer again what was lost;
  /// - new cursors and versions begin above every one that was given before, so that no device passes
  ///   over a change, and no edit is based on a version that now says something else;
  /// - each account's audit chain says that it was restored, and after which entry.
  ///
  /// The epoch becomes the second of the restore, at least one more than before, and than `replaced`,
  /// that of the file in whose place this one comes, where it can be read. So two restores of one backup
  /// have two epochs. The numbers begin at the epoch times 2^20, at least 2^32 above those of the file.
  /// They are above all that went before as long as an account gets on average fewer than 2^20 changes
  /// a second, and stay under 2^53 until the year 2242.
  ///
  /// `nowMilliseconds` is the wall clock, milliseconds since 1970 UTC. On throw the file is as it was.
  @discardableResult
  public static func beginNewEpoch(
    path: String, replacing replaced: Epoch? = nil, nowMilliseconds: Int64,
    random: any RandomBytes = SystemRandom()
  ) async throws(Schema.Failure) -> Epoch {
    // One connection that ends here, and no pool: the caller moves the file next.
    let database: Database
    do { database = try Database(path: path) } catch { throw .sqlite(error) }
    try bringUpToDate(database, random: random)
    do throws(SQLiteError) {
      return try database.write { (transaction) throws(SQLiteError) in
        let stored = try SyncTable.epoch(transaction).number
        let epoch = max(max(stored, replaced?.number ?? 0) + 1, nowMilliseconds / 1_000)
        try transaction.run(
          """
          UPDATE hub_epoch SET epoch = ?1, floor = max(
            ?1 << 20, (1 << 32) + max(floor, (SELECT coalesce(max(cursor), 0) FROM feed)))
          """,
          .integer(epoch))
        try AuditTable.restoreAll(
          into: Epoch(epoch), at: nowMilliseconds, random: random, transaction)
        try forgetWhatPasses(transaction)
        return Epoch(epoch)
      }
    } catch { throw .sqlite(error) }
  }

  /// Ends browsers' sessions, links and codes: those that ended since would be good again.
  ///
  /// What waited on devices then is forgotten with them; each says it anew.
  private static func forgetWhatPasses(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM web_session")
    try transaction.run("UPDATE device_session SET conflicts = 0, quarantined = 0")
    try transaction.run("DELETE FROM sharing_grant")
    try transaction.run("DELETE FROM device_grant")
    try transaction.run("DELETE FROM authorization_code")
    try transaction.run("DELETE FROM invitation")
    try transaction.run("DELETE FROM recovery_link")
  }

  /// The epoch that a file says; nil where there is none or it cannot be read.
  public static func storedEpoch(path: String) -> Epoch? {
    do throws(SQLiteError) {
      return try Database(path: path, access: .readOnly).read {
        (transaction) throws(SQLiteError) in
        try transaction.first("SELECT epoch FROM hub_epoch") { Epoch($0.integer(0)) }
      }
    } catch { return nil }
  }

  /// Makes the file at `path`, which nobody else has open, complete without its log, so that it can be
  /// moved.
  public static func settle(path: String) throws(Schema.Failure) {
    do throws(SQLiteError) { try Database(path: path).leaveLog() } catch {
      throw .sqlite(error)
    }
  }

  /// Moves what the log of a file holds into it; a file that cannot be opened keeps its log.
  public static func foldLog(path: String) {
    do throws(SQLiteError) { try Database(path: path).leaveLog() } catch {
      // The log is then kept beside the file, byte for byte.
    }
  }
}
