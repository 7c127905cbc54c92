import HubContracts
import ServiceBinding
import ToolboxCrypto
import ToolboxSQLite

/// What the service answers to its people's Hub.
public struct OutingService: BoundService {
  private let store: OutingStore
  private let nowMilliseconds: @Sendable () -> Int64
  private let random: any RandomBytes

  public init(
    store: OutingStore, nowMilliseconds: @escaping @Sendable () -> Int64,
    random: any RandomBytes
  ) {
    self.store = store
    self.nowMilliseconds = nowMilliseconds
    self.random = random
  }

  public func day(_ day: Day, of link: DocumentID) async throws(ServiceRefusal) -> ServiceDay {
    let outings: [Outing]?
    do throws(SQLiteError) {
      outings = try await store.pool.read { (transaction) throws(SQLiteError) in
        guard let person = try OutingStore.person(linkedAs: link, transaction) else { return nil }
        return try OutingTable(person: person.number).all(transaction)
      }
    } catch { throw .unavailable }
    guard let outings else { throw .unknownLink }
    return ServiceDay(
      day, OutingSummary.of(outings, on: day),
      items: outings.filter { $0.facts.status != .done }.map { ServiceItem($0.id, $0.facts) },
      performs: OutingActions(table: OutingTable(person: 0), today: day, random: random)
        .performed.names)
  }

  public func perform(
    _ intent: ServiceIntent, of link: DocumentID
  ) async throws(ServiceRefusal) -> ActionResult {
    let now = nowMilliseconds()
    let decision: Result<ActionResult, ServiceRefusal>
    do throws(SQLiteError) {
      decision = try await store.pool.write { (transaction) throws(SQLiteError) in
        try self.decide(intent, link, now, transaction)
      }
    } catch { throw .unavailable }
    return try decision.get()
  }

  /// Decides in the transaction that also keeps the receipt.
  private func decide(
    _ intent: ServiceIntent, _ link: DocumentID, _ now: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Result<ActionResult, ServiceRefusal> {
    guard let person = try OutingStore.person(linkedAs: link, transaction) else {
      return .failure(.unknownLink)
    }
    let receipts = ReceiptTable(person: person.number)
    if let kept = try receipts.find(intent.action, transaction) { return kept }
    guard now < intent.expiresAtMilliseconds else { return .success(.rejected(.expired)) }
    let actions = OutingActions(
      table: OutingTable(person: person.number), today: Day(number: now / 86_400_000),
      random: random)
    guard let result = try actions.performed.perform(intent, in: transaction) else {
      return .failure(.unknownAction)
    }
    try receipts.keep(result, of: intent.action, transaction)
    return .success(result)
  }
}

/// A person's outings as the figures of a day.
enum OutingSummary {
  static func of(_ outings: [Outing], on day: Day) -> LiveDaySummary {
    let open = outings.filter { $0.facts.status != .done }
    var summary = LiveDaySummary()
    summary.planned = open.count { $0.facts.status == .planned }
    summary.inProgress = open.count { $0.facts.status == .inProgress }
    let year = "\(day)".prefix(4)
    summary.doneThisYear = outings.count { $0.facts.doneOn.map { "\($0)".prefix(4) } == year }
    let next = open.compactMap(\.facts.targetDay).filter { $0 >= day }.min()
    summary.nextInDays = next.map { Int($0.number - day.number) }
    summary.eventsToday = open.count { $0.facts.targetDay == day }
    return summary
  }
}

/// Which requests were answered, on disk: also a restart lets none be replayed.
public struct StoredNonces: NonceStore {
  private let store: OutingStore

  public init(store: OutingStore) { self.store = store }

  public func take(
    _ nonce: String, at now: Int64, keptUntil untilMilliseconds: Int64
  ) async throws(ServiceRefusal) -> Bool {
    do throws(SQLiteError) {
      return try await store.pool.write { (transaction) throws(SQLiteError) in
        try transaction.run("DELETE FROM nonce WHERE until_ms < ?", .integer(now))
        try transaction.run(
          "INSERT INTO nonce(nonce, until_ms) VALUES(?, ?) ON CONFLICT(nonce) DO NOTHING",
          .text(nonce), .integer(untilMilliseconds))
        return transaction.changes == 1
      }
    } catch { throw .unavailable }
  }
}
