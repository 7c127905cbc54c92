/// A command line that was not understood; nothing was begun.
public enum UsageError: Error, Equatable, Sendable {
  case unknownVerb(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option that needs a value stands without one.
  case missingValue(option: String, placeholder: String)
  /// A flag was given a value, as in `--json=1`.
  case unexpectedValue(flag: String)
  case missingArgument(String)
  case unexpectedArgument(String)
  /// An option that counts once was given again.
  case repeatedOption(String)
  case wrongValue(String, of: String, expected: String)

  /// The name in logs; never renamed, never reused.
  public var code: String {
    switch self {
    case .unknownVerb: "usage.unknown_verb"
    case .unknownOption: "usage.unknown_option"
    case .missingValue: "usage.missing_value"
    case .unexpectedValue: "usage.unexpected_value"
    case .missingArgument: "usage.missing_argument"
    case .unexpectedArgument: "usage.unexpected_argument"
    case .repeatedOption: "usage.repeated_option"
    case .wrongValue: "usage.wrong_value"
    }
  }

  /// What was wrong and what to type instead, in a sentence or two.
  public var message: String {
    switch self {
    case .unknownVerb(let word, let nearest):
      "There is no verb \"\(word)\"." + Self.suggestion(nearest)
    case .unknownOption(let option, let nearest):
      "There is no option \(option)." + Self.suggestion(nearest)
    case .missingValue(let option, let placeholder):
      "\(option) needs a value: \(option) \(placeholder)."
        + " (A value that begins with -- is written \(option)=VALUE.)"
    case .unexpectedValue(let flag):
      "\(flag) takes no value."
    case .missingArgument(let placeholder):
      "\(placeholder) is missing."
    case .unexpectedArgument(let word):
      "\"\(word)\" is one word too many. (Words that belong together go in quotes.)"
    case .repeatedOption(let option):
      "\(option) was given twice; give it once."
    case .wrongValue(let word, let name, let expected):
      "\(name): \"\(word)\" is not \(expected)."
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { " Did you mean \($0)?" } ?? ""
  }
}
