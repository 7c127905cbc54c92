import ToolboxCommandLine

/// Something of the Hub that can be set: typed, by the environment, or in the settings file.
///
/// Its option, its variable and its key in the file are one name in three spellings.
protocol DeclaredSetting: Sendable {
  /// As it is typed after `--`, and as it stands in the file.
  var name: String { get }
  var parameter: any Parameter { get }
  /// What holds where nobody says anything, as it would be typed.
  var usualWords: [String] { get }

  /// The words of a file's value; nil where the setting takes no such value.
  func words(of value: SettingsEntry.Value) -> [String]?
  /// What has to be written instead, for where `words(of:)` is nil.
  var fileForm: String { get }
  /// Throws where a word cannot be meant.
  func check(_ word: String) throws(ValueProblem)
}

extension DeclaredSetting {
  var variable: String { Self.variable(of: name) }

  fileprivate static func variable(of name: String) -> String {
    "HUB_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}

/// A setting that takes one value.
protocol SettingOfOneWord: DeclaredSetting {
  associatedtype Value: Sendable

  var option: Option<Value> { get }
  var kind: ValueKind<Value> { get }
}

extension SettingOfOneWord {
  var parameter: any Parameter { option }
  var fileForm: String { OneWord.form }
  func words(of value: SettingsEntry.Value) -> [String]? { OneWord.words(of: value) }
  func check(_ word: String) throws(ValueProblem) { _ = try kind.read(word) }
}

/// A setting that always has one value.
struct Setting<Value: Sendable>: SettingOfOneWord {
  let name: String
  let option: Option<Value>
  let kind: ValueKind<Value>
  private let usual: String

  /// - Precondition: `usual` is a value of the kind.
  init(_ name: String, _ kind: ValueKind<Value>, usual: String, _ help: String) {
    self.name = name
    self.kind = kind
    self.usual = usual
    option = Option(name, kind, "\(help); \(usual). (\(Self.variable(of: name)))")
  }

  var usualWords: [String] { [usual] }
}

/// A setting that is off, or decided elsewhere, where nobody says anything.
struct OptionalSetting<Value: Sendable>: SettingOfOneWord {
  let name: String
  let option: Option<Value>
  let kind: ValueKind<Value>

  init(_ name: String, _ kind: ValueKind<Value>, _ help: String) {
    self.name = name
    self.kind = kind
    option = Option(name, kind, "\(help) (\(Self.variable(of: name)))")
  }

  var usualWords: [String] { [] }
}

/// A setting of any number of values; the environment can give one, the file a list.
struct RepeatedSetting<Value: Sendable>: DeclaredSetting {
  let name: String
  let option: RepeatedOption<Value>
  let kind: ValueKind<Value>

  init(_ name: String, _ kind: ValueKind<Value>, _ help: String) {
    self.name = name
    self.kind = kind
    option = RepeatedOption(name, kind, "\(help) (\(Self.variable(of: name)))")
  }

  var parameter: any Parameter { option }
  var usualWords: [String] { [] }
  var fileForm: String { "a text in quotes, or a list of them as [\"a\", \"b\"]" }

  func words(of value: SettingsEntry.Value) -> [String]? {
    if case .list(let words) = value { return words }
    return OneWord.words(of: value)
  }

  func check(_ word: String) throws(ValueProblem) { _ = try kind.read(word) }
}

/// A statement that holds where it is said; 1 or 0 in the environment, true or false in the file.
struct FlagSetting: DeclaredSetting {
  let name: String
  let flag: Flag

  init(_ name: String, _ help: String) {
    self.name = name
    flag = Flag(name, "\(help) (\(Self.variable(of: name)))")
  }

  static let yes = "1"
  static let no = "0"

  var parameter: any Parameter { flag }
  var usualWords: [String] { [Self.no] }
  var fileForm: String { "true or false" }

  func words(of value: SettingsEntry.Value) -> [String]? {
    guard case .truth(let holds) = value else { return nil }
    return [holds ? Self.yes : Self.no]
  }

  func check(_ word: String) throws(ValueProblem) {
    guard [Self.yes, Self.no].contains(word) else { throw ValueProblem(expected: "1 or 0") }
  }
}

/// How a setting of one value stands in a file.
private enum OneWord {
  static let form = "a text in quotes, or a whole number"

  static func words(of value: SettingsEntry.Value) -> [String]? {
    switch value {
    case .text(let word), .whole(let word): [word]
    case .truth, .list: nil
    }
  }
}
