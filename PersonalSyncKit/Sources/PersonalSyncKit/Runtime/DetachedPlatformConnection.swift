import HubContracts

/// What synchronises an app whose store is not SQLite, opened in one call.
///
/// The counterpart of ``PersonalPlatformConnection`` for a JSON file, an object graph or another database. The
/// app keeps its store; ``save(_:in:)`` and ``catchUp(with:)`` keep the order in which no crash loses an edit.
public struct DetachedPlatformConnection: Sendable {
  public let journal: DetachedJournal
  public let identity: PersonalIdentityClient
  public let sync: DetachedSyncRuntime
  private let clock: any SyncClock

  /// Opens or makes the journal of `client` in `folder`, which exists; the app's own files may lie beside it.
  ///
  /// `client` is the product's name in the fleet, also when it signs in; `domain` the part of the wire that
  /// it writes; `resolve` its own rule for conflicts, without which the later edit wins. On throw the files
  /// are as they were. Keep `folder` to the person alone.
  public static func open(
    _ client: String, _ domain: Domain, in folder: String, wiring: SyncWiring,
    resolve: ResolveConflict? = nil
  ) throws(JournalError) -> DetachedPlatformConnection {
    let journal = try DetachedJournal.open(
      path: folder + "/journal.db", install: wiring.install, random: wiring.random,
      resolve: resolve)
    let identity = PersonalIdentityClient(
      client: client, journal: journal.journal, store: journal.store, tokens: wiring.tokens,
      http: wiring.http, clock: wiring.clock, random: wiring.random)
    let sync = DetachedSyncRuntime(
      domain: domain, journal: journal, identity: identity, http: wiring.http, clock: wiring.clock,
      random: wiring.random)
    return DetachedPlatformConnection(
      journal: journal, identity: identity, sync: sync, clock: wiring.clock)
  }

  /// The whole minute that it is now.
  public var minute: Minute { Minute(containingMilliseconds: clock.nowMilliseconds) }

  /// Saves a change in the app's own store, by `body`, and queues it for the Hub.
  ///
  /// Contract (docs/protocol/sync.md, S1 and S4):
  /// - `body` has the change on disk when it returns: the row that `change` says, or none where it deletes.
  /// - On return both are on disk. Never waits for the network, a running sync or a sign-in.
  /// - Where `body` throws nothing is queued, and its error is thrown.
  /// - Where the program ends in between, or queueing throws a ``JournalError``, what the store holds is
  ///   queued by the next ``catchUp(with:)``.
  public func save(_ change: RecordChange, in body: () async throws -> Void) async throws {
    if change.body == nil { try await journal.willDelete(change) }
    try await body()
    try await journal.enqueue(change, nowMilliseconds: clock.nowMilliseconds)
  }

  /// Queues what an earlier run saved and did not come to queue; returns how many records.
  ///
  /// To be called at each start with all that the store holds, before anything is edited; see
  /// ``DetachedJournal/catchUp(with:nowMilliseconds:)``.
  @discardableResult
  public func catchUp(with records: [RecordChange]) async throws(JournalError) -> Int {
    try await journal.catchUp(with: records, nowMilliseconds: clock.nowMilliseconds)
  }
}
