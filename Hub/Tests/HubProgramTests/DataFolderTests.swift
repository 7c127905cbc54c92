import Foundation
import Testing

@testable import HubProgram

/// What another user of the machine can prepare in a folder, before the Hub opens anything there.
@Suite struct DataFolderTests {
  let temporary = TemporaryFolder()

  private func data(_ name: String = "data") throws -> DataFolder {
    try DataFolder(asked: temporary.file(name), environment: [:])
  }

  private func take(_ data: DataFolder) -> String? {
    do {
      try data.take().release()
      return nil
    } catch { return error.message }
  }

  private func found(_ data: DataFolder) -> String? {
    do {
      try data.findDatabase()
      return nil
    } catch { return error.message }
  }

  private func mode(_ path: String, _ mode: mode_t) { #expect(chmod(path, mode) == 0) }

  private func owner(_ path: String, _ owner: uid_t) { #expect(lchown(path, owner, owner) == 0) }

  @Test func `a folder that is ours alone is taken, and its database is for nobody else`() throws {
    let data = try data()
    #expect(take(data) == nil && found(data) == nil)
    mode(data.databasePath, 0o644)

    #expect(take(data) == nil)

    var status = stat()
    #expect(stat(data.databasePath, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: [mode_t(0o777), 0o1777, 0o770, 0o1770])
  func `a folder that others can write into is refused, also a sticky one`(mode: mode_t) throws {
    let data = try data()
    #expect(take(data) == nil)
    self.mode(data.path, mode)

    #expect(take(data)?.contains("chmod go-w") == true)
    #expect(found(data)?.contains("chmod go-w") == true)
  }

  @Test(arguments: ["hub.db", "hub.db-wal", "hub.db-journal", "hub.lock", "keys/pepper"])
  func `a file that others can write to is refused before it is opened`(name: String) throws {
    let data = try data()
    #expect(take(data) == nil)
    #expect(mkdir("\(data.path)/keys", 0o700) == 0)
    let path = "\(data.path)/\(name)"
    try Data().write(to: URL(fileURLWithPath: path))
    mode(path, 0o666)

    #expect(take(data)?.contains("Others can write to \(path)") == true)
    #expect(found(data)?.contains("Others can write to \(path)") == true)
  }

  @Test(arguments: ["hub.db", "hub.db-wal", "hub.db-shm", "hub.lock", "keys/identity"])
  func `a link in the place of a file is refused, and what it leads to is not touched`(
    name: String
  ) throws {
    let data = try data()
    #expect(take(data) == nil)
    #expect(mkdir("\(data.path)/keys", 0o700) == 0)
    let target = temporary.file("target")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
    unlink("\(data.path)/\(name)")
    #expect(symlink(target, "\(data.path)/\(name)") == 0)

    #expect(take(data)?.contains("is a link or no file") == true)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can give files away"),
    arguments: [
      "", "/hub.db", "/hub.db-wal", "/hub.lock", "/keys",
    ])
  func `what belongs to another user is refused before it is opened`(name: String) throws {
    let data = try data()
    #expect(take(data) == nil)
    #expect(mkdir("\(data.path)/keys", 0o700) == 0)
    let path = data.path + name
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(fileURLWithPath: path))
    }
    owner(path, 65_534)

    #expect(take(data)?.contains("\(path) belongs to another user") == true)
    #expect(found(data)?.contains("\(path) belongs to another user") == true)
  }

  @Test(.enabled(if: getuid() == 0, "only root can give files away"))
  func `a folder behind another user's link is refused, and behind one's own is taken`() throws {
    let real = try data("real")
    #expect(take(real) == nil)
    let linked = try data("linked")
    #expect(symlink(real.path, linked.path) == 0)

    #expect(take(linked) == nil)
    owner(linked.path, 65_534)

    #expect(take(linked)?.contains("is a link of another user") == true)
  }
}
