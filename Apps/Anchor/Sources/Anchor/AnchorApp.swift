import AnchorImport
import AppShell
import ToolboxCommandLine
import WebInterface

/// Anchor, as the shell runs it.
struct AnchorApp: ImportingApp {
  static let profile = AppProfile(
    "anchor", .anchor, .anchor, records: ("session", "sessions"), port: 8_766)
  static let version = "0.2"
  static let summary = "Focus sessions, plans and habits: plan a day, start, be done, look back."
  static let verbWithoutWords: String? = "today"
  static let verbs: [AppVerb<AnchorApp>] =
    [
      .focus, .pause, .resume, .done, .today, .log, .summary, .search,
      .importing(importedFormats), .export,
    ] + AppVerb.habitVerbs + AppVerb.planVerbs
  /// Finishes "It reads".
  static let importedFormats =
    "what `timew export` writes, the detailed report of Toggl Track as CSV, calendars (ICS), and "
    + "what anchor export writes"
  static let importBytesMax = FileImport.bytesMax

  let anchor: AnchorStore

  static func open(_ folder: StoreFolder, on machine: Machine) throws(StoreError) -> AnchorApp {
    AnchorApp(anchor: try AnchorStore.open(folder, on: machine))
  }

  var store: AppStore { anchor.app }
  var records: AnchorRecords { AnchorRecords(store: anchor) }

  func undo() async throws(Trouble) -> Answer {
    let undone = try await saying { () throws(AnchorError) in try await anchor.undo() }
    return UndoWords(undone).answer
  }

  func status() async throws(Trouble) -> Answer {
    let view = try await saying { () throws(AnchorError) in try await anchor.view() }
    return DayWords(view).statusAnswer
  }

  func keepTime() async throws(Trouble) {
    try await saying { () throws(AnchorError) in try await anchor.settle() }
  }

  func planImport(_ file: [UInt8]) async throws(Trouble) -> PlannedImport {
    let plan = try await saying { () throws(AnchorError) in try await anchor.planImport(file) }
    return PlannedImport(ImportPlanWords(plan).preview) { () throws(Trouble) in
      try await saying { () throws(AnchorError) in
        try await anchor.carryOut(plan).additions.count
      }
    }
  }

  func pages(on machine: Machine) -> AppPages { AnchorPages(app: self).pages }

  /// Runs something and says its errors in a person's words.
  func saying<Result>(
    _ body: () async throws(AnchorError) -> Result
  ) async throws(Trouble) -> Result {
    do throws(AnchorError) { return try await body() } catch {
      throw AnchorTroubles(folder: store.folder).trouble(error)
    }
  }
}

/// Anchor as a program.
public enum AnchorProgram {
  /// Runs the process and ends it.
  public static func main() async -> Never { await AppProgram<AnchorApp>.main() }

  /// Anchor's command lines on a machine that is handed in.
  public static func tool(on machine: Machine) -> CommandLineTool {
    AppProgram(AnchorApp.self, on: machine).tool
  }
}
