import ToolboxJSON

public enum Operation: String, Sendable { case upsert, delete }

/// One local change on its way to the Hub.
public struct Mutation: Sendable, Equatable {
  public var record: RecordID
  public var key: IdempotencyKey
  public var operation: Operation
  /// The version that the change was made on; ``Version/absent`` for a new record.
  public var base: Version
  public var occurredAt: Minute
  /// Absent in the first generation's mutations; the Hub then takes `occurredAt`.
  public var modifiedAt: Stamp?
  /// Canonical bytes of a ``RecordBody``; ``RecordBody/tombstone`` for a delete.
  public var body: [UInt8]

  public init(
    record: RecordID, key: IdempotencyKey, operation: Operation, base: Version,
    occurredAt: Minute, modifiedAt: Stamp?, body: [UInt8]
  ) {
    self.record = record
    self.key = key
    self.operation = operation
    self.base = base
    self.occurredAt = occurredAt
    self.modifiedAt = modifiedAt
    self.body = body
  }
}

/// Why one mutation was refused while its neighbours were not.
public struct Rejection: Error, Sendable, Equatable {
  public var code: HubErrorCode
  /// A name of the protocol or of a contract, never a value that was sent.
  public var field: String?
  public var reason: String?

  public init(_ code: HubErrorCode, field: String? = nil, reason: String? = nil) {
    self.code = code
    self.field = field
    self.reason = reason
  }
}

/// What a client asks the Hub to store; at most 100 mutations and 1,000,000 bytes.
public struct PushRequest: Sendable {
  /// One mutation as it was read: its names for the answer, and what it is or why it is none.
  public struct Item: Sendable {
    /// As sent, at most ``SyncLimits/clientIDCharactersMax`` bytes; only for answering.
    public let id: String
    public let key: String
    public let content: Result<Mutation, Rejection>
  }

  public var domain: Domain
  public var device: DeviceID
  public var items: [Item]

  public init(domain: Domain, device: DeviceID, mutations: [Mutation]) {
    self.domain = domain
    self.device = device
    items = mutations.map {
      Item(id: $0.record.description, key: $0.key.description, content: .success($0))
    }
  }

  init(domain: Domain, device: DeviceID, items: [Item]) {
    self.domain = domain
    self.device = device
    self.items = items
  }

  public var json: [UInt8] {
    var json = JSONWriter(reserving: items.count * 512)
    json.object { json in
      json.member("domain", domain.rawValue)
      json.member("deviceId", device.description)
      json.member("mutations") { json in
        json.array(items) { json, item in
          if case .success(let mutation) = item.content { mutation.write(to: &json) }
        }
      }
    }
    return json.bytes
  }
}

extension Mutation {
  /// Bytes that this mutation takes in a push at most, beside its body.
  public static let envelopeBytesMax = 360

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", record.description)
      json.member("idempotencyKey", key.description)
      json.member("operation", operation.rawValue)
      json.member("baseVersion", base.number)
      json.member("occurredAt", occurredAt.description)
      if let modifiedAt { json.member("modifiedAt", modifiedAt.milliseconds) }
      if operation == .upsert { json.member("record", raw: body) }
    }
  }
}

/// What the Hub answers to one mutation; every case is a normal answer.
public struct PushResult: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    case accepted(version: Version, cursor: Cursor)
    /// The Hub held it already; its first answer again.
    case duplicate(version: Version, cursor: Cursor)
    /// Another device wrote first. `current` is absent from a first-generation Hub.
    case conflict(expected: Version, actual: Version, current: Change?)
    case rejected(code: String, field: String?, reason: String?)
  }

  public var id: String
  public var key: String
  public var outcome: Outcome

  public init(id: String, key: String, outcome: Outcome) {
    self.id = id
    self.key = key
    self.outcome = outcome
  }
}
