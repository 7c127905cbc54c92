import ToolboxJSON

/// The newest version of a record, as the feed tells it.
public struct Change: Sendable, Equatable {
  public var cursor: Cursor
  public var id: ChangeID
  public var domain: Domain
  public var record: RecordID
  public var operation: Operation
  public var version: Version
  public var occurredAt: Minute
  public var modifiedAt: Stamp
  /// When the Hub stored it, milliseconds since 1970 UTC by its clock; for people only.
  public var recordedAtMilliseconds: Int64
  public var origin: DeviceID
  /// The record's JSON object, `{}` for a tombstone.
  ///
  /// Not checked against a contract: its type may be one that the reader does not know yet.
  public var body: [UInt8]

  public init(
    cursor: Cursor, id: ChangeID, domain: Domain, record: RecordID, operation: Operation,
    version: Version, occurredAt: Minute, modifiedAt: Stamp, recordedAtMilliseconds: Int64,
    origin: DeviceID, body: [UInt8]
  ) {
    self.cursor = cursor
    self.id = id
    self.domain = domain
    self.record = record
    self.operation = operation
    self.version = version
    self.occurredAt = occurredAt
    self.modifiedAt = modifiedAt
    self.recordedAtMilliseconds = recordedAtMilliseconds
    self.origin = origin
    self.body = body
  }
}

/// One page of the feed, in rising cursor order.
public struct PullPage: Sendable, Equatable {
  public var changes: [Change]
  /// That of the last change, or the one asked for where there is none.
  public var cursor: Cursor
  public var hasMore: Bool
  /// Absent from a first-generation Hub.
  public var epoch: Epoch?
  /// What the Hub takes at present; absent from a first-generation Hub.
  ///
  /// Once it is another, an edit that was refused may be taken.
  public var contracts: ContractsDigest?

  public init(
    changes: [Change], cursor: Cursor, hasMore: Bool, epoch: Epoch?,
    contracts: ContractsDigest? = nil
  ) {
    self.changes = changes
    self.cursor = cursor
    self.hasMore = hasMore
    self.epoch = epoch
    self.contracts = contracts
  }

  public var json: [UInt8] {
    var json = JSONWriter(reserving: changes.count * 512 + 64)
    json.object { json in
      json.member("changes") { json in
        json.array(changes) { json, change in change.write(to: &json) }
      }
      json.member("cursor", cursor.number)
      json.member("hasMore", hasMore)
      if let epoch { json.member("epoch", epoch.number) }
      if let contracts { json.member("contracts", contracts.description) }
    }
    return json.bytes
  }

  /// Reads a page of `domain`; a change of any other domain is refused.
  public static func read(_ bytes: [UInt8], domain: Domain) throws(JSONError) -> PullPage {
    var page = PullPage(changes: [], cursor: .start, hasMore: false, epoch: nil)
    var missing: Set = ["changes", "cursor", "hasMore"]
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        missing.remove(key)
        switch key {
        case "changes":
          try scanner.array { (scanner) throws(JSONError) in
            page.changes.append(try Change.read(&scanner, domain: domain))
          }
        case "cursor": page.cursor = Cursor(try scanner.integer(in: 0...Int64.max - 1))
        case "hasMore": page.hasMore = try scanner.bool()
        case "epoch": page.epoch = Epoch(try scanner.integer(in: 0...Int64.max))
        case "contracts":
          // A digest of another form is no reason to refuse the page.
          page.contracts = try scanner.valueOrSkip { (scanner) throws(JSONError) in
            try scanner.utf8(bytesMax: 64)
          }.flatMap(ContractsDigest.init(utf8:))
        default: _ = try scanner.raw()
        }
      }
    }
    guard missing.isEmpty else { throw JSONError(.missingKey, at: 0) }
    return page
  }
}

extension Change {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("cursor", cursor.number)
      json.member("changeId", id.description)
      json.member("domain", domain.rawValue)
      json.member("id", record.description)
      json.member("operation", operation.rawValue)
      json.member("version", version.number)
      json.member("occurredAt", occurredAt.description)
      json.member("modifiedAt", modifiedAt.milliseconds)
      json.member("recordedAt", ISOTime.text(ofMilliseconds: recordedAtMilliseconds))
      json.member("originDeviceId", origin.description)
      json.member("record", raw: body)
    }
  }

  /// The change as its own JSON document.
  public var json: [UInt8] { JSONWriter.write { write(to: &$0) } }

  public static func read(json bytes: [UInt8], domain: Domain) throws(JSONError) -> Change {
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try read(&scanner, domain: domain)
    }
  }

  static func read(_ scanner: inout JSONScanner, domain: Domain) throws(JSONError) -> Change {
    let start = scanner.position
    var draft = ChangeDraft()
    try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
    if let named = draft.domain, named != domain { throw JSONError(.wrongKind, at: start) }
    guard let change = draft.change(domain: domain) else { throw JSONError(.missingKey, at: start) }
    return change
  }
}

private struct ChangeDraft {
  var cursor: Int64?
  var id: ChangeID?
  var domain: Domain?
  var record: RecordID?
  var operation: Operation?
  var version: Int64?
  var occurredAt: Minute?
  var modifiedAt: Int64?
  var recordedAt: Int64?
  var origin: DeviceID?
  var body: [UInt8]?

  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch member {
    case "cursor": cursor = try scanner.integer(in: 1...Int64.max - 1)
    case "changeId": id = try scanner.parsed { ChangeID(utf8: $0) }
    case "domain":
      domain = try scanner.parsed { Domain(rawValue: String(decoding: $0, as: UTF8.self)) }
    case "id": record = try scanner.parsed { RecordID(utf8: $0) }
    case "operation":
      operation = try scanner.parsed { Operation(rawValue: String(decoding: $0, as: UTF8.self)) }
    case "version": version = try scanner.integer(in: 1...Int64.max - 1)
    case "occurredAt": occurredAt = try scanner.parsed { Minute(utf8: $0) }
    // Before 1970 where the Hub took the time of a change that came without a stamp.
    case "modifiedAt":
      modifiedAt = try scanner.integer(in: -SyncLimits.stampMax...SyncLimits.stampMax)
    case "recordedAt": recordedAt = try scanner.parsed { ISOTime.milliseconds(of: $0) }
    case "originDeviceId": origin = try scanner.parsed { DeviceID(utf8: $0) }
    case "record":
      guard scanner.nextKind == .object else { throw JSONError(.wrongKind, at: scanner.position) }
      body = Array(try scanner.raw())
    default: _ = try scanner.raw()
    }
  }

  func change(domain expected: Domain) -> Change? {
    guard domain == expected, let cursor, let id, let record, let operation, let version,
      let occurredAt, let recordedAt, let origin, let body
    else { return nil }
    return Change(
      cursor: Cursor(cursor), id: id, domain: expected, record: record, operation: operation,
      version: Version(version), occurredAt: occurredAt,
      modifiedAt: Stamp(milliseconds: modifiedAt ?? occurredAt.milliseconds),
      recordedAtMilliseconds: recordedAt, origin: origin, body: body)
  }
}

extension JSONScanner {
  /// Reads text that must be what `parse` takes; nil from it is a value of the wrong kind.
  fileprivate mutating func parsed<Value>(
    _ parse: (ArraySlice<UInt8>) -> Value?
  ) throws(JSONError) -> Value {
    let start = position
    guard let value = parse(try utf8(bytesMax: 128)) else { throw JSONError(.wrongKind, at: start) }
    return value
  }
}
