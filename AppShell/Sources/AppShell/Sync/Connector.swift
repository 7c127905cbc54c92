/// Makes connections with a Hub for one store.
///
/// A new one for each use: whether a Hub without TLS may be spoken to can change between two.
package struct Connector: Sendable {
  let app: AppProfile
  let store: AppStore
  let records: any SyncedRecords
  let machine: Machine

  package init(
    app: AppProfile, store: AppStore, records: any SyncedRecords, machine: Machine
  ) {
    self.app = app
    self.store = store
    self.records = records
    self.machine = machine
  }

  package func connect(allowsPlainHTTP: Bool = false) async throws(StoreError) -> HubConnection {
    try await HubConnection.open(
      app, store, records: records, on: machine, allowsPlainHTTP: allowsPlainHTTP)
  }

  /// One pass; for ``AutomaticSync``.
  func synchronize() async throws(ConnectionError) {
    let connection: HubConnection
    do throws(StoreError) { connection = try await connect() } catch { throw .store(error) }
    _ = try await connection.synchronize()
  }
}
