import HubContracts
import HubCore
import WebInterface

/// The first step: the code that the app shows.
struct CodeForm: ConnectStep {
  enum Problem: Equatable {
    case unknown
    case wait(seconds: Int)
  }

  let commands: ConnectCommands
  /// Came with the link that the app printed; the person still has to compare it.
  var linkedCode: UserCode?
  var typed = ""
  var problem: Problem?

  var title: String { "Connect an app" }
  var lead: HTML { .empty }

  var html: HTML {
    if let linkedCode { return question(linkedCode) }
    return HTML([waitNotice, codeForm, disclosure("Where do I get a code?") { instructions }])
  }

  /// A link can come from anybody; only the app in front of the person shows the right code.
  private func question(_ code: UserCode) -> HTML {
    HTML([
      p("Does your app show exactly this code?"),
      userCode("Code of the link", code.description),
      form(to: "/connect") {
        hiddenInput("code", code.description)
        formActions {
          button("Yes, go on")
          buttonLink("No", to: "/connect")
        }
      },
      p(
        "If you did not start this yourself just now, choose No: somebody may want to get in.",
        .class("quiet-text")),
    ])
  }

  private var waitNotice: HTML {
    guard case .wait(let seconds) = problem else { return .empty }
    return notice(.caution, "Too many wrong codes") {
      p("Wait \(WaitWords.text(seconds: seconds)), then ask the app for a new code.")
    }
  }

  private var codeForm: HTML {
    form(to: "/connect") {
      field("Code", "code", .userCode) {
        $0.value = typed
        $0.hint = "Eight letters that the app shows."
        $0.attributes = [.autofocus]
        if problem == .unknown {
          $0.error = "No app waits with this code. It lasts ten minutes and works once."
        }
      }
      formActions { button("Continue") }
    }
  }

  @HTMLBuilder private var instructions: HTML {
    p("On the device where the app is, run:")
    for product in ConnectCommands.connectable {
      commandLine(commands.connect(product))
    }
  }
}
