import ToolboxCommandLine

/// An option that may be set by the environment too.
struct Setting<Value: Sendable>: Sendable {
  let option: Option<Value>
  fileprivate let variable: EnvironmentVariable<Value>

  init(_ name: String, _ kind: ValueKind<Value>, variable: String, _ help: String) {
    option = Option(name, kind, "\(help) (\(variable))")
    self.variable = EnvironmentVariable(name: variable, kind: kind)
  }
}

/// An option that may be typed several times, or be set once by the environment.
struct RepeatedSetting<Value: Sendable>: Sendable {
  let option: RepeatedOption<Value>
  fileprivate let variable: EnvironmentVariable<Value>

  init(_ name: String, _ kind: ValueKind<Value>, variable: String, _ help: String) {
    option = RepeatedOption(name, kind, "\(help) (\(variable))")
    self.variable = EnvironmentVariable(name: variable, kind: kind)
  }
}

/// A flag that may be set by the environment too, as 1.
struct FlagSetting: Sendable {
  let flag: Flag
  fileprivate let variable: String

  init(_ name: String, variable: String, _ help: String) {
    flag = Flag(name, "\(help) (\(variable))")
    self.variable = variable
  }
}

/// What was typed, and where nothing was, what the environment says.
struct GivenSettings: Sendable {
  let input: CommandInput
  let environment: [String: String]

  init(_ input: CommandInput, _ environment: [String: String]) {
    self.input = input
    self.environment = environment
  }

  /// Nil where neither is set; an empty variable is not set.
  subscript<Value>(_ setting: Setting<Value>) -> Value? {
    get throws(ProgramFailure) {
      if let typed = input[setting.option] { return typed }
      return try setting.variable.read(in: environment)
    }
  }

  subscript<Value>(_ setting: RepeatedSetting<Value>) -> [Value] {
    get throws(ProgramFailure) {
      let typed = input[setting.option]
      if !typed.isEmpty { return typed }
      return try setting.variable.read(in: environment).map { [$0] } ?? []
    }
  }

  /// The folder of the Hub that a verb is about.
  var dataFolder: DataFolder {
    get throws(ProgramFailure) {
      try DataFolder(asked: try self[ServeSettings.dataSetting], environment: environment)
    }
  }

  subscript(_ setting: FlagSetting) -> Bool {
    get throws(ProgramFailure) {
      if input[setting.flag] { return true }
      switch environment[setting.variable] ?? "" {
      case "1": return true
      case "0", "": return false
      default: throw .misuse("\(setting.variable) must be 1 or 0.")
      }
    }
  }
}

private struct EnvironmentVariable<Value: Sendable>: Sendable {
  let name: String
  let kind: ValueKind<Value>

  func read(in environment: [String: String]) throws(ProgramFailure) -> Value? {
    guard let word = environment[name], !word.isEmpty else { return nil }
    do { return try kind.read(word) } catch {
      throw .misuse("\(name) is \"\(word.printable)\", not \(error.expected).")
    }
  }
}
