import Testing

@testable import ToolboxCommandLine

@Suite struct CommandLineToolManualTests {
  private func lines() throws -> [String] {
    try #require(Sample.text("manual")).split(separator: "\n").map(String.init)
  }

  @Test func `the manual page says which program it is of, and in one line what that does`() throws
  {
    #expect(
      try lines().prefix(10).joined(separator: "\n") == #"""
        .Dd
        .Dt ANCHOR 1
        .Os anchor 1.2.3
        .Sh NAME
        .Nm anchor
        .Nd Plans and focus
        .Sh SYNOPSIS
        .Nm
        .Ar verb
        .Op Ar options
        """#)
  }

  @Test func `a verb has all that its help has`() throws {
    let page = try #require(Sample.text("manual"))

    #expect(
      page.contains(
        #"""
        .Ss "anchor focus"
        Starts a focus session.
        .Pp
        .Nm anchor
        .Cm \&focus
        .Ar \&LENGTH
        .Op Ar \&TITLE
        .Op Ar options
        .Pp
        Ends by itself on the planned instant.
        .Bl -tag -width Ds
        .It Ar \&LENGTH
        How long.
        .It Ar \&TITLE
        What it is about.
        .It Fl t , Fl \&\-theme Ar \&NAME
        What it belongs to.
        """#), "\(page)")
  }

  @Test func `every verb, argument and option is in it`() throws {
    let lines = try lines()

    for verb in Sample.tool.verbs + CommandLineTool.builtIn {
      #expect(lines.contains(".Ss \"anchor \(verb.name)\""))
      for parameter in verb.parameters {
        #expect(lines.contains(".It \(ManualPage.row(parameter).head)"), "\(parameter.name)")
      }
    }
    for option in Sample.tool.common {
      #expect(lines.contains(".It \(ManualPage.row(option).head)"))
    }
  }

  @Test(arguments: [
    (#"a\b"#, #"a\eb"#), (".Sh no section", #"\&.Sh no section"#), ("'quoted", #"\&'quoted"#),
    ("say --json", #"say \-\-json"#), ("well-known", "well-known"),
  ])
  func `a text is what it says, and no request`(text: String, line: String) {
    #expect(ManualPage.text(text) == line)
  }

  @Test(arguments: [
    ("Nm", #"\&Nm"#), ("two words", #""two words""#), (#"say "no""#, #""say \(dqno\(dq""#),
    ("a-b", #"\&a\-b"#),
  ])
  func `a word of a macro is no macro itself`(word: String, written: String) {
    #expect(ManualPage.word(word) == written)
  }

  @Test func `sentences begin lines, and paragraphs are parted`() {
    var page = ManualPage()

    page.paragraphs("One. Two, e.g. three?\n\nFour\n  five")

    #expect(page.source == "One.\nTwo, e.g.\nthree?\n.Pp\nFour\n.br\nfive")
  }

  @Test func `it takes no word more`() {
    #expect(Sample.misuse(["manual", "focus"]) == .unexpectedArgument("focus"))
  }
}
