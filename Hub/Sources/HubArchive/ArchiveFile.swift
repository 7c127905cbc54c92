import Glibc
import ToolboxArchive
import ToolboxCrypto

/// An archive on the disk that somebody hands us.
///
/// Read twice through one descriptor: ``check(for:)`` looks at every byte and at the signature and
/// changes nothing; only then is anything done with the parts.
public final class ArchiveFile {
  private let descriptor: Int32
  private let byteCount: Int64
  /// How often it was begun; only the reader that began it last finds the bytes where they are.
  fileprivate private(set) var beginnings = 0

  public init(path: String) throws(ArchiveProblem) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unavailable(errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      byteCount = 0
      throw .notAnArchive
    }
    byteCount = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// What the archive says of itself, once all of it is known to be as a Hub signed it.
  ///
  /// Whether that Hub is to be trusted is for the caller to say: ``ArchiveManifest/hub``.
  public func check(for kind: ArchiveManifest.Kind) throws(ArchiveProblem) -> ArchiveManifest {
    let tar = try begin()
    var found: [ArchiveManifest.Part] = []
    var (json, signature) = ([UInt8]?.none, [UInt8]?.none)
    do throws(ArchiveFailure) {
      while let entry = try tar.next() {
        switch entry.name {
        case ArchiveManifest.name:
          json = try tar.wholeFile(bytesMax: ArchiveManifest.bytesMax)
        case ArchiveManifest.signatureName where json != nil:
          signature = try tar.wholeFile(bytesMax: 100)
        default:
          // Nothing may follow the manifest but its signature.
          guard json == nil else { throw .malformed }
          found.append(try Self.part(entry, tar))
        }
      }
    } catch { throw ArchiveProblem(error) }
    guard let json, let signature else { throw .notAnArchive }
    let manifest = try ArchiveManifest.read(json)
    guard let bytes = Base64URL.decode(String(decoding: signature, as: UTF8.self)),
      manifest.hub.isValid(bytes, over: json), manifest.parts == found
    else { throw .altered }
    guard manifest.kind == kind else { throw .otherKind }
    return manifest
  }

  /// The parts once more, each compared with what the manifest says of it.
  ///
  /// - Precondition: what was given before is not read any further.
  public func parts(of manifest: ArchiveManifest) throws(ArchiveProblem) -> ArchiveParts {
    ArchiveParts(try begin(), manifest, of: self)
  }

  private func begin() throws(ArchiveProblem) -> TarReader {
    beginnings += 1
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unavailable(errno: errno) }
    let limits = TarReader.Limits(entriesMax: ArchiveManifest.partsMax + 2, bytesMax: byteCount)
    do { return try TarReader(descriptor: descriptor, limits: limits) } catch {
      throw ArchiveProblem(error)
    }
  }

  private static func part(
    _ entry: TarEntry, _ tar: TarReader
  ) throws(ArchiveFailure) -> ArchiveManifest.Part {
    let hash = SHA256Stream()
    while true {
      let piece = try tar.piece()
      if piece.isEmpty { break }
      hash.add(piece)
    }
    return ArchiveManifest.Part(
      name: entry.name, byteCount: entry.byteCount, sha256: hash.finish())
  }
}

/// The parts of a checked archive, one after another; lives on one thread.
public final class ArchiveParts {
  private let tar: TarReader
  /// Open as long as it is read.
  private let file: ArchiveFile
  private var expected: ArraySlice<ArchiveManifest.Part>
  private let beginning: Int
  private var current: (part: ArchiveManifest.Part, hash: SHA256Stream)?

  init(_ tar: TarReader, _ manifest: ArchiveManifest, of file: ArchiveFile) {
    self.tar = tar
    self.file = file
    beginning = file.beginnings
    expected = manifest.parts[...]
  }

  /// The next part, of which ``piece()`` gives the bytes to the end; nil after the last.
  public func next() throws(ArchiveProblem) -> ArchiveManifest.Part? {
    precondition(current == nil, "the last part was not read to its end")
    guard let part = expected.popFirst() else { return nil }
    precondition(beginning == file.beginnings, "the file was begun again")
    do throws(ArchiveFailure) {
      guard let entry = try tar.next(), entry.name == part.name, entry.byteCount == part.byteCount
      else { throw ArchiveFailure.malformed }
    } catch { throw error == .malformed ? .altered : ArchiveProblem(error) }
    current = (part, SHA256Stream())
    return part
  }

  /// The next bytes of the part; none at its end.
  ///
  /// Throws ``ArchiveProblem/altered`` at the end of a part that was changed since it was checked.
  public func piece() throws(ArchiveProblem) -> [UInt8] {
    guard let current else { return [] }
    let piece: [UInt8]
    do { piece = try tar.piece() } catch { throw ArchiveProblem(error) }
    guard piece.isEmpty else {
      current.hash.add(piece)
      return piece
    }
    self.current = nil
    guard current.hash.finish() == current.part.sha256 else { throw .altered }
    return []
  }

  /// All bytes of the part; throws where they are more than `bytesMax`.
  public func wholePart(bytesMax: Int) throws(ArchiveProblem) -> [UInt8] {
    guard let current, current.part.byteCount <= Int64(bytesMax) else { throw .notAnArchive }
    var whole: [UInt8] = []
    while true {
      let piece = try piece()
      if piece.isEmpty { return whole }
      whole += piece
    }
  }
}
