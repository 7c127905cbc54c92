import HubContracts
import ToolboxCrypto

/// One account's records at a ``FakeHub``.
struct FakeFeed: Sendable {
  private struct Kept {
    var mutation: Mutation
    var version: Version
    var cursor: Cursor
  }

  private var records: [Domain: [RecordID: Change]] = [:]
  /// Records in the order of their changes; an entry that a newer one follows is passed over.
  private var order: [Domain: [(cursor: Cursor, record: RecordID)]] = [:]
  private var answers: [IdempotencyKey: Kept] = [:]
  private var cursor = Cursor.start
  /// The newest place of a tombstone that was purged.
  private var horizons: [Domain: Cursor] = [:]

  /// Deletions up to here have been forgotten.
  func horizon(of domain: Domain) -> Cursor { horizons[domain] ?? .start }

  mutating func purge(storedBefore milliseconds: Int64) {
    for (domain, held) in records {
      for change in held.values
      where change.operation == .delete && change.recordedAtMilliseconds < milliseconds {
        records[domain]?[change.record] = nil
        horizons[domain] = max(horizons[domain] ?? .start, change.cursor)
      }
    }
  }

  /// The place of the newest change; the start where there is none.
  func head(of domain: Domain) -> Cursor { order[domain]?.last?.cursor ?? .start }

  /// The first `limit` changes behind `cursor`, ascending.
  func changes(_ domain: Domain, after cursor: Cursor, limit: Int = .max) -> [Change] {
    let entries = order[domain] ?? []
    let newest = records[domain] ?? [:]
    var found: [Change] = []
    for entry in entries[firstIndex(in: entries, after: cursor)...] where found.count < limit {
      guard let change = newest[entry.record], change.cursor == entry.cursor else { continue }
      found.append(change)
    }
    return found
  }

  private func firstIndex(
    in entries: [(cursor: Cursor, record: RecordID)], after cursor: Cursor
  ) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].cursor > cursor { high = middle } else { low = middle + 1 }
    }
    return low
  }

  mutating func store(
    _ item: PushRequest.Item, _ domain: Domain, _ device: DeviceID, nowMilliseconds: Int64,
    random: any RandomBytes, floor: Int64
  ) -> PushResult {
    switch item.content {
    case .failure(let rejection):
      return PushResult(
        id: item.id, key: item.key,
        outcome: .rejected(
          code: rejection.code.rawValue, field: rejection.field, reason: rejection.reason))
    case .success(let mutation):
      return PushResult(
        id: item.id, key: item.key,
        outcome: outcome(of: mutation, domain, device, nowMilliseconds, random, floor))
    }
  }

  private mutating func outcome(
    of mutation: Mutation, _ domain: Domain, _ device: DeviceID, _ nowMilliseconds: Int64,
    _ random: any RandomBytes, _ floor: Int64
  ) -> PushResult.Outcome {
    if let kept = answers[mutation.key] {
      guard kept.mutation == mutation else {
        return .rejected(
          code: HubErrorCode.idempotencyKeyReused.rawValue, field: "idempotencyKey", reason: nil)
      }
      return .duplicate(version: kept.version, cursor: kept.cursor)
    }
    let current = records[domain]?[mutation.record]
    let version = current?.version ?? .absent
    guard mutation.base == version else {
      return .conflict(expected: mutation.base, actual: version, current: current)
    }
    if let current, current.operation == .upsert, mutation.operation == .upsert,
      current.body != mutation.body, ContractTable.freezes(current.body, in: domain)
    {
      return .rejected(code: HubErrorCode.contentFrozen.rawValue, field: "record", reason: nil)
    }
    guard let id = ChangeID(random.uuid()) else { preconditionFailure("a UUID is an id") }
    cursor = max(cursor, Cursor(floor)).next
    let given = nextVersion(after: current, in: domain, floor: floor)
    answers[mutation.key] = Kept(mutation: mutation, version: given, cursor: cursor)
    order[domain, default: []].append((cursor, mutation.record))
    records[domain, default: [:]][mutation.record] = Change(
      cursor: cursor, id: id, domain: domain, record: mutation.record,
      operation: mutation.operation, version: given, occurredAt: mutation.occurredAt,
      modifiedAt: mutation.modifiedAt ?? Stamp(milliseconds: mutation.occurredAt.milliseconds),
      recordedAtMilliseconds: nowMilliseconds, origin: device, body: mutation.body)
    return .accepted(version: given, cursor: cursor)
  }

  /// Hands a change on as the newest of its record, whatever it says.
  mutating func forge(_ change: Change) {
    cursor = cursor.next
    var forged = change
    forged.cursor = cursor
    forged.version = (records[change.domain]?[change.record]?.version ?? .absent).next
    order[change.domain, default: []].append((cursor, change.record))
    records[change.domain, default: [:]][change.record] = forged
  }

  /// A version that this record has never had, whatever of it was purged or lost.
  private func nextVersion(after current: Change?, in domain: Domain, floor: Int64) -> Version {
    let least = current?.version.number ?? horizons[domain]?.number ?? 0
    return Version(max(least, floor)).next
  }
}
