import ToolboxCommandLine

/// `hub serve`: runs the Hub until it is asked to end.
enum ServeCommand {
  static func run(
    _ settings: ServeSettings, _ console: any Console
  ) async throws(ProgramFailure) -> ExitStatus {
    // Before it says that it is ready: whoever reads that may ask it to end at once.
    let stops = await StopSignals.take()
    let hub = try await RunningHub.start(settings, console)
    console.print(hub.welcome)
    await stops.wait()
    console.print("Ending; running requests are finished first.")
    await hub.stop()
    return .done
  }
}
