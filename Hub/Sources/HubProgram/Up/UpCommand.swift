/// `hub up`: runs the Hub and the apps' pages.
enum UpCommand {
  static func run(
    _ arguments: [String], _ environment: [String: String], _ terminal: Terminal
  ) async throws(ProgramFailure) -> HubProgram.Ending {
    .done
  }
}
