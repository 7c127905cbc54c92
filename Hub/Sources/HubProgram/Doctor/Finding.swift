/// What `hub doctor` found at one place.
struct Finding: Equatable, Sendable {
  enum Verdict: String, Sendable, Comparable {
    case fine
    /// It runs, and somebody should know.
    case caution
    /// It does not run, or not safely.
    case wrong

    private var rank: Int {
      switch self {
      case .fine: 0
      case .caution: 1
      case .wrong: 2
      }
    }

    static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
  }

  /// What was looked at, for programs; never renamed.
  let check: String
  let verdict: Verdict
  /// A sentence, and what to do where it is not fine.
  let words: String

  static func fine(_ check: String, _ words: String) -> Finding {
    Finding(check: check, verdict: .fine, words: words)
  }

  static func caution(_ check: String, _ words: String) -> Finding {
    Finding(check: check, verdict: .caution, words: words)
  }

  static func wrong(_ check: String, _ words: String) -> Finding {
    Finding(check: check, verdict: .wrong, words: words)
  }
}
