import Foundation
import HubContracts
import PersonalSyncKit
import ToolboxCrypto
import ToolboxHTTPClient

/// One device of a test: a store on a file of its own, an identity and a runtime, wired to a hub.
///
/// ``relaunch()`` throws all of it away but the files, as the end of a process does.
public final class TestDevice: @unchecked Sendable {
  // Safe because a test uses one device from one task at a time; `parts` is replaced only by
  // `relaunch`, between two uses.
  public struct Parts: Sendable {
    public let store: NoteStore
    public let identity: PersonalIdentityClient
    public let runtime: PersonalSyncRuntime
  }

  public let folder: String
  public let link: FaultyLink
  public let tokens = MemoryTokenStore()
  public let clock: any SyncClock
  private let random: any RandomBytes
  public private(set) var parts: Parts

  public var store: NoteStore { parts.store }
  public var identity: PersonalIdentityClient { parts.identity }
  public var runtime: PersonalSyncRuntime { parts.runtime }
  public static let origin = "http://localhost:8765"

  public init(
    _ name: String, link: FaultyLink, clock: any SyncClock, random: any RandomBytes
  ) throws(JournalError) {
    folder = NSTemporaryDirectory() + "sync-\(name)-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
    self.link = link
    self.clock = clock
    self.random = random
    parts = try Self.open(folder, link, tokens, clock, random)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  /// Ends the process of this device and starts it again on the same files.
  public func relaunch() throws(JournalError) {
    parts = try Self.open(folder, link, tokens, clock, random)
  }

  public func signIn(
    to hub: FakeHub, as account: FakeHub.Account
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let session = hub.signIn(account, client: "anchor", document: store.journal.document)
    return try await identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id, at: Self.hubOrigin)
  }

  /// Signs in and lets the account own the store.
  public func connect(to hub: FakeHub, as account: FakeHub.Account) async throws {
    let proved = try await signIn(to: hub, as: account)
    try await runtime.bindAccount(proved, adoptingUnownedData: true)
  }

  public func save(_ name: String, _ minutes: Int?) async throws(JournalError) {
    try await store.save(.named(name), minutes: minutes, nowMilliseconds: clock.nowMilliseconds)
  }

  @discardableResult
  public func synchronize() async throws(SyncError) -> SyncOutcome {
    try await runtime.synchronize { batch, transaction in
      try NoteStore.apply(batch, transaction)
    }
  }

  public func minutes(_ name: String) async throws(JournalError) -> Int? {
    try await store.notes().first { $0.id == .named(name) }?.minutes
  }

  public func status() async throws(JournalError) -> JournalStatus {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.status(transaction)
    }
  }

  public static var hubOrigin: HTTPOrigin {
    do { return try HTTPOrigin(parsing: origin) } catch { preconditionFailure("a loopback origin") }
  }

  private static func open(
    _ folder: String, _ link: FaultyLink, _ tokens: MemoryTokenStore, _ clock: any SyncClock,
    _ random: any RandomBytes
  ) throws(JournalError) -> Parts {
    let store = try NoteStore.open(path: folder + "/notes.db", random: random)
    let identity = PersonalIdentityClient(
      client: "anchor", journal: store.journal, store: store.pool, tokens: tokens, http: link,
      clock: clock, random: random)
    let runtime = PersonalSyncRuntime(
      domain: .anchor, journal: store.journal, store: store.pool, identity: identity, http: link,
      lockPath: folder + "/sync.lock", clock: clock, random: random)
    return Parts(store: store, identity: identity, runtime: runtime)
  }
}
