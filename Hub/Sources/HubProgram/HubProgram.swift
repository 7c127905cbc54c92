import Glibc

/// The program `hub`: finds the command and runs it.
public enum HubProgram {
  /// Runs the command that the process was started with, and ends the process with its status.
  public static func main() async {
    // What the Hub makes is for its owner alone, whatever the shell's habit is (SIGN-14).
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst()), environment: environment()).status)
  }

  /// The exit status: 0 for done, or ended as asked; 1 for could not; 2 for called wrongly.
  struct Ending: Sendable, Equatable {
    let status: Int32

    static let done = Ending(status: 0)
    static let failed = Ending(status: 1)
    static let misused = Ending(status: 2)
  }

  static func run(_ arguments: [String], environment: [String: String]) async -> Ending {
    let terminal = Terminal()
    guard let command = arguments.first else {
      terminal.warn(help)
      return .misused
    }
    let rest = Array(arguments.dropFirst())
    do throws(ProgramFailure) {
      switch command {
      case "serve": return try await ServeCommand.run(rest, environment, terminal)
      case "up": return try await UpCommand.run(rest, environment, terminal)
      case "help", "--help", "-h": terminal.say(help)
      case "--version": terminal.say("hub \(version)")
      default:
        throw .misuse("There is no command '\(command.printable)'. Run 'hub --help'.")
      }
      return .done
    } catch {
      terminal.warn("hub: \(error.message)")
      return error.isMisuse ? .misused : .failed
    }
  }

  static let version = "0.1"

  private static let help = """
    hub – the front door of your apps

    Usage: hub <command> [options]

      serve   run the Hub until it is stopped
      up      run the Hub and the pages of your apps, and start again what dies

    'hub <command> --help' says more.
    """

  private static func environment() -> [String: String] {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return values
  }
}

/// Why a command could not do what was asked, in a sentence that says what to do.
struct ProgramFailure: Error, Equatable, Sendable {
  let message: String
  /// The command line is wrong, rather than something on the machine.
  let isMisuse: Bool

  static func misuse(_ message: String) -> ProgramFailure {
    ProgramFailure(message: message, isMisuse: true)
  }

  static func failure(_ message: String) -> ProgramFailure {
    ProgramFailure(message: message, isMisuse: false)
  }
}
