import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import ToolboxHTTPClient

/// A Hub in this process, and devices of one person on this machine's disk.
struct PlainHousehold {
  let hub: FakeHub
  let ada: FakeHub.Account
  private let folder: WorkFolder
  private let dice: Dice

  init(seed: UInt64, in folder: WorkFolder) {
    dice = Dice(seed: seed)
    hub = FakeHub(clock: HandClock(), random: dice)
    ada = hub.account("Ada")
    self.folder = folder
  }

  /// A device that is not signed in yet; `link` is the way to the Hub where it is not the Hub itself.
  func device(_ name: String, over link: (any HTTPClient)? = nil) throws -> PlainDevice {
    try PlainDevice(name, in: folder, to: link ?? hub, dice)
  }

  func connected(_ name: String, over link: (any HTTPClient)? = nil) async throws -> PlainDevice {
    let device = try device(name, over: link)
    try await connect(device)
    return device
  }

  func connect(_ device: PlainDevice) async throws { try await device.connect(to: hub, as: ada) }

  /// A device that has made so many records and sent them.
  func sender(_ name: String, of records: Int) async throws -> PlainDevice {
    let device = try await connected(name)
    try await device.fill(0..<records)
    try await device.synchronize()
    return device
  }
}

/// A device whose app has its store on this machine's disk, with an attached journal.
///
/// A `TestDevice` would not do: its disk passes no sync on and keeps a copy of every file in memory.
struct PlainDevice {
  let store: NoteStore
  let link: FaultyLink
  private let identity: PersonalIdentityClient
  private let runtime: PersonalSyncRuntime
  private let clock = SystemSyncClock()

  init(_ name: String, in folder: WorkFolder, to hub: any HTTPClient, _ dice: Dice) throws {
    link = FaultyLink(to: hub)
    store = try NoteStore.open(path: folder.file("\(name).db"), random: dice)
    identity = PersonalIdentityClient(
      client: "anchor", journal: store.journal, store: store.pool, tokens: MemoryTokenStore(),
      http: link, clock: clock, random: dice)
    runtime = PersonalSyncRuntime(
      domain: .anchor, journal: store.journal, store: store.pool, identity: identity, http: link,
      lockPath: folder.file("\(name).lock"), clock: clock, random: dice)
  }

  func connect(to hub: FakeHub, as account: FakeHub.Account) async throws {
    try await connect(hub.signIn(account, client: "anchor", document: store.journal.document))
  }

  /// Signs in and lets the account own the store.
  func connect(_ session: FakeHub.Session) async throws {
    let account = try await identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
    try await runtime.bindAccount(account, adoptingUnownedData: true)
  }

  @discardableResult
  func synchronize() async throws -> PassReport {
    let outcome = try await runtime.synchronize(currentRecords: NoteStore.current) {
      try NoteStore.apply($0, $1)
    }
    guard case .completed(let report) = outcome else {
      preconditionFailure("a device of a benchmark is signed in")
    }
    return report
  }

  func save(_ name: String, _ minutes: Int) async throws {
    try await store.save(
      .named(name), minutes: minutes, nowMilliseconds: clock.nowMilliseconds)
  }

  /// Makes the records of `numbers` as a person would, a thousand in a transaction.
  func fill(_ numbers: Range<Int>) async throws {
    let journal = store.journal
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1_000) {
      let notes = (start..<min(start + 1_000, numbers.upperBound)).map {
        (id: RecordID.named("record \($0)"), minutes: $0 % 1_000)
      }
      try await store.put(
        Dictionary(uniqueKeysWithValues: notes.map { ($0.id, Optional($0.minutes)) }))
      try await store.pool.write { (transaction) throws(JournalError) in
        for note in notes {
          try journal.enqueue(
            NoteStore.change(note.id, note.minutes), nowMilliseconds: 1, in: transaction)
        }
      }
    }
  }
}
