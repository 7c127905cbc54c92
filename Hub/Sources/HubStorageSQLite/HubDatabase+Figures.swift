import HubCore
import ToolboxSQLite

/// How much there is, over all accounts: numbers for whoever runs the Hub, and nobody's rows.
extension HubDatabase {
  public var writeCounts: WriteCounts { pool.writeCounts }

  /// Sessions that are kept; those that are over are removed within the hour.
  public struct SessionCounts: Sendable, Equatable {
    public var devices = 0
    public var browsers = 0
  }

  public func sessionCounts() async throws(StorageError) -> SessionCounts {
    try await pool.read { (transaction) throws(StorageError) in
      do throws(SQLiteError) {
        return try transaction.first(
          "SELECT (SELECT count(*) FROM device_session), (SELECT count(*) FROM web_session)"
        ) { SessionCounts(devices: Int($0.integer(0)), browsers: Int($0.integer(1))) }
          ?? SessionCounts()
      } catch { throw StorageError(sqlite: error) }
    }
  }
}
