import CSQLite
import Glibc
import ToolboxLocks

/// A disk's entry in SQLite's list of file systems.
final class Registration {
  private static let count = Locked(0)

  let name: String
  private let entry: UnsafeMutablePointer<sqlite3_vfs>

  init() {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    name = "faulty-disk-\(number)"
    guard let system = sqlite3_vfs_find(nil) else {
      preconditionFailure("SQLite has a file system")
    }
    entry = .allocate(capacity: 1)
    // What is not replaced is the system's own and looks at nothing in the entry.
    entry.initialize(to: system.pointee)
    entry.pointee.pNext = nil
    entry.pointee.zName = UnsafePointer(strdup(name))
    entry.pointee.szOsFile = Int32(OpenFile.innerOffset) + system.pointee.szOsFile
    entry.pointee.xOpen = { OpenFile.open($0, $1, $2, $3, $4) }
    entry.pointee.xDelete = { vfs, path, mustSync in
      guard let path else { return SQLITE_IOERR }
      return FaultyDisk.of(vfs).delete(path, mustSync)
    }
  }

  /// The disk is not kept by this: it ends the registration when it goes.
  func register(_ disk: FaultyDisk) {
    entry.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
    let result = sqlite3_vfs_register(entry, 0)
    precondition(result == SQLITE_OK, "SQLite takes a file system")
  }

  func end() {
    sqlite3_vfs_unregister(entry)
    free(UnsafeMutableRawPointer(mutating: entry.pointee.zName))
    entry.deallocate()
  }
}

extension FaultyDisk {
  static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk {
    guard let disk = vfs?.pointee.pAppData else { preconditionFailure("registered with its disk") }
    return Unmanaged<FaultyDisk>.fromOpaque(disk).takeUnretainedValue()
  }

  func delete(_ path: UnsafePointer<CChar>, _ mustSync: Int32) -> Int32 {
    guard let system = sqlite3_vfs_find(nil) else { return SQLITE_IOERR }
    return lock.withLock { _ in
      if let code = refusal(of: .delete) { return code }
      let code = system.pointee.xDelete(system, path, mustSync)
      if code == SQLITE_OK { files[String(cString: path)] = nil }
      return code
    }
  }
}
