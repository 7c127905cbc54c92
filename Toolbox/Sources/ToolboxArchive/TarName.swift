/// Which names entries may have.
public enum TarName {
  static let bytesMax = 100

  /// Whether it is a path of plain words such as `records/anchor-1.ndjson`: it leads nowhere but
  /// below the place where it is put.
  public static func isSafe(_ name: String) -> Bool {
    guard (1...bytesMax).contains(name.utf8.count) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { word in
        guard let first = word.first, isAlphanumeric(first) else { return false }
        return word.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
