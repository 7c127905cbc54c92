import HubCore

/// The lines of those parts of an archive that a reader asks for, one after another.
///
/// Lives on one thread; memory is bounded by a line. The file is begun when the first line is asked
/// for, and is this reader's until the last.
final class ArchiveLines {
  static let lineBytesMax = 1_000_000

  struct Line {
    /// The name of its part.
    let part: String
    /// From 1, within the part.
    let number: Int
    let bytes: [UInt8]

    /// For a line that this Hub does not take.
    var problem: ArchiveProblem { .unacceptable(part: part, line: number) }
  }

  private let file: ArchiveFile
  private let manifest: ArchiveManifest
  private let isWanted: (String) -> Bool
  private var begun: ArchiveParts?
  private var part: String?
  private var line = 0
  private var buffer: [UInt8] = []
  private var start = 0

  /// - `isWanted`: whether the lines of the part with this name are read.
  init(
    _ file: ArchiveFile, _ manifest: ArchiveManifest, where isWanted: @escaping (String) -> Bool
  ) {
    self.file = file
    self.manifest = manifest
    self.isWanted = isWanted
  }

  /// Nil after the last.
  func next() throws(ArchiveProblem) -> Line? {
    let parts = try parts()
    while true {
      if let part {
        if let bytes = try nextLine(of: part, in: parts) {
          return Line(part: part, number: line, bytes: bytes)
        }
        self.part = nil
      }
      guard let next = try parts.next() else { return nil }
      if isWanted(next.name) {
        part = next.name
        (line, buffer, start) = (0, [], 0)
      } else {
        while try !parts.piece().isEmpty {}
      }
    }
  }

  private func parts() throws(ArchiveProblem) -> ArchiveParts {
    if let begun { return begun }
    let parts = try file.parts(of: manifest)
    begun = parts
    return parts
  }

  private func nextLine(
    of name: String, in parts: ArchiveParts
  ) throws(ArchiveProblem) -> [UInt8]? {
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        line += 1
        return Array(buffer[start..<end])
      }
      buffer.removeFirst(start)
      start = 0
      guard buffer.count <= Self.lineBytesMax else {
        throw .unacceptable(part: name, line: line + 1)
      }
      let piece = try parts.piece()
      if piece.isEmpty {
        // Each line has an end.
        guard buffer.isEmpty else { throw .unacceptable(part: name, line: line + 1) }
        return nil
      }
      buffer += piece
    }
  }
}
