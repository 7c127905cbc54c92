/// What importing a file would do, in words; shown before anything is written.
public struct ImportPreview: Sendable, Equatable {
  /// A row of the file that is not added, and why.
  public struct RowNote: Sendable, Equatable {
    /// From 1.
    public let line: Int
    /// For other programs, such as `already_here`.
    public let code: String
    /// Such as "ended before it started".
    public let reason: String

    public init(line: Int, code: String, reason: String) {
      self.line = line
      self.code = code
      self.reason = reason
    }
  }

  /// The format that was recognised, as people call it: "an export of timewarrior".
  public var format: String
  public var rows: Int
  public var additions: Int
  /// Good rows that are not added, in the order of the file.
  public var leftOut: [RowNote]
  /// Rows that cannot be read, in the order of the file.
  public var failures: [RowNote]
  /// What the file says and the app has no place for, a sentence each.
  public var notTaken: [String]

  public init(
    format: String, rows: Int, additions: Int, leftOut: [RowNote], failures: [RowNote],
    notTaken: [String]
  ) {
    self.format = format
    self.rows = rows
    self.additions = additions
    self.leftOut = leftOut
    self.failures = failures
    self.notTaken = notTaken
  }
}
