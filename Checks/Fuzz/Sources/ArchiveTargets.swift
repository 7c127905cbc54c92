import CArchive
import Glibc
import HubContracts
import HubCore
import ToolboxArchive
import ToolboxCrypto

@testable import HubArchive

/// An archive is taken only as it was signed, and what is imported from one could have been sent.
func fuzzArchives(_ bytes: [UInt8]) {
  for kind in [ArchiveManifest.Kind.account, .backup] {
    do throws(ArchiveProblem) { _ = try file(of: bytes).check(for: kind) } catch {}
  }
  // No input has a signature by chance: what the reader takes of it is signed here.
  guard let parts = partsOfTar(bytes), !parts.contains(where: { isOfManifest($0.name) }) else {
    return
  }
  let signed = signedArchive(of: parts)
  do throws(ArchiveProblem) {
    let file = try file(of: signed)
    let manifest = try file.check(for: .account)
    precondition(manifest.parts.map(\.name) == parts.map(\.name), "parts are missing")
    importAll(file, manifest)
    checkAltered(signed, at: bytes, manifest)
  } catch { fatalError("what we have signed is refused: \(error)") }
}

/// What the reader takes as a whole; nil where it refuses anything of it.
private func partsOfTar(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])]? {
  unsigned.put(bytes)
  let limits = TarReader.Limits(entriesMax: 100, bytesMax: Int64(bytes.count))
  var parts: [(name: String, bytes: [UInt8])] = []
  do throws(ArchiveFailure) {
    let tar = try TarReader(descriptor: unsigned.descriptor, limits: limits)
    while let entry = try tar.next() {
      precondition(TarName.isSafe(entry.name), "a name leads elsewhere")
      let content = try tar.wholeFile(bytesMax: bytes.count)
      precondition(Int64(content.count) == entry.byteCount, "a file is shorter than it says")
      parts.append((entry.name, content))
    }
  } catch { return nil }
  precondition(Set(parts.map(\.name)).count == parts.count, "a name comes twice")
  precondition(parts.map(\.bytes.count).reduce(0, +) <= bytes.count, "an archive grows")
  return parts
}

private func isOfManifest(_ name: String) -> Bool {
  name == ArchiveManifest.name || name == ArchiveManifest.signatureName
}

/// Reads the account of a checked archive as `hub import` does.
private func importAll(_ file: ArchiveFile, _ manifest: ArchiveManifest) {
  do throws(ArchiveProblem) {
    let account = try ImportedAccount(file, manifest)
    while let change = try account.next() {
      precondition(change.version.number <= change.cursor.number, "a version is not of its feed")
      precondition(
        ContractTable.allows(change.record, in: change.domain), "a record has no contract")
      let again = orFail { try Change.read(json: change.json, domain: change.domain) }
      precondition(again == change, "a record is written as another")
    }
  } catch {
    switch error {
    case .unacceptable, .notAnArchive: return
    case .diskFull, .unavailable, .newerFormat, .otherKind, .altered, .storage:
      fatalError("a checked archive is refused as \(error)")
    }
  }
}

/// One byte of a signed archive is another, at a place and in a way that the input chooses.
private func checkAltered(_ signed: [UInt8], at bytes: [UInt8], _ manifest: ArchiveManifest) {
  guard let last = bytes.last, last != 0 else { return }
  var altered = signed
  let place = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF } % signed.count
  altered[place] ^= last
  do throws(ArchiveProblem) {
    let found = try file(of: altered).check(for: .account)
    // Padding and times of the tar are not signed; what it says is.
    precondition(found == manifest, "what was changed passes as signed")
  } catch {}
}

private func signedArchive(of parts: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  guard let key = SigningKey(seed: [UInt8](repeating: 7, count: 32)) else {
    fatalError("any 32 bytes are a key")
  }
  written.put([])
  orFail {
    let writer = try SignedArchiveWriter(
      .account, descriptor: written.descriptor, hub: HubIdentity(key: key),
      madeAtMilliseconds: 1_796_000_000_000)
    for part in parts { try writer.add(part.name, part.bytes) }
    try writer.finish()
  }
  return written.bytes
}

// MARK: - Files

/// A file without a name, whose content each input replaces.
private struct Scratch {
  let descriptor: Int32

  init() {
    var path = Array("/tmp/fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    precondition(descriptor >= 0 && unlink(path) == 0, "no temporary file")
  }

  /// Stands at the beginning of `bytes`, which are all that it holds.
  func put(_ bytes: [UInt8]) {
    precondition(
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
        && lseek(descriptor, 0, SEEK_SET) == 0, "the temporary file is not written")
  }

  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    precondition(pread(descriptor, &bytes, bytes.count, 0) == bytes.count, "it is not read")
    return bytes
  }

  var path: String { "/proc/self/fd/\(descriptor)" }
}

private let archive = Scratch()
private let unsigned = Scratch()
private let written = Scratch()

/// An archive of those bytes.
private func file(of bytes: [UInt8]) throws(ArchiveProblem) -> ArchiveFile {
  archive.put(bytes)
  return try ArchiveFile(path: archive.path)
}
