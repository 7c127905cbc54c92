import HubCore
import WebInterface

/// The form that makes an account, with what was wrong with the last answer.
struct SetupFields {
  /// What the code in the form is good for.
  enum Purpose: Equatable {
    case owner
    case invitation
  }

  let purpose: Purpose
  var code = ""
  var name = ""
  var timeZone: String
  /// Whether the browser may still put its own time zone in.
  var isFirstTime = false
  var problems: [SetupProblem] = []
  var isBusy = false

  /// The code in what a person pasted, be it the code alone or the whole link.
  static func code(from pasted: String) -> String {
    let text = pasted.filter { !$0.isWhitespace }
    return text.split(separator: "#t=", maxSplits: 1).last.map(String.init) ?? text
  }

  func html(zones: [WebInterface.Field.OptionGroup]) -> HTML {
    HTML([
      message,
      form(to: path, .data("setup")) {
        field(codeLabel, "code") {
          $0.value = code
          $0.hint = codeHint
          $0.attributes = [.autocomplete("off")]
        }
        field("Your name", "name") {
          $0.value = name
          $0.hint = "You sign in with it, and your apps show it."
          $0.error = nameError
          $0.attributes = [
            .autocomplete("username"), .maxlength(DisplayName.charactersMax),
            .when(nameError.isEmpty == false || isFirstTime, .autofocus),
          ]
        }
        field("Time zone", "timeZone", .groupedChoice(zones)) {
          $0.value = timeZone
          $0.hint = "Your days begin at its midnight, on all of your devices."
          $0.error = zoneError
          $0.attributes = [.when(isFirstTime, .data("guess"))]
        }
        NewPasswordFields(label: "Password", problems: problems).html
        formActions { button(actLabel) }
      },
    ])
  }

  private var path: PagePath { purpose == .owner ? "/setup" : "/join" }
  private var codeLabel: String { purpose == .owner ? "Set-up code" : "Invitation code" }
  private var actLabel: HTML { purpose == .owner ? "Make this Hub mine" : "Make my account" }

  private var codeHint: HTML {
    let mark = WebInterface.code("#t=")
    return purpose == .owner
      ? "The link that the Hub printed, or what stands in it after \(mark)"
      : "The link that you were sent, or what stands in it after \(mark)"
  }

  private var message: HTML {
    if isBusy {
      return notice(.caution, "The Hub is busy") { p("Nothing was made. Send the form again.") }
    }
    if problems.isEmpty { return .empty }
    return notice(.bad, problems.count == 1 ? "One thing to change" : "Some things to change")
  }

  private var nameError: HTML {
    for case .name(let problem) in problems { return DisplayNameWords.error(problem) }
    return problems.contains(.nameTaken)
      ? "Somebody here is called so already. Choose another one." : .empty
  }

  private var zoneError: HTML {
    problems.contains(.timeZoneUnknown) ? "Choose one of the list." : .empty
  }
}

/// What is wrong with a name, next to its field.
enum DisplayNameWords {
  static func error(_ problem: DisplayName.Problem) -> HTML {
    switch problem {
    case .missing: "A name is needed."
    case .tooLong: "At most \(DisplayName.charactersMax) characters."
    case .unprintable: "Only characters that can be seen, please."
    }
  }
}
