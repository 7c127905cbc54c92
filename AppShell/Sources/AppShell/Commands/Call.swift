import ToolboxCommandLine
import ToolboxJSON

/// One run of a verb: what was typed, where to speak, and the app with its store open.
public struct Call<Shown: App>: Sendable {
  public let input: CommandInput
  public let console: any Console
  public let machine: Machine
  public let app: Shown
  public let isJSON: Bool

  init(_ input: CommandInput, _ console: any Console, _ machine: Machine) throws(Trouble) {
    self.input = input
    self.console = console
    self.machine = machine
    isJSON = input[SharedOptions.json]
    var folder: StoreFolder?
    do throws(StoreError) {
      let found = try StoreFolder.find(
        app: Shown.profile.name, asked: input[SharedOptions.data],
        environment: machine.environment)
      folder = found
      app = try Shown.open(found, on: machine)
    } catch {
      throw TroubleWriter(Shown.profile, folder: folder).trouble(error)
    }
  }

  /// The store's connection with a Hub.
  public func connection(
    _ terms: ConnectionTerms = ConnectionTerms()
  ) async throws(Trouble) -> HubConnection {
    do throws(StoreError) {
      return try await HubConnection.open(
        Shown.profile, app.store, records: app.records, on: machine, terms: terms)
    } catch { throw TroubleWriter(Shown.profile, folder: app.store.folder).trouble(error) }
  }

  /// Says something on the way, in words or as one line of JSON.
  func say(_ answer: Answer) {
    console.say(isJSON ? String(decoding: answer.json, as: UTF8.self) : answer.text)
  }

  /// A command as the person would type it for this store.
  public func command(_ words: String) -> String {
    TroubleWriter(Shown.profile, folder: app.store.folder).command(words)
  }
}

extension Console {
  /// Prints text in which names and titles from elsewhere may stand.
  func say(_ text: String) { print(TerminalText.plain(text)) }

  /// Says on standard error what went wrong and what to do.
  func tell(_ trouble: Trouble, isJSON: Bool, program: String) -> ExitStatus {
    if isJSON {
      complain(String(decoding: trouble.json, as: UTF8.self))
    } else {
      complain(TerminalText.plain("\(program): \(trouble.what)\n\(trouble.remedy)"))
    }
    return ExitStatus(trouble.kind.rawValue)
  }
}

extension Trouble {
  /// As `{"error":{"code","message","remedy"}}`.
  var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("error") { json in
          json.object { json in
            json.member("code", code)
            json.member("message", what)
            json.member("remedy", remedy)
          }
        }
      }
    }
  }
}
