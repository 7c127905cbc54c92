import HubContracts
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxSQLite

/// How far a store's feed has come at the Hub, as it moves.
///
/// Opened under a proved grant, which is looked at again for each piece that comes: when the session
/// changes, the sequence throws ``SyncError/sessionChanged`` and yields nothing more. Ends without an
/// error where the Hub or the connection ends; then open another. What does not keep the protocol is
/// ``SyncError/invalidResponse``. For one reader.
/// Source: docs/protocol/sync.md, "Events".
public struct HubEvents: AsyncSequence, Sendable {
  public typealias Element = FeedHead

  let domain: Domain
  let grant: PersonalSyncAccount
  let journal: Journal
  let store: DatabasePool
  let chunks: AsyncStream<[UInt8]>
  /// Is told, while the heads are read, that an action waits for this app.
  var actionWaits: @Sendable () -> Void = {}

  public func makeAsyncIterator() -> Iterator {
    Iterator(events: self, chunks: chunks.makeAsyncIterator())
  }

  public struct Iterator: AsyncIteratorProtocol {
    let events: HubEvents
    var chunks: AsyncStream<[UInt8]>.AsyncIterator
    var reader = ServerEventReader()
    var heads: [FeedHead] = []

    public mutating func next() async throws -> FeedHead? { try await next(isolation: nil) }

    public mutating func next(
      isolation: isolated (any Actor)?
    ) async throws(SyncError) -> FeedHead? {
      while heads.isEmpty {
        guard let chunk = await chunks.next(isolation: isolation) else { return nil }
        try await events.requireGrant()
        heads = try events.heads(in: chunk, &reader)
      }
      return heads.removeFirst()
    }
  }

  /// Whether the Hub has what this store has not read yet.
  func isBehind(_ head: FeedHead) async throws(SyncError) -> Bool {
    let (journal, domain) = (journal, domain)
    return try await store.read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.position(domain, transaction) < head.cursor
      }
    }
  }

  fileprivate func requireGrant() async throws(SyncError) {
    try await GrantedStore(store: store, journal: journal, grant: grant).require()
  }

  /// The heads of this store's own domain; events of kinds that are not known are skipped.
  fileprivate func heads(
    in chunk: [UInt8], _ reader: inout ServerEventReader
  ) throws(SyncError) -> [FeedHead] {
    do {
      var heads: [FeedHead] = []
      for event in try reader.take(chunk) {
        switch event.name {
        case "head":
          guard let head = try FeedHead.read(event.data), head.domain == domain else { continue }
          heads.append(head)
        // Only a reason to ask: what there is, the inbox says.
        case "actions": actionWaits()
        default: continue
        }
      }
      return heads
    } catch { throw .invalidResponse }
  }
}

extension PassRunner {
  /// Opens the stream of the account of now; throws ``SyncError/signInNeeded`` where nobody is
  /// signed in.
  func events() async throws(SyncError) -> HubEvents {
    guard let grant = try await grant(nil) else { throw .signInNeeded }
    try await GrantedStore(store: store, journal: journal, grant: grant).require()
    let link = try await link(grant, isProved: true)
    do throws(SyncError) {
      return HubEvents(
        domain: domain, grant: grant, journal: journal, store: store,
        chunks: try await link.events())
    } catch { throw try await told(error, by: link, of: grant) }
  }
}

extension HubLink {
  /// What is kept of an answer that is no stream, in bytes.
  private static let refusalBytesMax = 16_384

  /// The bytes of the Hub's stream of events.
  func events() async throws(SyncError) -> AsyncStream<[UInt8]> {
    let request = HTTPRequest(
      method: .get, path: "/v1/sync/events",
      headers: ["Authorization": "Bearer \(bearer)", "Accept": "text/event-stream"])
    var response: HTTPResponse
    do { response = try await http.stream(request, to: origin) } catch { throw .unreachable(error) }
    guard case .stream(let chunks) = response.body, response.status == 200 else {
      response.body = .bytes(await Self.body(of: response))
      throw response.status == 200 ? .invalidResponse : Self.refusal(response)
    }
    guard response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true else {
      throw .invalidResponse
    }
    return chunks
  }

  private static func body(of response: HTTPResponse) async -> [UInt8] {
    guard case .stream(let chunks) = response.body else { return response.bytes ?? [] }
    var bytes: [UInt8] = []
    for await chunk in chunks {
      bytes += chunk
      if bytes.count > refusalBytesMax { break }
    }
    return bytes
  }
}
