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
    console.print("Ending; running requests are finished first. Ask again to end at once.")
    return await end(hub, unlessAskedAgain: stops)
  }

  /// Waits for the drain, or until somebody asks again; what was answered is on the disk.
  private static func end(
    _ hub: RunningHub, unlessAskedAgain stops: StopSignals
  ) async -> ExitStatus {
    let (ends, ended) = AsyncStream.makeStream(of: ExitStatus.self)
    let drain = Task {
      await hub.stop()
      ended.yield(.done)
    }
    let hurry = Task {
      await stops.wait()
      ended.yield(.refused)
    }
    defer {
      drain.cancel()
      hurry.cancel()
    }
    for await status in ends { return status }
    return .done
  }
}
