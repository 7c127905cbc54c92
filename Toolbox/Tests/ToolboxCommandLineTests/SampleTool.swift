import ToolboxCommandLine

enum Mood: String, CaseIterable, Sendable { case calm, keen }

/// A tool with one of everything.
enum Sample {
  static let length = Argument(
    "length", .duration(HumanDuration.minute...HumanDuration.day), "How long.")
  static let title = OptionalArgument("title", .text, "What it is about.")
  static let words = RemainingArguments("words", .text, "More words.")
  static let theme = Option("theme", .text.named("NAME"), "What it belongs to.", short: "t")
  static let mood = Option("mood", Mood.kind, "How it feels.")
  static let tag = RepeatedOption("tag", .text.named("TAG"), "A tag; may be repeated.")
  static let quiet = Flag("quiet", "Say nothing.", short: "q")
  static let folder = Option("folder", .file, "Where the data is.")
  static let source = Argument("source", .file, "What to read.")
  static let count = Argument("count", .whole(-10...10), "How many.")

  static let tool = CommandLineTool(
    "anchor", version: "1.2.3", "Plans and focus.", common: [Flag.json, folder],
    verbWithoutWords: "today",
    verbs: [
      Verb(
        "focus", "Starts a focus session.", details: "Ends by itself on the planned instant.",
        [length, title, theme, mood, tag, quiet, Flag.yes]
      ) { input, console in
        console.print("\(HumanDuration.text(input[length])) \(input[title] ?? "-")")
        return .done
      },
      Verb("today", "Shows today.") { _, console in
        console.print("today")
        return .done
      },
      Verb("note", "Adds a note.", [words]) { _, _ in .done },
      Verb("import", "Reads a file.", [source]) { _, console in console.refuse("no such file") },
      Verb("shift", "Moves.", [count]) { _, _ in ExitStatus(7) },
      Verb("audit verify", "Checks the chain.") { _, _ in .done },
      Verb("audit show", "Prints the chain.") { _, _ in .done },
    ])

  /// The input that a line gives; nil where it is not understood.
  static func input(_ line: String...) -> CommandInput? {
    guard case .run(_, let input) = tool.outcome(of: line) else { return nil }
    return input
  }

  static func misuse(_ line: [String]) -> UsageError? {
    guard case .misuse(let error, _) = tool.outcome(of: line) else { return nil }
    return error
  }

  static func text(_ line: String...) -> String? {
    guard case .show(let text) = tool.outcome(of: line) else { return nil }
    return text
  }
}

extension Mood {
  static var kind: ValueKind<Mood> { .choice }
}
