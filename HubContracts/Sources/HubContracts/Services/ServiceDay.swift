import ToolboxJSON

/// One record that a service shows of itself: its facts, never its title.
public struct ServiceItem: Sendable, Equatable {
  public let id: RecordID
  public let type: String
  /// Canonical JSON of the facts, by the contract of the type.
  public let facts: [UInt8]

  public init<Record: Facts>(_ id: RecordID, _ record: Record) {
    self.id = id
    type = Record.contract.record.type
    facts = Record.contract.encode(record)
  }

  fileprivate init(_ id: RecordID, _ type: String, _ facts: [UInt8]) {
    self.id = id
    self.type = type
    self.facts = facts
  }
}

/// What a service says about one person's day, checked by the contracts of its domain.
///
/// Source: docs/protocol/service-binding.md, "A day".
public struct ServiceDay: Sendable, Equatable {
  public let domain: Domain
  public let day: Day
  /// Canonical JSON of the day summary's facts.
  public let summary: [UInt8]
  /// In the service's own order, at most ``ServiceLimits/itemsMax``.
  public let items: [ServiceItem]
  /// Which actions the service performs; those that this program knows.
  public let performs: [ActionName]

  /// A day as a service makes it; items above ``ServiceLimits/itemsMax`` are left out.
  public init<Summary: Facts>(
    _ day: Day, _ summary: Summary, items: [ServiceItem], performs: [ActionName]
  ) {
    let contract = Summary.contract
    precondition(contract.record.isDaySummary, "a day is told by its summary")
    self.init(
      contract.record.domain, day, contract.encode(summary),
      Array(items.prefix(ServiceLimits.itemsMax)), performs)
  }

  private init(
    _ domain: Domain, _ day: Day, _ summary: [UInt8], _ items: [ServiceItem],
    _ performs: [ActionName]
  ) {
    self.domain = domain
    self.day = day
    self.summary = summary
    self.items = items
    self.performs = performs
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("day", day.description)
        json.member("summary", raw: summary)
        json.member("items") { json in
          json.array(items) { json, item in
            json.object { json in
              json.member("id", item.id.description)
              json.member("type", item.type)
              json.member("facts", raw: item.facts)
            }
          }
        }
        json.member("performs") { json in json.array(performs) { $0.string($1.action) } }
      }
    }
  }

  /// Reads the answer to a request for `day` strictly: another day's answer is none.
  public static func read(
    _ bytes: [UInt8], of day: Day, in domain: Domain
  ) throws(JSONError) -> ServiceDay {
    var draft = DayDraft(domain: domain)
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
    }
    guard let told = draft.day, let summary = draft.summary, let items = draft.items,
      let performs = draft.performs
    else { throw JSONError(.missingKey, at: 0) }
    guard told == day else { throw JSONError(.wrongKind, at: 0) }
    return ServiceDay(domain, day, summary, items, performs)
  }
}

private struct DayDraft {
  let domain: Domain
  var day: Day?
  var summary: [UInt8]?
  var items: [ServiceItem]?
  var performs: [ActionName]?

  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch member {
    case "day": day = try scanner.day()
    case "summary":
      let contract = ContractTable.daySummary(of: domain)
      summary = try Self.facts(&scanner, by: contract)
    case "items":
      var found: [ServiceItem] = []
      try scanner.array { (scanner) throws(JSONError) in
        let start = scanner.position
        let item = try item(&scanner)
        guard found.count < ServiceLimits.itemsMax, !found.contains(where: { $0.id == item.id })
        else { throw JSONError(.tooManyMembers, at: start) }
        found.append(item)
      }
      items = found
    case "performs":
      var (found, count): ([ActionName], Int) = ([], 0)
      try scanner.array { (scanner) throws(JSONError) in
        count += 1
        guard count <= ActionLimits.performedMax else {
          throw JSONError(.tooManyMembers, at: scanner.position)
        }
        let name = ActionName(domain, try scanner.string(bytesMax: 32))
        // The service may be newer, and do more than this Hub has heard of.
        if name.contract != nil { found.append(name) }
      }
      performs = found
    default: throw JSONError(.unknownKey, at: scanner.position)
    }
  }

  private func item(_ scanner: inout JSONScanner) throws(JSONError) -> ServiceItem {
    let start = scanner.position
    var id: RecordID?
    var type: String?
    var raw: [UInt8]?
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "id": id = try scanner.recordID()
      case "type": type = try scanner.string(bytesMax: 32)
      case "facts": raw = Array(try scanner.raw())
      default: throw JSONError(.unknownKey, at: scanner.position)
      }
    }
    guard let id, let type, let raw else { throw JSONError(.missingKey, at: start) }
    guard let contract = ContractTable.contract(domain: domain, type: type),
      !contract.isDaySummary, contract.allows(id),
      let facts = Self.canonical(raw, by: contract)
    else { throw JSONError(.wrongKind, at: start) }
    return ServiceItem(id, type, facts)
  }

  private static func facts(
    _ scanner: inout JSONScanner, by contract: RecordContract?
  ) throws(JSONError) -> [UInt8] {
    let start = scanner.position
    let raw = Array(try scanner.raw())
    guard let contract, let facts = canonical(raw, by: contract) else {
      throw JSONError(.wrongKind, at: start)
    }
    return facts
  }

  private static func canonical(_ raw: [UInt8], by contract: RecordContract) -> [UInt8]? {
    do throws(ContractViolation) { return contract.canonical(try contract.read(facts: raw)) } catch
    {
      return nil
    }
  }
}
