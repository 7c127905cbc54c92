import Glibc
import HubArchive
import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxLocks
import WebInterface

/// `/account/export`: everything that this Hub keeps for the person, as one signed file (LIFE-01).
struct ExportPages: Sendable {
  /// One export reads all that an account has, and stands on the disk until it is sent.
  static let limits = StreamLimits(perSession: 1, perAccount: 1, inAll: 3)
  private static let tooManyWords = """
    An export of your account is on its way already, or the Hub makes as many as it can at once. \
    Nothing was begun; ask again in a minute.
    """

  let parts: HubPages.Parts
  private let slots = StreamSlots(Self.limits)

  init(parts: HubPages.Parts) { self.parts = parts }

  var routes: [Route] {
    [
      .person(
        .post, "/account/export", body: .form(bytesMax: PostedForm.bytesMax),
        summary: "Everything that the Hub keeps for the person, as a signed archive.",
        respond: export)
    ]
  }

  /// The file is made whole first, so that a failure is told as one and not by a file that ends early.
  private func export(_ routed: RoutedRequest, _ session: WebSession) async -> HTTPResponse {
    guard parts.identity.isFresh(session) else { return .verify(for: .account) }
    let now = parts.clock.nowMilliseconds
    let pages = HubProblemPages(address: parts.address)
    guard let slot = slots.take(for: session.id, of: session.account.number) else {
      return pages.problem(.tooManyRequests, Self.tooManyWords)
        .retrying(after: StreamLimits.retryAfterSeconds)
    }
    let export: AccountExport
    do throws(StorageError) {
      // Before it is read, so that the chain in the archive has it.
      try await parts.identity.noteExport(of: session.account, from: routed.network)
      export = AccountExport(
        account: session.account,
        devices: try await parts.identity.deviceSessions(of: session.account.number),
        events: try await parts.identity.securityEvents(of: session.account),
        storage: parts.records, audit: parts.audit, nowMilliseconds: now)
    } catch { return pages.response(to: error) }
    do throws(ArchiveProblem) {
      let file = try ScratchFile(in: parts.scratchFolder, holding: slot)
      try await export.write(to: file.descriptor, by: parts.identity.identity)
      let day = ISOTime.text(ofMilliseconds: now).prefix(10)
      return HTTPResponse(
        status: 200,
        headers: [
          "Content-Type": "application/x-tar",
          "Content-Disposition": "attachment; filename=\"hub-export-\(day).tar\"",
        ],
        body: .stream(AsyncStream(unfolding: { file.piece() })))
    } catch { return pages.response(to: StorageError(error)) }
  }
}

extension StorageError {
  fileprivate init(_ problem: ArchiveProblem) {
    self = problem == .diskFull ? .full : .unavailable(code: problem.code)
  }
}

/// A file without a name, which is gone with this value.
///
/// A lock around the place and not an actor: its pieces are asked for one after another, by whichever
/// thread sends them.
private final class ScratchFile: Sendable {
  private static let pieceBytes = 65_536

  let descriptor: Int32
  private let slot: StreamSlots.Slot
  private let place = Locked(0)

  /// `slot` is given back when the file goes.
  init(in folder: String, holding slot: StreamSlots.Slot) throws(ArchiveProblem) {
    self.slot = slot
    var path = Array("\(folder)/export-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0, unlink(path) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw .unavailable(errno: errno)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The next bytes; nil at the end, or where the disk fails: then the archive lacks its signature.
  func piece() -> [UInt8]? {
    place.withLock { place in
      var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
      let count = pread(descriptor, &piece, piece.count, place)
      guard count > 0 else { return nil }
      place += count
      return Array(piece.prefix(count))
    }
  }
}
