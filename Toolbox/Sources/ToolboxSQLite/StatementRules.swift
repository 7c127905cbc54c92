/// Which statements a database runs at all; asked once for each, before its first row.
public struct StatementRules: Sendable {
  /// Whether a statement of this text and this query plan may run.
  ///
  /// The plan is SQLite's own, a line a step. A statement that is refused throws
  /// ``SQLiteError/foreignSchema(code:)`` and has no effect.
  public var admits: @Sendable (_ sql: String, _ plan: [String]) -> Bool
  /// The text to run in place of another: a fault point for tests, which here changes nothing.
  public var rewrite: @Sendable (_ sql: String) -> String

  public init(
    admits: @escaping @Sendable (_ sql: String, _ plan: [String]) -> Bool,
    rewrite: @escaping @Sendable (_ sql: String) -> String = { $0 }
  ) {
    self.admits = admits
    self.rewrite = rewrite
  }
}
