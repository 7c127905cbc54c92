import Glibc

/// What a disk holds of one file, and what was written since and not synced.
final class DiskFile: @unchecked Sendable {
  // Safe because it is touched only inside the lock of its disk.
  private enum Change {
    case write([UInt8], offset: Int)
    case truncate(size: Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .write(let new, let offset):
        let end = offset + new.count
        if bytes.count < end {
          bytes += [UInt8](repeating: 0, count: end - bytes.count)
        }
        // Grown and copied as memory: byte by byte it was most of what the tests of the kit did.
        bytes.withUnsafeMutableBytes { target in
          new.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: target[offset..<end]).copyMemory(from: $0)
          }
        }
      case .truncate(let size):
        if size < bytes.count { bytes.removeLast(bytes.count - size) }
      }
    }

    /// This change as the sectors in which a disk writes it.
    var pieces: [Change] {
      guard case .write(let new, let offset) = self else { return [self] }
      return stride(from: 0, to: new.count, by: DiskFile.sectorBytes).map { start in
        let end = min(start + DiskFile.sectorBytes, new.count)
        return .write(Array(new[start..<end]), offset: offset + start)
      }
    }
  }

  private static let sectorBytes = 512

  private var synced: [UInt8]
  private var pending: [Change] = []

  init(synced: [UInt8]) { self.synced = synced }

  func wrote(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    pending.append(.write(Array(bytes), offset: offset))
  }

  func truncated(to size: Int) { pending.append(.truncate(size: size)) }

  func wasSynced() {
    for change in pending { change.apply(to: &synced) }
    pending.removeAll()
  }

  /// A kernel that could not write takes its pages for clean all the same: what they said is lost
  /// unless it is written again.
  func lostWhatWasPending() { pending.removeAll() }

  func bytes(after survival: FaultyDisk.Survival, path: String) -> [UInt8] {
    switch survival {
    case .everything: return Self.read(path)
    case .synced: return synced
    case .torn(let seed):
      var (bytes, chance) = (synced, Coin(state: seed))
      for piece in pending.flatMap(\.pieces) where chance.flip() { piece.apply(to: &bytes) }
      return bytes
    }
  }

  private struct Coin {
    var state: UInt64

    mutating func flip() -> Bool {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 63 == 1
    }
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { preconditionFailure("\(path) cannot be written") }
    defer { fclose(file) }
    let count = fwrite(bytes, 1, bytes.count, file)
    precondition(count == bytes.count, "\(path) could not be written")
  }
}
