import Glibc
import ToolboxCommandLine

/// The program `hub`.
public enum HubProgram {
  static let version = "0.1"

  /// Runs the verb that the process was started with, and ends the process with its status.
  public static func main() async {
    // What the Hub makes is for its owner alone, whatever the shell's habit is (SIGN-14).
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    let words = Array(CommandLine.arguments.dropFirst())
    let status = await tool(environment: environment()).run(words, SystemConsole())
    exit(status.code)
  }

  static func tool(environment: [String: String]) -> CommandLineTool {
    CommandLineTool(
      "hub", version: version, "The front door of your apps.",
      details: """
        Every option with a variable in brackets can be set by it instead; what is typed wins.
        """,
      verbs: [
        verb("serve", "Runs the Hub until it is stopped.", ServeSettings.parameters) {
          (input, console) throws(ProgramFailure) in
          let settings = try ServeSettings(GivenSettings(input, environment))
          return try await ServeCommand.run(settings, console)
        },
        verb(
          "up", "Runs the Hub and the pages of your apps, and starts again what dies.",
          UpSettings.parameters
        ) { (input, console) throws(ProgramFailure) in
          try await UpCommand.run(GivenSettings(input, environment), console)
        },
        verb("openapi", "Prints the description of the Hub's API, in OpenAPI 3.1.", []) {
          (_, console) throws(ProgramFailure) in
          try OpenAPICommand.run(console)
        },
        verb(
          "accounts list", "Lists who has an account.",
          deskPlace + [Flag.json]
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.list(desk, isJSON: input[Flag.json], console)
        },
        verb("accounts invite", "Makes a link with which one more person can join.", deskPlace) {
          (input, console) throws(ProgramFailure) in
          try await AccountCommands.invite(
            DeskSettings(GivenSettings(input, environment)), console)
        },
        verb(
          "accounts disable", "Ends an account's sessions and keeps it out; its data stays.",
          [AccountCommands.name] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.disable(input[AccountCommands.name], desk, console)
        },
        verb(
          "accounts enable", "Lets a disabled account in again.",
          [AccountCommands.name] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.enable(input[AccountCommands.name], desk, console)
        },
        verb(
          "audit verify", "Says whether what happened to accounts is recorded as it was.",
          details: AuditCommands.details,
          [
            AuditCommands.account, AuditCommands.against, ServeSettings.dataSetting.option,
            Flag.json,
          ]
        ) { (input, console) throws(ProgramFailure) in
          let given = GivenSettings(input, environment)
          let data = try DataFolder(
            asked: try given[ServeSettings.dataSetting], environment: given.environment)
          return try await AuditCommands.verify(
            input[AuditCommands.account], against: input[AuditCommands.against], data,
            isJSON: input[Flag.json], console)
        },
        verb(
          "accounts delete", "Gives an account up: all of it is removed after seven days.",
          [AccountCommands.name] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.delete(input[AccountCommands.name], desk, console)
        },
        verb(
          "accounts keep", "Keeps an account that was given up.",
          [AccountCommands.name] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.keep(input[AccountCommands.name], desk, console)
        },
        verb(
          "export", "Writes all that the Hub keeps for an account into one signed file.",
          [AccountCommands.name, ExportCommand.file] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await ExportCommand.run(
            input[AccountCommands.name], to: input[ExportCommand.file], desk, console)
        },
        verb(
          "import", "Makes an account of what hub export wrote; the Hub does not run meanwhile.",
          [ExportCommand.file, ImportCommand.newName, Flag.yes] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await ImportCommand.run(
            input[ExportCommand.file], as: input[ImportCommand.newName],
            saidYes: input[Flag.yes], desk, console)
        },
        verb(
          "doctor", "Looks at all that the Hub needs, and changes nothing.",
          ServeSettings.parameters + [Flag.json]
        ) { (input, console) throws(ProgramFailure) in
          let settings = try ServeSettings(GivenSettings(input, environment))
          return DoctorCommand.run(settings, isJSON: input[Flag.json], console)
        },
        verb(
          "services", "Lists the services that the Hub asks, and the key that they have to know.",
          ServeSettings.parameters + [Flag.json]
        ) { (input, console) throws(ProgramFailure) in
          let settings = try ServeSettings(GivenSettings(input, environment))
          return try ServicesCommand.run(settings, isJSON: input[Flag.json], console)
        },
        verb(
          "backup", "Writes all of the Hub into one new file, while it runs.",
          [BackupCommands.file, BackupCommands.withoutKeys, ServeSettings.dataSetting.option]
        ) { (input, console) throws(ProgramFailure) in
          try BackupCommands.backUp(
            GivenSettings(input, environment).dataFolder, to: input[BackupCommands.file],
            hasKeys: !input[BackupCommands.withoutKeys], console)
        },
        verb(
          "restore", "Puts a Hub that does not run back from a backup.",
          [BackupCommands.file, Flag.yes, ServeSettings.dataSetting.option]
        ) { (input, console) throws(ProgramFailure) in
          try await BackupCommands.restore(
            GivenSettings(input, environment).dataFolder, from: input[BackupCommands.file],
            saidYes: input[Flag.yes], console)
        },
        verb(
          "recover", "Makes a link with which somebody sets a new password.",
          [AccountCommands.name] + deskPlace
        ) { (input, console) throws(ProgramFailure) in
          let desk = try DeskSettings(GivenSettings(input, environment))
          return try await AccountCommands.recover(input[AccountCommands.name], desk, console)
        },
      ])
  }

  /// Where the data is, and under which name people reach the Hub.
  private static let deskPlace: [any Parameter] = [
    ServeSettings.dataSetting.option, ServeSettings.originSetting.option,
    ServeSettings.hostNameSetting.option, ServeSettings.portSetting.option,
  ]

  private static func verb(
    _ name: String, _ summary: String, details: String = "", _ parameters: [any Parameter],
    run: @escaping @Sendable (CommandInput, any Console) async throws(ProgramFailure) -> ExitStatus
  ) -> Verb {
    Verb(name, summary, details: details, parameters) { input, console in
      do throws(ProgramFailure) { return try await run(input, console) } catch {
        console.complain("hub: \(error.message)")
        return error.isMisuse ? .misused : .refused
      }
    }
  }

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
