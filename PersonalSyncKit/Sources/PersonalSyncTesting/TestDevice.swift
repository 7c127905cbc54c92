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
    public let store: any NoteApp
    public let identity: PersonalIdentityClient
    public let runtime: TestRuntime
  }

  public let form: JournalForm
  public let folder: String
  public let link: FaultyLink
  public let tokens = MemoryTokenStore()
  public let clock: any SyncClock
  private let random: any RandomBytes
  public private(set) var parts: Parts

  public var store: any NoteApp { parts.store }
  public var identity: PersonalIdentityClient { parts.identity }
  public var runtime: TestRuntime { parts.runtime }
  public static let origin = "http://localhost:8765"

  public init(
    _ name: String, form: JournalForm = .attached, link: FaultyLink, clock: any SyncClock,
    random: any RandomBytes
  ) throws(JournalError) {
    self.form = form
    folder = NSTemporaryDirectory() + "sync-\(name)-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { preconditionFailure("no temporary folder: \(error)") }
    self.link = link
    self.clock = clock
    self.random = random
    parts = try Self.open(form, folder, link, tokens, clock, random)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  /// Ends the process of this device and starts it again on the same files.
  public func relaunch() throws(JournalError) {
    parts = try Self.open(form, folder, link, tokens, clock, random)
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

  /// Runs one pass; see ``TestRuntime/synchronize(account:replayFromStart:_:)``.
  @discardableResult
  public func synchronize(
    account: PersonalSyncAccount? = nil, replayFromStart isReplaying: Bool = false,
    _ steps: TestRuntime.Steps = TestRuntime.Steps()
  ) async throws(SyncError) -> SyncOutcome {
    try await runtime.synchronize(account: account, replayFromStart: isReplaying, steps)
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
    _ form: JournalForm, _ folder: String, _ link: FaultyLink, _ tokens: MemoryTokenStore,
    _ clock: any SyncClock, _ random: any RandomBytes
  ) throws(JournalError) -> Parts {
    let store: any NoteApp
    let runtime: (PersonalIdentityClient) -> TestRuntime.Form
    switch form {
    case .attached:
      let notes = try NoteStore.open(path: folder + "/notes.db", random: random)
      store = notes
      runtime = { identity in
        .attached(
          PersonalSyncRuntime(
            domain: .anchor, journal: notes.journal, store: notes.pool, identity: identity,
            http: link, lockPath: folder + "/sync.lock", clock: clock, random: random), notes)
      }
    case .detached:
      let notes = try DetachedNoteStore.open(folder: folder, random: random)
      store = notes
      runtime = { identity in
        .detached(
          DetachedSyncRuntime(
            domain: .anchor, journal: notes.detached, identity: identity, http: link,
            clock: clock, random: random), notes)
      }
    }
    let identity = PersonalIdentityClient(
      client: "anchor", journal: store.journal, store: store.pool, tokens: tokens, http: link,
      clock: clock, random: random)
    return Parts(
      store: store, identity: identity, runtime: TestRuntime(form: runtime(identity)))
  }
}
