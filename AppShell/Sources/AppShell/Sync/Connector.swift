import PersonalSyncKit

/// Makes connections with a Hub for one store.
///
/// A new one for each use: whether a Hub without TLS may be spoken to can change between two.
package struct Connector: Sendable {
  let app: AppProfile
  let store: AppStore
  let records: any SyncedRecords
  let machine: Machine
  let monitor: SyncMonitor

  package init(
    app: AppProfile, store: AppStore, records: any SyncedRecords, machine: Machine
  ) {
    self.app = app
    self.store = store
    self.records = records
    self.machine = machine
    monitor = SyncMonitor(journal: store.journal, store: store.database)
  }

  package func connect(
    _ terms: ConnectionTerms = ConnectionTerms()
  ) async throws(StoreError) -> HubConnection {
    try await HubConnection.open(
      app, store, records: records, on: machine, terms: terms,
      monitor: monitor)
  }

  /// Keeps the store in step with its Hub; not running yet.
  package func automaticSync() -> AutomaticSync {
    AutomaticSync(clock: machine.clock, random: machine.random, network: machine.network) {
      do throws(ConnectionError) { return PassOutcome(try await synchronize()) } catch {
        return PassOutcome(error)
      }
    } events: { () async throws(SyncError) in
      let connection: HubConnection
      do throws(StoreError) { connection = try await connect() } catch {
        throw .journal(.unavailable(code: error.code))
      }
      return try await connection.events()
    }
  }

  private func synchronize() async throws(ConnectionError) -> SyncOutcome {
    let connection: HubConnection
    do throws(StoreError) { connection = try await connect() } catch { throw .store(error) }
    return try await connection.synchronize()
  }
}
