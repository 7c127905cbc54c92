import Testing

@testable import ToolboxCommandLine

@Suite struct CommandLineToolCompletionTests {
  static let builtIn = ["help", "completions", "manual"]

  @Test(arguments: [
    ([""], ["focus", "today", "note", "import", "shift", "audit"] + builtIn),
    (["f"], ["focus"]),
    (["--json", "t"], ["today"]),
    (["audit", ""], ["verify", "show"]),
    (["audit", "v"], ["verify"]),
    (["help", "to"], ["today"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
    (["--"], ["--json", "--folder", "--help"]),
    (["today", "-"], ["--json", "--folder", "--help"]),
    (["focus", "25", "--t"], ["--theme", "--tag"]),
    (["focus", "--mood", ""], ["calm", "keen"]),
    (["focus", "--mood", "k"], ["keen"]),
    (["focus", "--mood=k"], ["--mood=keen"]),
    (["focus", "--mood", "=", "k"], ["--mood=keen"]),
    (["focus", "--mood", "="], ["--mood=calm", "--mood=keen"]),
    (["focus", "--theme", ""], []),
    (["import", ""], [":files"]),
    (["today", "--folder", "x"], [":files"]),
    (["import", "a", ""], []),
    (["focus", "--", "--"], []),
    (["nothing", "of", "this", ""], []),
    ([], ["focus", "today", "note", "import", "shift", "audit"] + builtIn),
  ])
  func `what fits at the cursor is offered`(words: [String], offered: [String]) {
    let lines = Sample.tool.completions(of: words).lines

    #expect(lines.map { String($0.prefix { $0 != "\t" }) } == offered)
  }

  @Test func `candidates carry their help`() {
    #expect(Sample.tool.completions(of: ["fo"]).lines == ["focus\tStarts a focus session."])
  }

  @Test func `the scripts ask the program itself`() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try #require(Sample.text("completions", shell))
      #expect(script.contains("anchor __complete"))
    }
    #expect(Sample.text("__complete", "fo") == "focus\tStarts a focus session.")
  }
}
