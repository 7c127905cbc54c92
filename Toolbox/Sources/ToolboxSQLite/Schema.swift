/// The tables of one component of a database, built up by numbered steps that never change again.
///
/// Several components, such as an app and its journal, share a file; each has its own version.
public struct Schema: Sendable {
  public enum Failure: SQLiteFailing, Equatable, Sendable {
    /// A newer program made these tables. Nothing was changed; update this program.
    case newerSchema(component: String, found: Int64, known: Int64)
    case sqlite(SQLiteError)

    public init(sqlite: SQLiteError) { self = .sqlite(sqlite) }

    public var code: String {
      switch self {
      case .newerSchema: "schema.newer"
      case .sqlite(let error): error.code
      }
    }
  }

  public let component: String
  /// SQL scripts, of which the first makes version 1.
  ///
  /// A script that has shipped is never edited.
  public let steps: [String]

  public init(component: String, steps: [String]) {
    self.component = component
    self.steps = steps
  }

  /// Brings the tables up to the newest version, in one transaction.
  public func migrate(_ database: Database) throws(Failure) {
    let known = Int64(steps.count)
    guard try database.read({ (transaction) throws(Failure) in try version(transaction) }) != known
    else { return }
    try database.write { (transaction) throws(Failure) in
      // Read again under the write lock: another process may have migrated meanwhile.
      let found = try version(transaction)
      guard found <= known else {
        throw .newerSchema(component: component, found: found, known: known)
      }
      try migrate(transaction, from: found)
    }
  }

  private func version(_ transaction: borrowing Transaction) throws(Failure) -> Int64 {
    do throws(SQLiteError) {
      let hasTable = try transaction.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'"
      ) { $0.integer(0) }
      guard hasTable != nil else { return 0 }
      return try transaction.first(
        "SELECT version FROM schema_version WHERE component = ?", .text(component)
      ) { $0.integer(0) } ?? 0
    } catch { throw .sqlite(error) }
  }

  private func migrate(
    _ transaction: borrowing Transaction, from found: Int64
  ) throws(Failure) {
    do throws(SQLiteError) {
      try transaction.execute(
        script: """
          CREATE TABLE IF NOT EXISTS schema_version(
            component TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL) STRICT
          """)
      for step in steps.dropFirst(Int(found)) { try transaction.execute(script: step) }
      try transaction.run(
        "INSERT OR REPLACE INTO schema_version(component, version) VALUES(?, ?)",
        .text(component), .integer(steps.count))
    } catch { throw .sqlite(error) }
  }
}
