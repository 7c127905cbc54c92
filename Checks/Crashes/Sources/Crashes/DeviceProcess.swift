import Glibc
import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite
import ToolboxSQLiteTesting

/// What a device is told to do in a process of its own, where it may be killed.
struct DeviceOrder {
  enum Act: String, CaseIterable {
    /// Signs in with the bearer in the order, and binds the store.
    case connect
    /// Signs out and in again.
    case signIn = "sign-in"
    /// Saves edits and says each that returned.
    case save
    /// One pass.
    case sync
    /// Edits and passes until it is killed.
    case work
  }

  enum Fault: String, CaseIterable {
    case none, kill, full, write, sync
  }

  var folder: String
  var form: JournalForm
  var origin: String
  var act: Act
  /// What the names of its edits begin with; two processes of one store use two.
  var prefix: String
  /// Minutes of the first edit; each has one more.
  var first: Int
  var bearer: String
  var session: String
  var fault: Fault
  var step: Int

  var arguments: [String] {
    [
      folder, form.rawValue, origin, act.rawValue, prefix, "\(first)", bearer, session,
      fault.rawValue, "\(step)",
    ]
  }

  init(
    _ act: Act, in store: DeviceStore, origin: String, prefix: String = "a", first: Int = 1,
    session: FakeHub.Session? = nil, fault: Fault = .none, step: Int = 0
  ) {
    (folder, form, self.origin, self.act) = (store.folder, store.form, origin, act)
    (self.prefix, self.first, self.fault, self.step) = (prefix, first, fault, step)
    (bearer, self.session) = (session?.bearer ?? "-", session?.id.description ?? "-")
  }

  init?(_ arguments: [String]) {
    guard arguments.count == 10, let form = JournalForm(rawValue: arguments[1]),
      let act = Act(rawValue: arguments[3]), let first = Int(arguments[5]),
      let fault = Fault(rawValue: arguments[8]), let step = Int(arguments[9])
    else { return nil }
    (folder, self.form, origin, self.act) = (arguments[0], form, arguments[2], act)
    (prefix, self.first, bearer, session) = (arguments[4], first, arguments[6], arguments[7])
    (self.fault, self.step) = (fault, step)
  }
}

/// Where a device's files are.
struct DeviceStore: Sendable {
  let folder: String
  let form: JournalForm

  func open(on disk: FaultyDisk? = nil) throws(JournalError) -> any NoteApp {
    switch form {
    case .attached:
      try NoteStore.open(path: database, vfs: disk?.vfs, random: SystemRandom())
    case .detached:
      try DetachedNoteStore.open(folder: folder, disk: disk, random: SystemRandom())
    }
  }

  var database: String { folder + (form == .attached ? "/notes.db" : "/journal.db") }
}

/// Secrets in their file, each change of which is a durable step of a disk.
private struct StepByStepTokens: TokenStore {
  let file: FileTokenStore
  let disk: FaultyDisk

  func load() throws(TokenStoreError) -> StoredSecrets { try file.load() }

  func update(_ change: (inout StoredSecrets) -> Void) throws(TokenStoreError) {
    do { try disk.takeStep() } catch { throw .unavailable(code: "secret_file.unavailable") }
    try file.update(change)
  }
}

/// The device's own process.
struct DeviceProcess {
  private let order: DeviceOrder
  private let disk = FaultyDisk()
  private let clock = SystemSyncClock()
  private let store: any NoteApp
  private let identity: PersonalIdentityClient
  private let http = CurlClient()

  init(_ order: DeviceOrder) throws {
    self.order = order
    store = try DeviceStore(folder: order.folder, form: order.form).open(on: disk)
    let tokens = StepByStepTokens(file: FileTokenStore(path: order.folder + "/tokens"), disk: disk)
    identity = PersonalIdentityClient(
      client: "anchor", journal: store.journal, store: store.pool, tokens: tokens, http: http,
      clock: clock, random: SystemRandom())
  }

  func run() async throws {
    if let detached = store as? DetachedNoteStore {
      try await detached.catchUp(nowMilliseconds: clock.nowMilliseconds)
    }
    arm()
    switch order.act {
    case .connect:
      let account = try await signIn()
      try await bind(account)
    case .signIn:
      _ = try await signIn()
    case .save:
      try await save(8)
    case .sync:
      try await synchronize()
    case .work:
      for round in 0..<1_000 {
        try await save(10, from: round * 10)
        try await synchronize()
      }
    }
    say("done")
  }

  private func arm() {
    switch order.fault {
    case .none: return
    case .kill: disk.arm(.kill(.everything), inSteps: order.step)
    case .full: disk.arm(.full, inSteps: order.step, isLasting: true)
    case .write: disk.arm(.writeFails, inSteps: order.step, isLasting: true)
    case .sync: disk.arm(.syncFails, inSteps: order.step, isLasting: true)
    }
  }

  private static let names = 40
  private static let minutesEnd = 1_400

  /// What the next edit of a name says.
  static func minutes(after minutes: Int) -> Int { (minutes + names) % minutesEnd }

  /// A few names take turns, so that edits meet what is in flight.
  private func save(_ count: Int, from start: Int = 0) async throws {
    for index in start..<start + count {
      let name = "\(order.prefix)\(index % Self.names)"
      let minutes = (order.first + index) % Self.minutesEnd
      try await store.save(
        .named(name), minutes: minutes, nowMilliseconds: clock.nowMilliseconds)
      say("saved \(name) \(minutes)")
    }
  }

  private func signIn() async throws -> PersonalSyncAccount {
    guard let session = SessionID(order.session) else { throw Finding("no session in the order") }
    return try await identity.adoptBearerToken(
      order.bearer, revokeHandle: "fake_r_unused", session: session,
      at: try HTTPOrigin(parsing: order.origin))
  }

  private func bind(_ account: PersonalSyncAccount) async throws {
    switch order.form {
    case .attached: try await attached().bindAccount(account, adoptingUnownedData: true)
    case .detached: try await detached().bindAccount(account, adoptingUnownedData: true)
    }
  }

  private func synchronize() async throws {
    switch order.form {
    case .attached:
      _ = try await attached().synchronize { try NoteStore.apply($0, $1) }
    case .detached:
      guard let notes = store as? DetachedNoteStore else { return }
      _ = try await detached().synchronize { try await notes.apply($0) }
    }
  }

  private func attached() -> PersonalSyncRuntime {
    PersonalSyncRuntime(
      domain: .anchor, journal: store.journal, store: store.pool, identity: identity, http: http,
      lockPath: order.folder + "/sync.lock", clock: clock, random: SystemRandom())
  }

  private func detached() throws -> DetachedSyncRuntime {
    guard let notes = store as? DetachedNoteStore else { throw Finding("not a detached store") }
    return DetachedSyncRuntime(
      domain: .anchor, journal: notes.detached, identity: identity, http: http, clock: clock,
      random: SystemRandom())
  }
}

/// Says a line at once: what was said before a kill must have been heard.
func say(_ line: String) {
  var bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, &bytes, bytes.count)
}

/// What broke, in a sentence.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
