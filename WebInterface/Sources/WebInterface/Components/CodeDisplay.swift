/// A short code that a person reads from one screen and types on another.
///
/// Read out character by character.
///
/// - `name`: what the code is, such as "Code for Anchor".
public func userCode(_ name: HTML, _ userCode: String) -> HTML {
  div(.class("user-code")) {
    span(name, .class("figure-name"))
    span(.class("user-code-text")) {
      span(userCode, .aria("hidden", "true"))
      visuallyHidden(HTML(userCode.map(String.init).joined(separator: " ")))
    }
  }
}

/// A line to run in a terminal, with a button that copies it where scripts run.
public func commandLine(_ command: String) -> HTML {
  div(.class("command")) {
    code(command)
    copyButton(command)
  }
}

/// A button that puts `text` on the clipboard; stays hidden where scripts do not run.
public func copyButton(_ text: String) -> HTML {
  .element(
    "button",
    [
      .type("button"), .class("button", "quiet", "copy"), .data("copy", text), .hidden,
    ], Icon.copy.html, span("Copy"))
}
