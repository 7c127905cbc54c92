import ToolboxCommandLine

/// What was said about a setting, and where.
struct GivenWords: Equatable, Sendable {
  enum Source: Equatable, Sendable {
    case flag
    case environment
    /// The line, from 1.
    case file(path: String, line: Int)
    /// Nobody said anything.
    case usual
  }

  let words: [String]
  let source: Source
}

/// What holds for a command: what was typed, else the environment, else the file, else the usual.
struct GivenSettings: Sendable {
  static let fileOption = Option(
    "config", .file,
    "Read settings from FILE instead of ~/.config/hub/hub.toml. (\(fileVariable))")
  static let fileVariable = "HUB_CONFIG"

  let input: CommandInput
  let environment: [String: String]
  let file: SettingsFile?

  /// Reads the settings file; every word of it is checked, whichever command asks.
  init(_ input: CommandInput, _ environment: [String: String]) throws(ProgramFailure) {
    self.input = input
    self.environment = environment
    file = try SettingsFile.find(
      asked: input[Self.fileOption] ?? environment[Self.fileVariable], environment: environment)
    for setting in ServeSettings.all { _ = try fileWords(of: setting) }
  }

  /// - Precondition: the verb declares the setting.
  func words(of setting: some DeclaredSetting) throws(ProgramFailure) -> GivenWords {
    let typed = input.words(of: setting.parameter)
    if let typed {
      return GivenWords(words: typed.isEmpty ? [FlagSetting.yes] : typed, source: .flag)
    }
    return try untyped(setting)
  }

  /// What holds for programs that are started with no word about the setting.
  func untyped(_ setting: some DeclaredSetting) throws(ProgramFailure) -> GivenWords {
    if let word = environment[setting.variable], !word.isEmpty {
      do { try setting.check(word) } catch {
        throw .misuse("\(setting.variable) is \"\(word.printable)\", not \(error.expected).")
      }
      return GivenWords(words: [word], source: .environment)
    }
    return try fileWords(of: setting) ?? GivenWords(words: setting.usualWords, source: .usual)
  }

  private func fileWords(of setting: some DeclaredSetting) throws(ProgramFailure) -> GivenWords? {
    guard let file, let entry = file[setting.name] else { return nil }
    guard let words = setting.words(of: entry.value) else {
      throw file.misuse(entry, "\(setting.name) takes \(setting.fileForm).")
    }
    for word in words {
      do { try setting.check(word) } catch {
        throw file.misuse(
          entry, "\(setting.name) is \"\(word.printable)\", not \(error.expected).")
      }
    }
    return GivenWords(words: words, source: .file(path: file.path, line: entry.line))
  }

  subscript<Value>(_ setting: Setting<Value>) -> Value {
    get throws(ProgramFailure) {
      guard let value = try values(of: setting, setting.kind).first else {
        preconditionFailure("a setting that always has a value has one")
      }
      return value
    }
  }

  subscript<Value>(_ setting: OptionalSetting<Value>) -> Value? {
    get throws(ProgramFailure) { try values(of: setting, setting.kind).first }
  }

  subscript<Value>(_ setting: RepeatedSetting<Value>) -> [Value] {
    get throws(ProgramFailure) { try values(of: setting, setting.kind) }
  }

  subscript(_ setting: FlagSetting) -> Bool {
    get throws(ProgramFailure) { try words(of: setting).words == [FlagSetting.yes] }
  }

  private func values<Value>(
    of setting: some DeclaredSetting, _ kind: ValueKind<Value>
  ) throws(ProgramFailure) -> [Value] {
    try words(of: setting).words.map { (word) throws(ProgramFailure) in
      do { return try kind.read(word) } catch {
        preconditionFailure("every word is checked where it is found, and reading it is pure")
      }
    }
  }

  /// The folder of the Hub that a verb is about.
  ///
  /// A file is read from wherever a command is typed, so a path in it begins at the root.
  var dataFolder: DataFolder {
    get throws(ProgramFailure) {
      let given = try words(of: ServeSettings.dataSetting)
      if case .file(let path, let line) = given.source,
        given.words.contains(where: { !$0.hasPrefix("/") })
      {
        throw .misuse("\(path.printable):\(line): data takes a whole path, as \"/var/lib/hub\".")
      }
      return try DataFolder(asked: given.words.first, environment: environment)
    }
  }
}
