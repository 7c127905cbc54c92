import HubCore
import WebInterface

/// A new password, typed twice, with what was wrong with the last one.
struct NewPasswordFields {
  var label = "New password"
  var problems: [SetupProblem] = []

  var html: HTML {
    HTML([
      field(label, "password", .newPassword) {
        $0.hint =
          """
          At least \(PasswordRule.charactersMin) characters; a sentence is easy to remember. Keep \
          it well: nobody can look it up.
          """
        $0.error = passwordError
        $0.attributes = [.minlength(PasswordRule.charactersMin)]
      },
      field("Repeat the password", "repeatedPassword", .newPassword) {
        $0.hint = "So that a slip of the finger does not lock you out."
        $0.error =
          problems.contains(.passwordsDiffer)
          ? "The two passwords differ. Type both again." : .empty
        $0.attributes = [.minlength(PasswordRule.charactersMin)]
      },
    ])
  }

  private var passwordError: HTML {
    for case .password(let problem) in problems {
      switch problem {
      case .tooShort: return "It has fewer than \(PasswordRule.charactersMin) characters."
      case .tooLong: return "It has more than \(PasswordRule.bytesMax) bytes."
      case .guessable:
        return "This is among the first that somebody would try. Use words of your own."
      }
    }
    return .empty
  }
}
