import ToolboxCommandLine

extension AppVerb where Shown: ImportingApp {
  /// `import FILE`: says what would come across, asks, and adds it as one action.
  ///
  /// - `formats`: what the app reads, for the help.
  public static func importing(_ formats: String) -> AppVerb {
    let file = Argument("file", .file, "The file; - reads standard input.")
    let dryRun = Flag("dry-run", "Say what would be added, and add nothing.", short: "n")
    return AppVerb(
      "import", "Adds what another program has exported.",
      details: """
        Reads \(formats). First says what would be added, what would be left out and why, then \
        asks. All of it is one action, which undo takes back; the same file twice adds nothing.
        """,
      [file, dryRun, Flag.yes]
    ) { (call) throws(Trouble) in
      let path = call.input[file]
      let planned = try await call.app.planImport(try Self.read(path))
      let words = ImportWords(preview: planned.preview, app: Shown.profile)
      if call.input[dryRun] {
        return Answer("\(words.text)\nA dry run: nothing was added.") { json in
          words.write(to: &json, added: nil)
        }
      }
      if planned.preview.additions == 0 {
        return Answer("\(words.text)\nThere is nothing to add.") { json in
          words.write(to: &json, added: 0)
        }
      }
      try Self.ask(words, path, call)
      let added = try await planned.carryOut()
      let text = """
        Added \(Shown.profile.records(added)). To take them back: \(call.command("undo"))
        """
      return Answer(text) { json in words.write(to: &json, added: added) }
    }
  }

  private static func read(_ path: String) throws(Trouble) -> [UInt8] {
    do throws(FileReader.Problem) {
      return try FileReader.read(path, bytesMax: Shown.importBytesMax)
    } catch {
      switch error {
      case .unavailable(let errno):
        throw Trouble(
          .refused, "import.file_unavailable",
          "\(path) cannot be read: \(SystemWords.meaning(ofErrno: errno)).",
          "Check the name and the permissions. Nothing was added.")
      case .tooLarge(let bytes):
        throw Trouble(
          .refused, "import.file_too_large",
          "\(path) is larger than \(bytes / 1_000_000) MB.",
          "Export a part of it, such as one year at a time. Nothing was added.")
      }
    }
  }

  private static func ask(
    _ words: ImportWords, _ path: String, _ call: Call<Shown>
  ) throws(Trouble) {
    call.console.complain(TerminalText.plain(words.text))
    let writer = TroubleWriter(Shown.profile, folder: call.app.store.folder)
    // Where the file came through standard input, no answer can.
    if path == "-", !call.input[Flag.yes] { throw writer.nobodyToAsk }
    let question = "Add \(Shown.profile.records(words.preview.additions))?"
    switch call.console.ask(question, saidYes: call.input[Flag.yes]) {
    case .yes: return
    case .no: throw writer.declined
    case .notAsked: throw writer.nobodyToAsk
    }
  }
}
