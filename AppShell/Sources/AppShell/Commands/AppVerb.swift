import ToolboxCommandLine

/// A verb of an app: what it takes, and what it does with an opened store.
public struct AppVerb<Shown: App>: Sendable {
  /// Returns what to print; throws what to say instead.
  public typealias Run = @Sendable (Call<Shown>) async throws(Trouble) -> Answer
  typealias RunWithoutStore =
    @Sendable (CommandInput, any Console, Machine) async throws(Trouble) -> Answer

  let name: String
  let summary: String
  let details: String
  let parameters: [any Parameter]
  private let run: RunWithoutStore

  /// - `name`, `summary`, `details`, `parameters`: as of ``Verb``; `--data` and `--json` come by
  ///   themselves.
  public init(
    _ name: String, _ summary: String, details: String = "", _ parameters: [any Parameter] = [],
    run: @escaping Run
  ) {
    self.init(name, summary, details: details, parameters) {
      (input, console, machine) throws(Trouble) in
      try await run(try Call(input, console, machine))
    }
  }

  /// A verb for a store that may not open.
  init(
    _ name: String, _ summary: String, details: String, _ parameters: [any Parameter],
    withoutStore run: @escaping RunWithoutStore
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.run = run
  }

  /// The verb of the program: opens the store, runs, prints, and says how it ended.
  func verb(on machine: Machine) -> Verb {
    Verb(name, summary, details: details, parameters) { input, console in
      let isJSON = input[SharedOptions.json]
      do throws(Trouble) {
        let answer = try await run(input, console, machine)
        if answer == .isWritten { return .done }
        console.say(isJSON ? String(decoding: answer.json, as: UTF8.self) : answer.text)
        return .done
      } catch {
        return console.tell(error, isJSON: isJSON, program: Shown.profile.name)
      }
    }
  }
}

/// Options of every verb.
enum SharedOptions {
  static let data = Option(
    "data", .file.named("DIR"), "Keep the data in DIR, not in your data folder.")
  static let json = Flag.json
}
