import HubCore
import HubHTTP
import HubStorageSQLite
import ToolboxCrypto
import ToolboxHTTPServer
import ToolboxSQLite
import WebInterface

/// `hub serve`: runs the Hub until it is asked to end.
enum ServeCommand {
  static func run(
    _ arguments: [String], _ environment: [String: String], _ terminal: Terminal
  ) async throws(ProgramFailure) -> HubProgram.Ending {
    let options = try CommandOptions(
      arguments, knowing: ServeSettings.options, environment: environment)
    guard !options.isGiven("help") else {
      terminal.say(help)
      return .done
    }
    let settings = try ServeSettings(options, environment: environment)
    let hub = try await RunningHub.start(settings, terminal)
    terminal.say(hub.welcome)
    await StopSignals.wait()
    terminal.say("Ending; running requests are finished first.")
    await hub.stop()
    return .done
  }

  private static let help = """
    Runs the Hub until it is stopped with Ctrl-C or SIGTERM.

    Usage: hub serve [options]

    \(CommandOptions.help(ServeSettings.options))
    """
}
