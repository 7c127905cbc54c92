import Testing

@testable import ToolboxCommandLine

@Suite struct CommandLineToolReadingTests {
  @Test func `arguments and options may be mixed`() throws {
    let input = try #require(
      Sample.input("focus", "--theme", "book", "25", "-q", "write chapter", "--tag=a", "--tag", "b")
    )

    #expect(input[Sample.length] == .seconds(1_500))
    #expect(input[Sample.title] == "write chapter")
    #expect(input[Sample.theme] == "book")
    #expect(input[Sample.tag] == ["a", "b"])
    #expect(input[Sample.quiet])
    #expect(!input[Flag.json])
  }

  @Test func `what was not given is absent`() throws {
    let input = try #require(Sample.input("focus", "25"))

    #expect(input[Sample.title] == nil && input[Sample.theme] == nil && input[Sample.mood] == nil)
    #expect(input[Sample.tag] == [] && !input[Sample.quiet])
  }

  @Test(arguments: [
    ["focus", "25", "-t", "book"], ["focus", "25", "-tbook"], ["focus", "25", "-qt", "book"],
    ["focus", "25", "-qtbook"], ["focus", "25", "--theme=book"], ["focus", "-t", "book", "25"],
  ])
  func `every way to write an option means the same`(line: [String]) throws {
    guard case .run(_, let input) = Sample.tool.outcome(of: line) else {
      Issue.record("not understood")
      return
    }

    #expect(input[Sample.theme] == "book")
  }

  @Test(arguments: [
    ["--json", "today"], ["today", "--json"], ["--folder", "x", "--json", "today"],
  ])
  func `common options stand before or after the verb`(line: [String]) throws {
    guard case .run(let verb, let input) = Sample.tool.outcome(of: line) else {
      Issue.record("not understood")
      return
    }

    #expect(verb.name == "today")
    #expect(input[Flag.json])
  }

  @Test func `after two hyphens every word is an argument`() throws {
    let input = try #require(Sample.input("note", "a", "--", "--json", "-q", "--"))

    #expect(input[Sample.words] == ["a", "--json", "-q", "--"])
  }

  @Test func `a value with an equal sign or a leading hyphen is kept`() throws {
    #expect(try #require(Sample.input("focus", "25", "--theme=a=b"))[Sample.theme] == "a=b")
    #expect(try #require(Sample.input("focus", "25", "--theme=--x"))[Sample.theme] == "--x")
    #expect(try #require(Sample.input("focus", "25", "--theme", "-x"))[Sample.theme] == "-x")
    #expect(try #require(Sample.input("note", "-"))[Sample.words] == ["-"])
  }

  @Test func `a negative number is an argument`() throws {
    #expect(try #require(Sample.input("shift", "-5"))[Sample.count] == -5)
  }

  @Test func `a verb of two words is found`() throws {
    guard case .run(let verb, _) = Sample.tool.outcome(of: ["audit", "verify"]) else {
      Issue.record("not understood")
      return
    }

    #expect(verb.name == "audit verify")
  }

  @Test func `without words the usual verb runs`() throws {
    #expect(Sample.input() != nil)
    #expect(try #require(Sample.input("--json"))[Flag.json])
  }

  @Test func `a choice is one of its cases`() throws {
    #expect(try #require(Sample.input("focus", "25", "--mood", "keen"))[Sample.mood] == .keen)
  }
}

@Suite struct CommandLineToolMisuseTests {
  @Test(
    arguments: [
      (["focsu", "25"], .unknownVerb("focsu", nearest: "focus")),
      (["wholly", "unlike"], .unknownVerb("wholly", nearest: nil)),
      (["audit", "verfy"], .unknownVerb("audit verfy", nearest: "audit verify")),
      (["audit"], .unknownVerb("audit", nearest: nil)),
      (["help", "tody"], .unknownVerb("tody", nearest: "today")),
      (["focus", "25", "--themes", "x"], .unknownOption("--themes", nearest: "--theme")),
      (["focus", "25", "--xyzzy"], .unknownOption("--xyzzy", nearest: nil)),
      (["--jsno", "today"], .unknownOption("--jsno", nearest: "--json")),
      (["focus", "25", "-x"], .unknownOption("-x", nearest: nil)),
      (["focus", "25", "-qx"], .unknownOption("-x", nearest: nil)),
      (["focus", "25", "--theme"], .missingValue(option: "--theme", placeholder: "NAME")),
      (["focus", "25", "-t"], .missingValue(option: "--theme", placeholder: "NAME")),
      (
        ["focus", "25", "--theme", "--json"], .missingValue(option: "--theme", placeholder: "NAME")
      ),
      (["focus", "25", "--quiet=1"], .unexpectedValue(flag: "--quiet")),
      (["focus"], .missingArgument("LENGTH")),
      (["import", "--json"], .missingArgument("SOURCE")),
      (["focus", "25", "a", "b"], .unexpectedArgument("b")),
      (["today", "x"], .unexpectedArgument("x")),
      (["focus", "25", "--theme=a", "-t", "b"], .repeatedOption("--theme")),
      (["completions"], .missingArgument("SHELL")),
      (
        ["completions", "tcsh"],
        .wrongValue("tcsh", of: "SHELL", expected: "one of bash, zsh, fish")
      ),
      (
        ["focus", "soon"],
        .wrongValue(
          "soon", of: "LENGTH", expected: "a duration of 1 min…1 d, such as 25, 90m or 1h30")
      ),
      (
        ["focus", "25", "--mood", "sad"],
        .wrongValue("sad", of: "--mood", expected: "one of calm, keen")
      ),
      (["shift", "11"], .wrongValue("11", of: "COUNT", expected: "a whole number of -10…10")),
      (
        ["note", ""],
        .wrongValue("", of: "WORDS", expected: "a text of at least one character")
      ),
    ] as [([String], UsageError)])
  func `what is wrong is named`(line: [String], error: UsageError) {
    #expect(Sample.misuse(line) == error)
  }

  @Test func `a complaint says what is wrong, what to type and where help is`() async {
    let console = ScriptedConsole()

    let status = await Sample.tool.run(["focus", "25", "--themes", "x"], console)

    #expect(status == .misused)
    #expect(console.output == "")
    #expect(
      console.complaints
        == "anchor: There is no option --themes. Did you mean --theme?\nSee: anchor focus --help\n")
  }

  @Test func `every code is different`() {
    let errors: [UsageError] = [
      .unknownVerb("", nearest: nil), .unknownOption("", nearest: nil),
      .missingValue(option: "", placeholder: ""), .unexpectedValue(flag: ""), .missingArgument(""),
      .unexpectedArgument(""), .repeatedOption(""), .wrongValue("", of: "", expected: ""),
    ]

    #expect(Set(errors.map(\.code)).count == errors.count)
  }

  @Test(arguments: [
    ("focus", "focus", 0), ("focsu", "focus", 1), ("fcus", "focus", 1), ("foccus", "focus", 1),
    ("fxcus", "focus", 1), ("", "abc", 3), ("kitten", "sitting", 3),
  ])
  func `near words are few letters apart`(one: String, other: String, distance: Int) {
    #expect(NearestWord.distance(one, other) == distance)
    #expect(NearestWord.distance(other, one) == distance)
  }

  @Test func `a declaration that could not be read stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Verb("v", "V.", [OptionalArgument("a", .text, "A."), Argument("b", .text, "B.")]) {
        _, _ in .done
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = Verb("v", "V.", [Flag("a", "A."), Flag("a", "A.")]) { _, _ in .done }
    }
    await #expect(processExitsWith: .failure) { _ = Flag("A b", "A.") }
  }

  @Test func `asking for what a verb does not declare stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = Sample.input("today")?[Sample.theme] }
  }
}
