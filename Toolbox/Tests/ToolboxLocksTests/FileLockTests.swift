import Foundation
import Testing

@testable import ToolboxLocks

@Suite struct FileLockTests {
  let path = NSTemporaryDirectory() + "file-lock-" + UUID().uuidString

  @Test func `a lock excludes another one until it ends`() throws {
    defer { unlink(path) }
    var lock = try FileLock.tryToHold(path: path)
    #expect(lock != nil)
    #expect(try FileLock.tryToHold(path: path) == nil)
    lock = nil
    #expect(try FileLock.tryToHold(path: path) != nil)
  }

  @Test func `what was released is free at once, and stays free when the value ends`() throws {
    defer { unlink(path) }
    let first = try #require(try FileLock.tryToHold(path: path))
    first.release()
    first.release()
    #expect(try FileLock.tryToHold(path: path) != nil)
  }

  @Test func `a copy of the descriptor in a starting child does not hold the lock`() throws {
    defer { unlink(path) }
    var copy: Int32 = -1
    do {
      let lock = try #require(try FileLock.tryToHold(path: path))
      copy = dup(lock.descriptor)
    }
    #expect(try FileLock.tryToHold(path: path) != nil)
    close(copy)
  }

  @Test func `a place that cannot be written is told`() {
    #expect(throws: FileLock.Failure(path: "/nowhere/lock", errno: ENOENT)) {
      try FileLock.hold(path: "/nowhere/lock")
    }
  }
}
