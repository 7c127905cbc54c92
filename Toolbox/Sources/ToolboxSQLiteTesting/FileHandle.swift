import CSQLite

/// One open file of a ``FaultyDisk``; used as SQLite uses its files, by one thread at a time.
final class FileHandle {
  let inner: UnsafeMutablePointer<sqlite3_file>
  /// Nil for a file without a name, which nobody finds again.
  private let file: DiskFile?
  private let disk: FaultyDisk
  private let life: Int

  init(_ disk: FaultyDisk, path: String?, _ inner: UnsafeMutablePointer<sqlite3_file>) {
    self.disk = disk
    self.inner = inner
    file = path.map { disk.file(at: $0, inner) }
    life = disk.lock.withLock { _ in disk.life }
  }

  var methods: sqlite3_io_methods { inner.pointee.pMethods.pointee }

  var isAlive: Bool { disk.lock.withLock { _ in disk.isAlive(life) } }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    disk.lock.withLock { _ in
      let refusal = disk.refusal(of: .write, inLife: life)
      guard refusal == nil || refusal == SQLITE_FULL else { return refusal ?? SQLITE_IOERR }
      // A full disk takes the first half.
      let count = refusal == nil ? bytes.count : bytes.count / 2
      let fitting = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
      let code = methods.xWrite(inner, fitting.baseAddress, Int32(fitting.count), offset)
      if code == SQLITE_OK { file?.wrote(fitting, at: Int(offset)) }
      return refusal ?? code
    }
  }

  func truncate(to size: Int64) -> Int32 {
    disk.lock.withLock { _ in
      if let code = disk.refusal(of: .truncate, inLife: life) { return code }
      let code = methods.xTruncate(inner, size)
      if code == SQLITE_OK { file?.truncated(to: Int(size)) }
      return code
    }
  }

  func sync() -> Int32 {
    disk.lock.withLock { _ in
      let refusal = disk.refusal(of: .sync, inLife: life)
      guard let refusal else {
        file?.wasSynced()
        return SQLITE_OK
      }
      if disk.isAlive(life) { file?.lostWhatWasPending() }
      return refusal
    }
  }
}

extension FaultyDisk {
  /// What is known of the file at `path`; a file that was there before is taken for synced.
  fileprivate func file(
    at path: String, _ inner: UnsafeMutablePointer<sqlite3_file>
  ) -> DiskFile {
    if let known = lock.withLock({ _ in files[path] }) { return known }
    let file = DiskFile(synced: Self.content(of: inner))
    lock.withLock { _ in files[path] = file }
    return file
  }

  private static func content(of file: UnsafeMutablePointer<sqlite3_file>) -> [UInt8] {
    // Through SQLite: to open and close the file beside it would drop the locks of this process.
    let methods: sqlite3_io_methods = file.pointee.pMethods.pointee
    var size: Int64 = 0
    guard methods.xFileSize(file, &size) == SQLITE_OK, size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let code = methods.xRead(file, buffer.baseAddress, Int32(size), 0)
      count = code == SQLITE_OK ? Int(size) : 0
    }
  }
}
