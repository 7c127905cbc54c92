/// The options of one command: read from its arguments, then from the environment.
struct CommandOptions: Sendable {
  /// One option that a command knows.
  struct Option: Sendable {
    let name: String
    /// What stands for the value in the help; nil for a switch, which has none.
    let value: String?
    /// Read where the option is not given; nil for none.
    let variable: String?
    let help: String

    init(_ name: String, _ value: String? = nil, variable: String? = nil, help: String) {
      self.name = name
      self.value = value
      self.variable = variable
      self.help = help
    }
  }

  private var values: [String: [String]] = [:]

  /// Reads `--name value`, `--name=value` and `--switch`; anything else is misuse.
  init(
    _ arguments: [String], knowing options: [Option], environment: [String: String]
  ) throws(ProgramFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { "--\($0.name)" == parts[0] }) else {
        throw .misuse("There is no option '\(argument.printable)' here. See --help.")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw .misuse("--\(option.name) takes no value.") }
        values[option.name] = ["yes"]
      } else if parts.count == 2 {
        values[option.name, default: []].append(String(parts[1]))
      } else if let value = rest.popFirst() {
        values[option.name, default: []].append(value)
      } else {
        throw .misuse("--\(option.name) needs a value.")
      }
    }
    for option in options {
      guard let variable = option.variable, values[option.name] == nil,
        let value = environment[variable], !value.isEmpty
      else { continue }
      if option.value == nil {
        guard ["0", "1"].contains(value) else { throw .misuse("\(variable) must be 0 or 1.") }
        if value == "1" { values[option.name] = ["yes"] }
      } else {
        values[option.name] = [value]
      }
    }
  }

  func isGiven(_ name: String) -> Bool { values[name] != nil }

  /// The value given last.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value, in the order given.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(ProgramFailure) -> Int64? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw .misuse(
        "--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The part of a help text that lists the options.
  static func help(_ options: [Option]) -> String {
    options.map { option in
      let name = "  --\(option.name)" + (option.value.map { " \($0)" } ?? "")
      let gap = String(repeating: " ", count: max(1, 24 - name.count))
      return name + gap + option.help + (option.variable.map { " (\($0))" } ?? "")
    }.joined(separator: "\n")
  }
}
