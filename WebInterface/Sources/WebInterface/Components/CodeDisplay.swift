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

/// A line to copy that is no command, such as a link; with a button that copies it where scripts run.
public func copyableLine(_ text: String) -> HTML {
  div(.class("command", "copyable")) {
    code(text)
    copyButton(text)
  }
}

/// Codes that a person keeps on paper, in columns where there is room.
///
/// - `name`: what they are, for who does not see them.
public func codeList(_ name: HTML, _ codes: [String]) -> HTML {
  ol(.class("code-list"), .aria("label", name.plainText)) {
    for one in codes { li(code(one)) }
  }
}

/// A picture that a phone's camera reads, dark on white in every theme.
///
/// - `description`: what it holds, for who cannot see it.
/// - `isDark`: whether the module of a column and a row is dark, for 0 ..< `side`.
public func qrCode(
  _ description: String, side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
) -> HTML {
  let quiet = 4
  var path = ""
  for row in 0..<side {
    for column in 0..<side where isDark(column, row) {
      path += "M\(column + quiet) \(row + quiet)h1v1h-1z"
    }
  }
  let size = Double(side + 2 * quiet)
  return SVG.drawing(description, viewBox: (size, size), .class("qr-code")) {
    SVG.rectangle(
      x: 0, y: 0, width: .points(size), height: .points(size), .class("qr-ground"))
    SVG.path(path)
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
