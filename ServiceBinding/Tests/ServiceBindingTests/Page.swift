import Foundation

/// A page of the protocol, found from this file's own place.
enum Page {
  static var serviceBinding: String {
    get throws {
      try String(
        contentsOf: URL(filePath: #filePath)
          .appending(path: "../../../../docs/protocol/service-binding.md").standardizedFileURL,
        encoding: .utf8)
    }
  }
}
