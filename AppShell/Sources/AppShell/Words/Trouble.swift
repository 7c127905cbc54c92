/// What went wrong, in a person's words: what, what to do, and what became of their records.
public struct Trouble: Error, Equatable, Sendable {
  /// Whose turn it is; also the exit status of a command.
  public enum Kind: Int32, Sendable, CaseIterable {
    /// The app's own rules do not allow it; nothing was changed.
    case refused = 1
    /// The command was not understood.
    case usage = 2
    /// The store could not be opened, read or written.
    case store = 3
    /// The Hub could not be reached, or said no for now. What was recorded is safe here.
    case hub = 4
    /// The person has to sign in, to approve, or to choose another store first.
    case personNeeded = 5
  }

  public let kind: Kind
  /// For other programs; never renamed, never reused.
  public let code: String
  /// One sentence.
  public let what: String
  /// What to do, and what became of the records; one sentence or several.
  public let remedy: String

  public init(_ kind: Kind, _ code: String, _ what: String, _ remedy: String) {
    self.kind = kind
    self.code = code
    self.what = what
    self.remedy = remedy
  }
}
