import PersonalSyncKit
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxHTTPClient

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An app as a program: its own verbs, and those that all apps share.
///
/// Exit statuses are those of ``Trouble/Kind``; 0 is done.
public struct AppProgram<Shown: App>: Sendable {
  public let tool: CommandLineTool

  public init(_ app: Shown.Type, on machine: Machine) {
    tool = CommandLineTool(
      Shown.profile.name, version: Shown.version, Shown.summary,
      details: """
        Data is kept in the folder \(Shown.profile.name) of your data folder \
        (XDG_DATA_HOME), or in the one that --data names. Exit status: 0 done, 1 refused, 2 not \
        understood, 3 the store, 4 the Hub, 5 you are needed (sign in, approve).
        """,
      common: [SharedOptions.data, SharedOptions.json],
      verbWithoutWords: Shown.verbWithoutWords,
      verbs: (Shown.verbs + Self.shared).map { $0.verb(on: machine) })
  }

  /// Verbs that every app has.
  private static var shared: [AppVerb<Shown>] {
    [
      .undo, .status, .connect, .approve, .sync, .attention, .audit, .seal, .unlock, .recover,
      .signOut, .serve,
    ]
  }

  /// Runs the program of this process and ends it.
  public static func main() async -> Never {
    // Whatever this program makes is its owner's alone.
    umask(0o077)
    let machine = Machine(
      environment: Environment.ofProcess, clock: SystemSyncClock(), random: SystemRandom(),
      zone: .ofMachine(), http: CurlClient(), network: AddressReturn(),
      browser: DesktopBrowser(environment: Environment.ofProcess), id: Environment.machineID)
    let words = Array(CommandLine.arguments.dropFirst())
    let status = await AppProgram(Shown.self, on: machine).tool.run(words, SystemConsole())
    exit(status.code)
  }
}
