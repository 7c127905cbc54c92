import Foundation
import Glibc
import Testing

@testable import ToolboxArchive

@Suite struct TarTests {
  private let limits = TarReader.Limits(entriesMax: 10, bytesMax: 1_000_000)

  /// A file without a name, opened for reading and writing.
  private final class Scratch {
    let descriptor: Int32

    init(_ bytes: [UInt8] = []) throws {
      var path = Array((NSTemporaryDirectory() + "tar-XXXXXX").utf8CString)
      descriptor = mkstemp(&path)
      try #require(descriptor >= 0 && unlink(path) == 0)
      try #require(write(descriptor, bytes, bytes.count) == bytes.count)
      lseek(descriptor, 0, SEEK_SET)
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
      lseek(descriptor, 0, SEEK_SET)
      var bytes = [UInt8](repeating: 0, count: 4_000_000)
      let count = read(descriptor, &bytes, bytes.count)
      lseek(descriptor, 0, SEEK_SET)
      return Array(bytes.prefix(max(0, count)))
    }
  }

  private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    let scratch = try Scratch()
    let writer = try TarWriter(descriptor: scratch.descriptor, seconds: 1_796_000_000)
    for (name, bytes) in files { try writer.add(name, bytes) }
    try writer.finish()
    return scratch.bytes
  }

  private func entries(of bytes: [UInt8], _ limits: TarReader.Limits) throws -> [(
    String, [UInt8]
  )] {
    let scratch = try Scratch(bytes)
    let reader = try TarReader(descriptor: scratch.descriptor, limits: limits)
    var found: [(String, [UInt8])] = []
    while let entry = try reader.next() {
      found.append((entry.name, try reader.wholeFile(bytesMax: 500_000)))
    }
    return found
  }

  /// What `tar` makes of these files with these options, by the tool that everybody has.
  private func made(by options: [String], in folder: URL) throws -> [UInt8] {
    let file = folder.deletingLastPathComponent()
      .appendingPathComponent("made-\(UUID().uuidString).tar")
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/usr/bin/tar")
    tar.arguments = ["-C", folder.path, "-cf", file.path] + options
    try tar.run()
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0)
    defer { unlink(file.path) }
    return Array(try Data(contentsOf: file))
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("text".utf8).write(to: folder.appendingPathComponent("plain"))
    try body(folder)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `what was written is read, in order and byte for byte`() throws {
    let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    let found = try entries(
      of: archive([("keys/identity", [1, 2]), ("empty", []), ("hub.db", large)]), limits)

    #expect(found.map(\.0) == ["keys/identity", "empty", "hub.db"])
    #expect(found.map(\.1) == [[1, 2], [], large])
  }

  @Test func `the same files are the same archive`() throws {
    let one = try archive([("a", [1])])
    let two = try archive([("a", [1])])

    #expect(one == two)
  }

  @Test func `an archive that is cut short is refused at any place within a file`() throws {
    let whole = try archive([("a", [UInt8](repeating: 7, count: 3_000))])

    for count in [1, 511, 513, 1_000, 3_000] {
      #expect(throws: ArchiveFailure.malformed) {
        _ = try entries(of: Array(whole.prefix(count)), limits)
      }
    }
  }

  @Test func `more than the limits is not taken`() throws {
    let bytes = try archive([("a", [UInt8](repeating: 7, count: 600)), ("b", [1])])

    #expect(throws: ArchiveFailure.tooLarge) {
      _ = try entries(of: bytes, TarReader.Limits(entriesMax: 1, bytesMax: 1_000))
    }
    #expect(throws: ArchiveFailure.tooLarge) {
      _ = try entries(of: bytes, TarReader.Limits(entriesMax: 2, bytesMax: 600))
    }
  }

  @Test(arguments: [
    "", "/etc/passwd", "../up", "a/../b", "./a", "a//b", "a/", ".hidden", "a\\b", "naïve", "a b",
    String(repeating: "a", count: 101),
  ])
  func `a name that could lead elsewhere is not safe`(name: String) {
    #expect(!TarName.isSafe(name))
  }

  @Test func `links, folders, twins and paths from the root are refused`() throws {
    try withFolder { folder in
      symlink("plain", folder.appendingPathComponent("soft").path)
      link(
        folder.appendingPathComponent("plain").path, folder.appendingPathComponent("hard").path)
      mkdir(folder.appendingPathComponent("folder").path, 0o700)
      for options in [
        ["soft"], ["plain", "hard"], ["folder"], ["plain", "plain"],
        ["--absolute-names", folder.path + "/plain"], ["--transform=s,^,../,", "plain"],
      ] {
        let bytes = try made(by: options, in: folder)
        #expect(throws: ArchiveFailure.malformed) { _ = try entries(of: bytes, limits) }
      }
    }
  }

  @Test func `a compressed archive is refused, and so is one with holes`() throws {
    try withFolder { folder in
      let holes = folder.appendingPathComponent("holes").path
      let descriptor = open(holes, O_CREAT | O_RDWR, 0o600)
      ftruncate(descriptor, 100_000_000)
      close(descriptor)
      for options in [["--gzip", "plain"], ["--sparse", "holes"]] {
        let bytes = try made(by: options, in: folder)
        #expect(bytes.count < 100_000)
        #expect(throws: ArchiveFailure.self) {
          _ = try entries(of: bytes, TarReader.Limits(entriesMax: 9, bytesMax: 1 << 40))
        }
      }
    }
  }

  @Test func `no byte of an archive makes the reader trap`() throws {
    let whole = try archive([("a", [1, 2, 3]), ("b", [4])])
    var random = SystemRandomNumberGenerator()
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      do { _ = try entries(of: bytes, limits) } catch is ArchiveFailure {}
    }
  }

  @Test func `a full disk is told as such`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let writer = try TarWriter(descriptor: full, seconds: 0)

    #expect(throws: ArchiveFailure.diskFull) {
      try writer.add("a", [UInt8](repeating: 1, count: 1_000_000))
      try writer.finish()
    }
  }
}
