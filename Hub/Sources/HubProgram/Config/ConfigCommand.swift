import ToolboxCommandLine
import ToolboxJSON

/// `hub config`: every setting that is in force, and where it was set.
///
/// No setting is a secret: keys are files of their own, and a password is never a setting.
enum ConfigCommand {
  /// A setting as it holds.
  private struct Line {
    let name: String
    let variable: String
    let words: [String]
    let source: GivenWords.Source
  }

  /// Throws for the same settings as `hub serve`, so that what is shown can be run.
  static func run(
    _ given: GivenSettings, _ console: any Console
  ) throws(ProgramFailure) -> VerbAnswer {
    let settings = try ServeSettings(given)
    let lines = try ServeSettings.all.map { (setting) throws(ProgramFailure) in
      let found = try given.words(of: setting)
      let isFolder = setting.name == ServeSettings.dataSetting.name
      return Line(
        name: setting.name, variable: setting.variable,
        words: isFolder ? [settings.data.path] : found.words, source: found.source)
    }
    tellUnknownVariables(in: given.environment, console)
    return VerbAnswer(lines.map(text(of:))) { json in write(lines, to: &json) }
  }

  private static func text(of line: Line) -> String {
    let name = line.name.padded(to: 15)
    let value = line.words.isEmpty ? "-" : line.words.joined(separator: " ")
    return "\(name)\(value.printable.padded(to: 34))\(words(for: line))"
  }

  private static func words(for line: Line) -> String {
    switch line.source {
    case .flag: "--\(line.name)"
    case .environment: line.variable
    case .file(let path, let number): "\(path.printable):\(number)"
    case .usual: "default"
    }
  }

  private static func write(_ lines: [Line], to json: inout JSONWriter) {
    json.array(lines) { json, line in
      json.object { json in
        json.member("name", line.name)
        json.member("values") { json in
          json.array(line.words) { json, word in json.string(word) }
        }
        switch line.source {
        case .flag: json.member("from", "flag")
        case .environment: json.member("from", "environment")
        case .file(let path, let number):
          json.member("from", "file")
          json.member("file", path)
          json.member("line", number)
        case .usual: json.member("from", "default")
        }
      }
    }
  }

  /// A variable with a slip in its name sets nothing, and nobody would notice.
  private static func tellUnknownVariables(
    in environment: [String: String], _ console: any Console
  ) {
    let known = ServeSettings.all.map(\.variable) + [GivenSettings.fileVariable]
    for name in environment.keys.sorted() where name.hasPrefix("HUB_") && !known.contains(name) {
      let nearest = NearestWord.of(name, among: known).map { " Did you mean \($0)?" } ?? ""
      console.complain("hub: \(name.printable) is no setting.\(nearest)")
    }
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(1, count - self.count))
  }
}
