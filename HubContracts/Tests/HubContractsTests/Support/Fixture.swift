import Foundation

/// Files that tests compare with, found from this file's own place.
enum Fixture {
  private static let tests = URL(filePath: #filePath).appending(path: "../..")

  /// Bytes of `Fixtures/wire/<name>` without the newline that ends the file.
  static func wire(_ name: String) throws -> [UInt8] {
    var bytes = Array(try Data(contentsOf: place("Fixtures/wire/\(name)")))
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  /// Lines of `Fixtures/wire/<name>`.
  static func wireLines(_ name: String) throws -> [String] {
    String(decoding: try wire(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Lines of a page under `docs/protocol`.
  static func protocolPage(_ name: String) throws -> [String] {
    try String(contentsOf: place("../../../docs/protocol/\(name)"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The cells of every table row of a page whose first cell is code.
  static func tableRows(ofProtocolPage name: String) throws -> [[String]] {
    try protocolPage(name).filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func place(_ path: String) -> URL {
    tests.appending(path: path).standardizedFileURL
  }
}
