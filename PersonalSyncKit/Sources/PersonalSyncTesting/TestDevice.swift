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
  public let tokens: MemoryTokenStore
  public let clock: any SyncClock
  private let install: InstallID?
  private let random: any RandomBytes
  public private(set) var parts: Parts

  public var store: any NoteApp { parts.store }
  public var identity: PersonalIdentityClient { parts.identity }
  public var runtime: TestRuntime { parts.runtime }
  public static let origin = "http://localhost:8765"

  public convenience init(
    _ name: String, form: JournalForm = .attached, link: FaultyLink, clock: any SyncClock,
    random: any RandomBytes
  ) throws(JournalError) {
    try self.init(name, as: Start(form: form), link: link, clock: clock, random: random)
  }

  /// How a device begins.
  public struct Start: Sendable {
    public var form = JournalForm.attached
    /// The files and secrets that are there already.
    public var image: DeviceImage?
    /// Where the store says that it is; nil where it is not told.
    public var install: InstallID?

    public init(
      form: JournalForm = .attached, image: DeviceImage? = nil, install: InstallID? = nil
    ) {
      self.form = form
      self.image = image
      self.install = install
    }
  }

  public init(
    _ name: String, as start: Start, link: FaultyLink, clock: any SyncClock,
    random: any RandomBytes
  ) throws(JournalError) {
    form = start.form
    folder = NSTemporaryDirectory() + "sync-\(name)-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try start.image?.write(to: folder)
    } catch { preconditionFailure("no temporary folder: \(error)") }
    tokens = MemoryTokenStore(start.image?.secrets ?? StoredSecrets())
    self.link = link
    self.clock = clock
    install = start.install
    self.random = random
    let place = Place(form: form, folder: folder, install: install)
    parts = try Self.open(place, link, tokens, clock, random)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  /// Ends the process of this device and starts it again on the same files.
  public func relaunch() throws(JournalError) {
    parts = try process()
  }

  /// The same as another version of the program, or as one with a rule for conflicts.
  package func relaunch(as program: Program) throws(JournalError) {
    parts = try Self.open(
      Place(form: form, folder: folder, install: install, program: program), link, tokens, clock,
      random)
  }

  /// Another process on the same files, beside this one; over a link of its own if one is given.
  public func process(over other: FaultyLink? = nil) throws(JournalError) -> Parts {
    try Self.open(
      Place(form: form, folder: folder, install: install), other ?? link, tokens, clock, random)
  }

  /// What is on disk and in the token store at this moment.
  public func image() -> DeviceImage {
    do {
      return DeviceImage(files: try DeviceImage.files(in: folder), secrets: try tokens.load())
    } catch { preconditionFailure("the files of a test can be read: \(error)") }
  }

  private struct Place {
    let form: JournalForm
    let folder: String
    let install: InstallID?
    var program = Program()
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
    _ place: Place, _ link: FaultyLink, _ tokens: MemoryTokenStore, _ clock: any SyncClock,
    _ random: any RandomBytes
  ) throws(JournalError) -> Parts {
    let folder = place.folder
    let store: any NoteApp
    let runtime: (PersonalIdentityClient) -> TestRuntime.Form
    switch place.form {
    case .attached:
      let notes = try NoteStore.open(
        path: folder + "/notes.db", install: place.install, random: random,
        as: place.program)
      store = notes
      runtime = { identity in
        .attached(
          PersonalSyncRuntime(
            domain: .anchor, journal: notes.journal, store: notes.pool, identity: identity,
            http: link, lockPath: folder + "/sync.lock", clock: clock, random: random), notes)
      }
    case .detached:
      let notes = try DetachedNoteStore.open(
        folder: folder, install: place.install, random: random, as: place.program)
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
