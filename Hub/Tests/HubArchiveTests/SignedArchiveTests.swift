import Foundation
import Glibc
import HubCore
import Testing
import ToolboxArchive
import ToolboxCrypto

@testable import HubArchive

@Suite struct SignedArchiveTests {
  let folder = ScratchFolder()

  private func write(_ parts: [(String, [UInt8])], to name: String = "a") throws -> String {
    let path = folder.path + "/" + name
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let writer = try SignedArchiveWriter(
      .account, descriptor: descriptor, hub: try .sample(7), madeAtMilliseconds: 1_796_000_000_000)
    for (name, bytes) in parts { try writer.add(name, bytes) }
    try writer.finish()
    return path
  }

  private func check(_ path: String) throws -> ArchiveManifest {
    try ArchiveFile(path: path).check(for: .account)
  }

  @Test func `what a Hub signed is read back part by part`() throws {
    let large = [UInt8](repeating: 9, count: 150_000)
    let file = try ArchiveFile(path: write([("a.json", [1]), ("records/b", large), ("c", [])]))

    let manifest = try file.check(for: .account)
    let parts = try file.parts(of: manifest)
    var found: [(String, [UInt8])] = []
    while let part = try parts.next() {
      found.append((part.name, try parts.wholePart(bytesMax: 1_000_000)))
    }

    #expect(manifest.hub == (try HubIdentity.sample(7).verifyingKey))
    #expect(manifest.madeAtMilliseconds == 1_796_000_000_000)
    #expect(found.map(\.0) == ["a.json", "records/b", "c"])
    #expect(found.map(\.1) == [[1], large, []])
  }

  @Test func `an archive of the other kind is told apart`() throws {
    let file = try ArchiveFile(path: write([("a", [1])]))

    #expect(throws: ArchiveProblem.otherKind) { try file.check(for: .backup) }
  }

  @Test func `any byte that matters is noticed when it is another`() throws {
    let path = try write([("a", Array("what was said".utf8))])
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let good = try check(path)
    var refused = 0
    for place in stride(from: 0, to: whole.count, by: 7) {
      var bytes = whole
      bytes[place] ^= 0x01
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do throws(ArchiveProblem) {
        let found = try ArchiveFile(path: path).check(for: .account)
        // Padding and times of the tar itself may change; what was signed may not.
        #expect(found == good)
      } catch { refused += 1 }
    }

    #expect(refused > 50)
  }

  @Test func `every place where a file can be cut short is noticed`() throws {
    let path = try write([("a", [UInt8](repeating: 3, count: 900))])
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // Behind the signature there are only zeros.
    let signed = try #require(whole.lastIndex { $0 != 0 })
    for count in stride(from: 0, to: signed, by: 37) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))

      #expect(throws: ArchiveProblem.self) { try check(path) }
    }
  }

  @Test func `the signature of another key is not taken`() throws {
    let json = ArchiveManifest(
      kind: .account, madeAtMilliseconds: 0, hub: try HubIdentity.sample(7).verifyingKey, parts: []
    ).json
    let path = try tar([
      ("manifest.json", json),
      ("manifest.sig", Array(try HubIdentity.sample(8).signature(over: json).utf8)),
    ])

    #expect(throws: ArchiveProblem.altered) { try check(path) }
  }

  @Test func `parts that nobody signed are not taken`() throws {
    let hub = try HubIdentity.sample(7)
    let json = ArchiveManifest(
      kind: .account, madeAtMilliseconds: 0, hub: hub.verifyingKey, parts: []
    ).json
    let signature = Array(hub.signature(over: json).utf8)

    for (files, problem) in [
      ([("x", [1]), ("manifest.json", json), ("manifest.sig", signature)], ArchiveProblem.altered),
      ([("manifest.json", json), ("manifest.sig", signature), ("x", [1])], .notAnArchive),
      ([("manifest.json", json)], .notAnArchive),
      ([("manifest.sig", signature), ("manifest.json", json)], .notAnArchive),
    ] as [([(String, [UInt8])], ArchiveProblem)] {
      let path = try tar(files)
      #expect(throws: problem) { try check(path) }
    }
  }

  @Test func `an archive of a newer Hub is told as such`() throws {
    let json = Array(#"{"format":"hub-archive-2","new":[1,2]}"#.utf8)
    let path = try tar([("manifest.json", json), ("manifest.sig", [65])])

    #expect(throws: ArchiveProblem.newerFormat) { try check(path) }
  }

  @Test(arguments: ["/dev/null", "/dev/zero", "/"])
  func `what is no file is not read`(path: String) throws {
    #expect(throws: ArchiveProblem.notAnArchive) { try check(path) }
  }

  private func tar(_ files: [(String, [UInt8])]) throws -> String {
    let path = folder.path + "/made.tar"
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let writer = try TarWriter(descriptor: descriptor, seconds: 0)
    for (name, bytes) in files { try writer.add(name, bytes) }
    try writer.finish()
    return path
  }
}
