import Glibc
import ToolboxCommandLine
import ToolboxHTTPServer

/// The program `hub`.
public enum HubProgram {
  static let version = "0.1"

  /// Runs the verb that the process was started with, and ends the process with its status.
  public static func main() async {
    // What the Hub makes is for its owner alone, whatever the shell's habit is (SIGN-14).
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    BodyMemory.giveBackAtOnce()
    let words = Array(CommandLine.arguments.dropFirst())
    let status = await tool(environment: environment()).run(words, SystemConsole())
    exit(status.code)
  }

  static func tool(environment: [String: String]) -> CommandLineTool {
    CommandLineTool(
      "hub", version: version, "The front door of your apps.",
      details: """
        Every option with a variable in brackets can be set by it instead, or in the settings file \
        under its own name: port = 8765. What is typed wins, then the variable, then the file. \
        hub config shows what is in force.
        """,
      common: [GivenSettings.fileOption], verbs: verbs(environment))
  }

  private static func verbs(_ environment: [String: String]) -> [Verb] {
    func verb(
      _ name: String, _ summary: String, details: String = "", _ parameters: [any Parameter],
      run:
        @escaping @Sendable (GivenSettings, any Console) async throws(ProgramFailure) -> ExitStatus
    ) -> Verb {
      Verb(name, summary, details: details, parameters) { input, console in
        do throws(ProgramFailure) {
          return try await run(GivenSettings(input, environment), console)
        } catch {
          console.complain("hub: \(error.message)")
          return error.isMisuse ? .misused : .refused
        }
      }
    }
    /// A verb that does its work and then says what came of it, in words or with `--json`.
    func answering(
      _ name: String, _ summary: String, details: String = "", _ parameters: [any Parameter],
      run:
        @escaping @Sendable (GivenSettings, any Console) async throws(ProgramFailure) -> VerbAnswer
    ) -> Verb {
      verb(name, summary, details: details, parameters + [Flag.json]) {
        (given, console) throws(ProgramFailure) in
        try await run(given, console).print(isJSON: given.input[Flag.json], console)
      }
    }
    /// One about the account that is named.
    func ofAccount(
      _ name: String, _ summary: String,
      run: @escaping @Sendable (String, DeskSettings) async throws(ProgramFailure) -> VerbAnswer
    ) -> Verb {
      answering(name, summary, [AccountCommands.name] + deskPlace) {
        (given, _) throws(ProgramFailure) in
        try await run(given.input[AccountCommands.name], DeskSettings(given))
      }
    }
    return [
      verb("serve", "Runs the Hub until it is stopped.", ServeSettings.parameters) {
        (given, console) throws(ProgramFailure) in
        let settings = try ServeSettings(given)
        return try await ServeCommand.run(settings, console)
      },
      verb(
        "up", "Runs the Hub and the pages of your apps, and starts again what dies.",
        UpSettings.parameters
      ) { (given, console) throws(ProgramFailure) in
        try await UpCommand.run(given, console)
      },
      verb("openapi", "Prints the description of the Hub's API, in OpenAPI 3.1.", []) {
        (_, console) throws(ProgramFailure) in
        try OpenAPICommand.run(console)
      },
      answering(
        "config", "Shows every setting that is in force, and where it was set.",
        ServeSettings.parameters
      ) { (given, console) throws(ProgramFailure) in
        try ConfigCommand.run(given, console)
      },
      answering("accounts list", "Lists who has an account.", deskPlace) {
        (given, _) throws(ProgramFailure) in
        try await AccountCommands.list(DeskSettings(given))
      },
      answering("accounts invite", "Makes a link with which one more person can join.", deskPlace) {
        (given, _) throws(ProgramFailure) in
        try await AccountCommands.invite(DeskSettings(given))
      },
      ofAccount(
        "accounts disable", "Ends an account's sessions and keeps it out; its data stays.",
        run: AccountCommands.disable),
      ofAccount(
        "accounts enable", "Lets a disabled account in again.",
        run: AccountCommands.enable),
      ofAccount(
        "accounts delete", "Gives an account up: all of it is removed after seven days.",
        run: AccountCommands.delete),
      ofAccount(
        "accounts keep", "Keeps an account that was given up.",
        run: AccountCommands.keep),
      answering(
        "audit verify", "Says whether what happened to accounts is recorded as it was.",
        details: AuditCommands.details,
        [
          AuditCommands.account, AuditCommands.against, AuditCommands.archive,
          ServeSettings.dataSetting.option,
        ]
      ) { (given, _) throws(ProgramFailure) in
        if let archive = given.input[AuditCommands.archive] {
          guard given.input[AuditCommands.account] == nil else {
            throw .misuse("An archive is of one account; name none with --archive.")
          }
          return try AuditCommands.verify(
            archive: archive, against: given.input[AuditCommands.against])
        }
        return try await AuditCommands.verify(
          given.input[AuditCommands.account], against: given.input[AuditCommands.against],
          given.dataFolder)
      },
      answering(
        "export", "Writes all that the Hub keeps for an account into one signed file.",
        [AccountCommands.name, ExportCommand.file] + deskPlace
      ) { (given, _) throws(ProgramFailure) in
        try await ExportCommand.run(
          given.input[AccountCommands.name], to: given.input[ExportCommand.file],
          DeskSettings(given))
      },
      answering(
        "import", "Makes an account of what hub export wrote; the Hub does not run meanwhile.",
        [ExportCommand.file, ImportCommand.newName, Flag.yes] + deskPlace
      ) { (given, console) throws(ProgramFailure) in
        try await ImportCommand.run(
          given.input[ExportCommand.file], as: given.input[ImportCommand.newName],
          saidYes: given.input[Flag.yes], DeskSettings(given), console)
      },
      answering(
        "doctor", "Looks at all that the Hub needs, and changes nothing.", ServeSettings.parameters
      ) { (given, _) throws(ProgramFailure) in
        await DoctorCommand.run(try ServeSettings(given))
      },
      answering(
        "services", "Lists the services that the Hub asks, and the key that they have to know.",
        ServeSettings.parameters
      ) { (given, _) throws(ProgramFailure) in
        try ServicesCommand.run(ServeSettings(given))
      },
      answering(
        "backup", "Writes all of the Hub into one new file, while it runs.",
        [BackupCommands.file, BackupCommands.withoutKeys, ServeSettings.dataSetting.option]
      ) { (given, console) throws(ProgramFailure) in
        try BackupCommands.backUp(
          given.dataFolder, to: given.input[BackupCommands.file],
          hasKeys: !given.input[BackupCommands.withoutKeys], console)
      },
      answering(
        "restore", "Puts a Hub that does not run back from a backup.",
        [BackupCommands.file, Flag.yes, ServeSettings.dataSetting.option]
      ) { (given, console) throws(ProgramFailure) in
        try await BackupCommands.restore(
          given.dataFolder, from: given.input[BackupCommands.file],
          saidYes: given.input[Flag.yes], console)
      },
      ofAccount(
        "recover", "Makes a link with which somebody sets a new password.",
        run: AccountCommands.recover),
    ]
  }

  /// Where the data is, and under which name people reach the Hub.
  private static let deskPlace: [any Parameter] = [
    ServeSettings.dataSetting.option, ServeSettings.originSetting.option,
    ServeSettings.hostNameSetting.option, ServeSettings.portSetting.option,
  ]

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
