import Foundation
import HubContracts
import PersonalSyncKit
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLiteTesting

/// One device of a test: a store on a file of its own, an identity and a runtime, wired to a hub.
///
/// ``relaunch()`` throws all of it away but the files, as the end of a process does.
public final class TestDevice: @unchecked Sendable {
  // Safe because a test uses one device from one task at a time; `parts` is replaced only between two
  // uses.
  public struct Parts: Sendable {
    public let store: any NoteApp
    public let identity: PersonalIdentityClient
    public let runtime: TestRuntime
  }

  public let form: JournalForm
  public let folder: String
  public let link: FaultyLink
  /// Where the store and the secrets are; a fault can be armed at each of its durable steps.
  public let disk = FaultyDisk()
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
    tokens = MemoryTokenStore(start.image?.secrets ?? StoredSecrets(), on: disk)
    self.link = link
    self.clock = clock
    install = start.install
    self.random = random
    parts = try Wiring(
      form: form, folder: folder, install: install, disk: disk, link: link, tokens: tokens,
      clock: clock, random: random
    ).open(as: Program())
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  /// Ends the process of this device and starts it again on the same files, or on what is left of them
  /// after its disk stopped.
  public func relaunch() throws(JournalError) {
    disk.restart()
    parts = try process()
  }

  /// The same as another version of the program, or as one with a rule for conflicts.
  package func relaunch(as program: Program) throws(JournalError) {
    parts = try process(as: program)
  }

  /// Another process on the same files, beside this one; over a link of its own if one is given.
  public func process(over other: FaultyLink? = nil) throws(JournalError) -> Parts {
    try process(as: Program(), over: other)
  }

  private func process(
    as program: Program, over other: FaultyLink? = nil
  ) throws(JournalError) -> Parts {
    try Wiring(
      form: form, folder: folder, install: install, disk: disk, link: other ?? link,
      tokens: tokens, clock: clock, random: random
    ).open(as: program)
  }

  /// Lets another process of this device do what follows.
  public func use(_ other: Parts) { parts = other }

  /// What is on disk and in the token store at this moment.
  public func image() -> DeviceImage {
    do {
      return DeviceImage(files: try DeviceImage.files(in: folder), secrets: try tokens.load())
    } catch { preconditionFailure("the files of a test can be read: \(error)") }
  }

  /// What an app whose store is not SQLite does at each start; returns how many edits were found.
  @discardableResult
  public func catchUp() async throws(JournalError) -> Int {
    guard let store = store as? DetachedNoteStore else { return 0 }
    return try await store.catchUp(nowMilliseconds: clock.nowMilliseconds)
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
}

/// What a device's process is made of.
private struct Wiring {
  let form: JournalForm
  let folder: String
  let install: InstallID?
  let disk: FaultyDisk
  let link: FaultyLink
  let tokens: MemoryTokenStore
  let clock: any SyncClock
  let random: any RandomBytes

  func open(as program: Program) throws(JournalError) -> TestDevice.Parts {
    var program = program
    program.vfs = disk.vfs
    switch form {
    case .attached:
      let notes = try NoteStore.open(
        path: folder + "/notes.db", install: install, random: random, as: program)
      return parts(notes) { identity in
        .attached(
          PersonalSyncRuntime(
            domain: .anchor, journal: notes.journal, store: notes.pool, identity: identity,
            http: link, lockPath: folder + "/sync.lock", clock: clock, random: random), notes)
      }
    case .detached:
      let notes = try DetachedNoteStore.open(
        folder: folder, disk: disk, install: install, random: random, as: program)
      return parts(notes) { identity in
        .detached(
          DetachedSyncRuntime(
            domain: .anchor, journal: notes.detached, identity: identity, http: link,
            clock: clock, random: random), notes)
      }
    }
  }

  private func parts(
    _ store: any NoteApp, _ runtime: (PersonalIdentityClient) -> TestRuntime.Form
  ) -> TestDevice.Parts {
    let identity = PersonalIdentityClient(
      client: "anchor", journal: store.journal, store: store.pool, tokens: tokens, http: link,
      clock: clock, random: random)
    return TestDevice.Parts(
      store: store, identity: identity, runtime: TestRuntime(form: runtime(identity)))
  }
}
