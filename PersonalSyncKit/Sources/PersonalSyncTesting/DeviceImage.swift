import Foundation
import PersonalSyncKit

/// All that a device keeps, as a crash or a copy at one moment would find it.
public struct DeviceImage: Sendable {
  let files: [String: Data]
  public var secrets: StoredSecrets

  /// The databases and their logs, and the notes of a store that is no database; what SQLite makes anew is
  /// left out.
  static func files(in folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in ["notes.db", "notes.db-wal", "notes.json", "journal.db", "journal.db-wal"] {
      let path = folder + "/" + name
      guard FileManager.default.fileExists(atPath: path) else { continue }
      files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return files
  }

  func write(to folder: String) throws {
    for (name, bytes) in files {
      try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }
}
