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
    let database = try open(path: path)
    let least = max(database.epoch.number, replaced?.number ?? 0) + 1
    let epoch = max(least, nowMilliseconds / 1_000)
    return try await database.pool.write { (transaction) throws(Schema.Failure) in
      do throws(SQLiteError) {
        try transaction.run(
          """
          UPDATE hub_epoch SET epoch = ?1, floor = max(
            ?1 << 20, (1 << 32) + max(floor, (SELECT coalesce(max(cursor), 0) FROM feed)))
          """,
          .integer(epoch))
        try AuditTable.restoreAll(
          into: Epoch(epoch), at: nowMilliseconds, random: random, transaction)
        return Epoch(epoch)
      } catch { throw .sqlite(error) }
    }
  }
}
