/// Makes connections with a Hub for one store.
///
/// A new one for each use: whether a Hub without TLS may be spoken to can change between two.
struct Connector: Sendable {
  let app: AppProfile
  let store: AppStore
  let records: any SyncedRecords
  let machine: Machine

  func connect(allowsPlainHTTP: Bool = false) async throws(StoreError) -> HubConnection {
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
