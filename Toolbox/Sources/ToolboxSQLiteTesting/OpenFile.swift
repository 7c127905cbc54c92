import CSQLite

/// A file that SQLite has open: its callbacks, this, and behind it the system's own open file.
struct OpenFile {
  var base: sqlite3_file
  var handle: Unmanaged<FileHandle>?

  static let innerOffset = MemoryLayout<OpenFile>.stride

  static func open(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file, let system = sqlite3_vfs_find(nil) else { return SQLITE_CANTOPEN }
    let disk = FaultyDisk.of(vfs)
    file.pointee.pMethods = nil
    guard !disk.isStopped else { return SQLITE_CANTOPEN }
    let inner = (UnsafeMutableRawPointer(file) + innerOffset)
      .assumingMemoryBound(to: sqlite3_file.self)
    let code = system.pointee.xOpen(system, name, inner, flags, outFlags)
    guard code == SQLITE_OK else { return code }
    let handle = FileHandle(disk, path: name.map { String(cString: $0) }, inner)
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self).initialize(
      to: OpenFile(
        base: sqlite3_file(pMethods: callbacks), handle: Unmanaged.passRetained(handle)))
    return SQLITE_OK
  }

  fileprivate static func handle(of file: UnsafeMutablePointer<sqlite3_file>?) -> FileHandle {
    guard let file,
      let handle = UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenFile.self)
        .pointee.handle
    else { preconditionFailure("SQLite uses a file that it has open") }
    return handle.takeUnretainedValue()
  }

  fileprivate static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    let handle = handle(of: file)
    let code = handle.methods.xClose(handle.inner)
    Unmanaged.passUnretained(handle).release()
    return code
  }

  // Safe because it is written once and then only read.
  nonisolated(unsafe) private static let callbacks: UnsafePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 2
    addReading(to: &methods.pointee)
    addWriting(to: &methods.pointee)
    addLocking(to: &methods.pointee)
    return UnsafePointer(methods)
  }()

  private static func addReading(to methods: inout sqlite3_io_methods) {
    methods.xClose = { OpenFile.close($0) }
    methods.xRead = { file, bytes, count, offset in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xRead(handle.inner, bytes, count, offset)
    }
    methods.xFileSize = { file, size in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xFileSize(handle.inner, size)
    }
    methods.xFileControl = { file, operation, argument in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xFileControl(handle.inner, operation, argument)
    }
    methods.xSectorSize = { file in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xSectorSize(handle.inner)
    }
    methods.xDeviceCharacteristics = { file in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xDeviceCharacteristics(handle.inner)
    }
  }

  private static func addWriting(to methods: inout sqlite3_io_methods) {
    methods.xWrite = { file, bytes, count, offset in
      OpenFile.handle(of: file).write(
        UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset)
    }
    methods.xTruncate = { OpenFile.handle(of: $0).truncate(to: $1) }
    methods.xSync = { file, _ in OpenFile.handle(of: file).sync() }
  }

  private static func addLocking(to methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in
      let handle = OpenFile.handle(of: file)
      guard handle.isAlive else { return SQLITE_IOERR }
      return handle.methods.xLock(handle.inner, level)
    }
    methods.xUnlock = { file, level in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xUnlock(handle.inner, level)
    }
    methods.xCheckReservedLock = { file, result in
      let handle = OpenFile.handle(of: file)
      return handle.methods.xCheckReservedLock(handle.inner, result)
    }
    methods.xShmMap = { file, page, size, mustExtend, memory in
      let handle = OpenFile.handle(of: file)
      guard handle.isAlive else { return SQLITE_IOERR }
      return handle.methods.xShmMap(handle.inner, page, size, mustExtend, memory)
    }
    methods.xShmLock = { file, offset, count, flags in
      let handle = OpenFile.handle(of: file)
      guard handle.isAlive || flags & SQLITE_SHM_UNLOCK != 0 else { return SQLITE_IOERR }
      return handle.methods.xShmLock(handle.inner, offset, count, flags)
    }
    methods.xShmBarrier = { file in
      let handle = OpenFile.handle(of: file)
      handle.methods.xShmBarrier(handle.inner)
    }
    methods.xShmUnmap = { file, mustDelete in
      let handle = OpenFile.handle(of: file)
      // By its path, which may be that of a new file already.
      return handle.methods.xShmUnmap(handle.inner, handle.isAlive ? mustDelete : 0)
    }
  }
}
