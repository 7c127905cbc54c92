import Glibc
import ToolboxCommandLine

/// The settings that a person wrote down, once for every command.
struct SettingsFile: Sendable, Equatable {
  /// A longer file is not one that a person wrote.
  static let bytesMax = 65_536

  let path: String
  private let entries: [String: SettingsEntry]

  /// Reads the file that was asked for, which must be there, else the one in the usual place.
  ///
  /// Nil where none was asked for and none is in the usual place: `$XDG_CONFIG_HOME/hub/hub.toml`,
  /// else `~/.config/hub/hub.toml`.
  static func find(
    asked: String?, environment: [String: String]
  ) throws(ProgramFailure) -> SettingsFile? {
    if let asked, !asked.isEmpty {
      guard let file = try SettingsFile(path: asked) else {
        throw .misuse("There is no settings file \(asked.printable). Make it, or name another.")
      }
      return file
    }
    return try usualPath(environment).flatMap { (path) throws(ProgramFailure) in
      try SettingsFile(path: path)
    }
  }

  static func usualPath(_ environment: [String: String]) -> String? {
    if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
      return "\(config)/hub/hub.toml"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.config/hub/hub.toml"
  }

  /// Nil where there is no file.
  private init?(path: String) throws(ProgramFailure) {
    self.path = path
    guard let text = try Self.text(at: path) else { return nil }
    let read: [SettingsEntry]
    do { read = try SettingsText.read(text) } catch {
      throw Self.misuse(path, error.line, error.words)
    }
    let known = ServeSettings.all.map(\.name)
    for entry in read where !known.contains(entry.key) {
      let nearest = NearestWord.of(entry.key, among: known).map { " Did you mean \($0)?" }
      throw Self.misuse(
        path, entry.line,
        "There is no setting \(entry.key.printable)."
          + (nearest ?? " hub config shows all of them."))
    }
    entries = Dictionary(uniqueKeysWithValues: read.map { ($0.key, $0) })
  }

  subscript(_ key: String) -> SettingsEntry? { entries[key] }

  /// What is wrong in a line of this file.
  func misuse(_ entry: SettingsEntry, _ words: String) -> ProgramFailure {
    Self.misuse(path, entry.line, words)
  }

  private static func misuse(_ path: String, _ line: Int, _ words: String) -> ProgramFailure {
    .misuse("\(path.printable):\(line): \(words)")
  }

  private static func text(at path: String) throws(ProgramFailure) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable(path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .misuse("\(path.printable) is no file. Name a settings file.")
    }
    // Who can write here decides where the Hub keeps its data and who reaches it.
    guard status.st_mode & 0o022 == 0, [0, getuid()].contains(status.st_uid) else {
      throw .failure(
        "Others can write into \(path.printable), or it is another user's. "
          + "Run: chmod go-w '\(path.printable)'")
    }
    var bytes = [UInt8](repeating: 0, count: bytesMax + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      guard got >= 0 else { throw unreadable(path) }
      if got == 0 { break }
      count += got
    }
    guard count <= bytesMax, let text = String(validating: bytes.prefix(count), as: UTF8.self)
    else {
      throw .misuse(
        "\(path.printable) is no settings file: it is longer than \(bytesMax) bytes, or not UTF-8.")
    }
    return text
  }

  private static func unreadable(_ path: String) -> ProgramFailure {
    .failure("Cannot read \(path.printable): \(String(cString: strerror(errno))).")
  }
}
