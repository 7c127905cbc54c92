import HubCore

/// Writes lines of one kind as parts `NAME-1.ndjson`, `NAME-2.ndjson` … of an archive; none for none.
struct PartedLines {
  /// A part is closed once it holds so much; what is read at once stays below it and a page.
  static let partBytes = 4_000_000

  /// Such as `records/anchor`.
  let name: String
  let archive: SignedArchiveWriter
  private var lines: [UInt8] = []
  private var number = 1

  init(_ name: String, in archive: SignedArchiveWriter) {
    self.name = name
    self.archive = archive
  }

  mutating func add(_ line: [UInt8]) throws(ArchiveProblem) {
    lines += line
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= Self.partBytes { try close() }
  }

  mutating func finish() throws(ArchiveProblem) {
    if !lines.isEmpty { try close() }
  }

  private mutating func close() throws(ArchiveProblem) {
    try archive.add("\(name)-\(number).ndjson", lines)
    (lines, number) = ([], number + 1)
  }
}
