import Testing
import ToolboxCommandLine

@Suite struct CommandLineToolRunTests {
  @Test func `a verb prints and its status is the program's`() async {
    let console = ScriptedConsole()

    #expect(await Sample.tool.run(["focus", "1h30", "write"], console) == .done)
    #expect(console.output == "1 h 30 min write\n")
    #expect(await Sample.tool.run(["shift", "1"], console) == ExitStatus(7))
  }

  @Test func `a refusal is complained about on standard error`() async {
    let console = ScriptedConsole()

    #expect(await Sample.tool.run(["import", "x"], console) == .refused)
    #expect(console.output == "" && console.complaints == "no such file\n")
  }

  @Test func `output that was lost makes what was done a refusal`() async {
    let console = ScriptedConsole(outputProblem: "No space left on device")

    #expect(await Sample.tool.run(["today"], console) == .refused)
    #expect(console.complaints.contains("No space left on device"))
  }

  @Test(arguments: [["--version"], ["--json", "--version"]])
  func `the version is shown`(line: [String]) async {
    let console = ScriptedConsole()

    #expect(await Sample.tool.run(line, console) == .done)
    #expect(console.output == "anchor 1.2.3\n")
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `the help of the whole names every verb`(line: [String]) async {
    let console = ScriptedConsole()

    #expect(await Sample.tool.run(line, console) == .done)
    #expect(
      console.output == """
        anchor: Plans and focus.

        Usage: anchor VERB [OPTIONS]

        Verbs:
          focus              Starts a focus session.
          today              Shows today.
          note               Adds a note.
          import             Reads a file.
          shift              Moves.
          audit verify       Checks the chain.
          audit show         Prints the chain.
          help [VERB]        Shows this, or more about a verb.
          completions SHELL  Prints completions for bash, zsh or fish.
          manual             Prints the manual page, for man.

        Options:
              --json         Print JSON, for other programs.
              --folder FILE  Where the data is.
          -h, --help         Shows this.
              --version      Shows the version.

        """)
  }

  @Test(arguments: [
    ["focus", "--help"], ["focus", "-h"], ["help", "focus"], ["focus", "x", "--help"],
  ])
  func `the help of a verb names everything that it takes`(line: [String]) async {
    let console = ScriptedConsole()

    #expect(await Sample.tool.run(line, console) == .done)
    #expect(
      console.output == """
        anchor focus: Starts a focus session.

        Usage: anchor focus LENGTH [TITLE] [OPTIONS]

        Ends by itself on the planned instant.

        Arguments:
          LENGTH  How long.
          TITLE   What it is about.

        Options:
          -t, --theme NAME      What it belongs to.
              --mood calm|keen  How it feels.
              --tag TAG         A tag; may be repeated.
          -q, --quiet           Say nothing.
          -y, --yes             Answer yes to questions, for scripts.
              --json            Print JSON, for other programs.
              --folder FILE     Where the data is.
          -h, --help            Shows this.

        """)
  }

  @Test func `no line of help is wider than a terminal`() {
    let long = String(repeating: "several words ", count: 30)
    let tool = CommandLineTool(
      "t", version: "1", long, details: long,
      verbs: [
        Verb("v", long, details: long, [Option("an-option-of-some-length", .text, long)]) { _, _ in
          .done
        }
      ])

    for line in [["--help"], ["v", "--help"]] {
      guard case .show(let help) = tool.outcome(of: line) else {
        Issue.record("no help")
        return
      }
      let paragraphs = help.split(separator: "\n").dropFirst()
      #expect(paragraphs.allSatisfy { $0.count <= 80 })
      #expect(help.contains("several words several words"))
    }
  }
}
