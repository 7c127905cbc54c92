import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// An app's SQLite store with all that synchronises it, opened in one call.
///
/// What a small app starts from; each part can be used by itself. An app with a command line and pages
/// has AppShell for this.
public struct PersonalPlatformConnection: Sendable {
  public let store: DatabasePool
  public let journal: Journal
  public let identity: PersonalIdentityClient
  public let sync: PersonalSyncRuntime
  private let clock: any SyncClock
  private let random: any RandomBytes

  /// Opens or makes the store of `client` in `folder`, which exists.
  ///
  /// `client` is the product's name in the fleet, also when it signs in; `domain` the part of the wire that
  /// it writes; `schema` the app's own tables. On throw the files are as they were. Keep `folder` to
  /// the person alone: SQLite makes its files as the system's mask says.
  public static func open(
    _ client: String, _ domain: Domain, in folder: String, schema: Schema, wiring: SyncWiring
  ) throws(JournalError) -> PersonalPlatformConnection {
    var journal: Journal?
    let store = try DatabasePool.open(path: folder + "/store.db") {
      (database) throws(JournalError) in
      do throws(Schema.Failure) { try schema.migrate(database) } catch {
        switch error {
        case .newerSchema: throw .newerSchema
        case .sqlite(let error): throw JournalError(sqlite: error)
        }
      }
      journal = try Journal.attach(to: database, install: wiring.install, random: wiring.random)
    }
    guard let journal else { preconditionFailure("a pool that opened was prepared") }
    let identity = PersonalIdentityClient(
      client: client, journal: journal, store: store, tokens: wiring.tokens, http: wiring.http,
      clock: wiring.clock, random: wiring.random)
    let sync = PersonalSyncRuntime(
      domain: domain, journal: journal, store: store, identity: identity, http: wiring.http,
      lockPath: folder + "/store.lock", clock: wiring.clock, random: wiring.random)
    return PersonalPlatformConnection(
      store: store, journal: journal, identity: identity, sync: sync, clock: wiring.clock,
      random: wiring.random)
  }

  /// The whole minute that it is now.
  public var minute: Minute { Minute(containingMilliseconds: clock.nowMilliseconds) }

  /// A new id for a record with such facts.
  ///
  /// Not for a day summary, which is named by its day: `RecordID.summary(_:)`.
  public func newRecord<Record: Facts>(_ type: Record.Type) -> RecordID {
    RecordID(type: Record.contract.record.type, uuid: random.uuid())
  }

  /// Writes the app's rows and queues the change that they make, as one transaction.
  ///
  /// Commit contract: see ``Journal/enqueue(_:nowMilliseconds:in:)``. `rows` runs on the store's own
  /// thread and must only use the transaction.
  public func save(
    _ change: RecordChange,
    rows: @escaping @Sendable (borrowing Transaction) throws(SQLiteError) -> Void
  ) async throws(JournalError) {
    let (journal, now) = (journal, clock.nowMilliseconds)
    try await store.write { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in try rows(transaction) }
      try journal.enqueue(change, nowMilliseconds: now, in: transaction)
    }
  }

  /// Reads the app's rows as they are at one moment.
  public func read<Result: Sendable>(
    _ rows: @escaping @Sendable (borrowing Transaction) throws(SQLiteError) -> Result
  ) async throws(JournalError) -> Result {
    try await store.read { (transaction) throws(JournalError) in
      try inJournal { () throws(SQLiteError) in try rows(transaction) }
    }
  }
}
