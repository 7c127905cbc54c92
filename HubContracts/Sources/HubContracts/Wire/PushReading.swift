import ToolboxJSON

/// Why a whole request was refused; nothing of it was stored.
public struct RequestRefusal: Error, Sendable, Equatable {
  public let code: HubErrorCode
  public let message: String

  public init(_ code: HubErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: JSONError) {
    let isShape = [
      .wrongKind, .unknownKey, .missingKey, .integerOutOfRange, .notAnInteger, .textTooLong,
    ]
    .contains(error.fault)
    self.init(
      isShape ? .invalidRequest : .invalidJSON,
      "The body \(error.fault.rawValue) at byte \(error.offset).")
  }
}

extension PushRequest {
  /// Reads a push; a bad mutation is kept as a ``Rejection`` and does not spoil the rest.
  ///
  /// Throws where the envelope itself cannot be used: not strict JSON, a member of another kind, an
  /// unknown domain, no mutation or more than ``SyncLimits/mutationsPerPushMax``.
  public static func read(_ bytes: [UInt8]) throws(RequestRefusal) -> PushRequest {
    var draft = PushDraft()
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "domain": draft.domain = try scanner.string(bytesMax: 64)
          case "deviceId": draft.device = try scanner.string(bytesMax: 128)
          case "mutations":
            try scanner.array { (scanner) throws(JSONError) in try draft.addMutation(&scanner) }
          default: throw JSONError(.unknownKey, at: scanner.position)
          }
        }
      }
    } catch {
      if draft.isOverfull { throw PushDraft.countRefusal }
      throw RequestRefusal(error)
    }
    return try draft.request()
  }
}

/// A push while it is read: texts first, checked when all of them are known.
private struct PushDraft {
  static let countRefusal = RequestRefusal(
    .invalidRequest, "A push holds 1 to \(SyncLimits.mutationsPerPushMax) mutations.")

  struct Entry {
    var id: String?
    var key: String?
    var operation: String?
    var base: Int64?
    var occurredAt: String?
    var modifiedAt: Int64?
    var record: [UInt8]?
  }

  var domain: String?
  var device: String?
  var entries: [Entry] = []
  var isOverfull = false

  mutating func addMutation(_ scanner: inout JSONScanner) throws(JSONError) {
    guard entries.count < SyncLimits.mutationsPerPushMax else {
      isOverfull = true
      throw JSONError(.tooManyMembers, at: scanner.position)
    }
    var entry = Entry()
    try scanner.object { (scanner, key) throws(JSONError) in
      switch key {
      case "id": entry.id = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
      case "idempotencyKey":
        entry.key = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
      case "operation": entry.operation = try scanner.string(bytesMax: 32)
      case "baseVersion": entry.base = try scanner.integer(in: 0...Int64.max - 1)
      case "occurredAt": entry.occurredAt = try scanner.string(bytesMax: 64)
      case "modifiedAt": entry.modifiedAt = try scanner.integer(in: 0...1 << 53)
      case "record": entry.record = scanner.takeNull() ? nil : Array(try scanner.raw())
      default: throw JSONError(.unknownKey, at: scanner.position)
      }
    }
    entries.append(entry)
  }

  func request() throws(RequestRefusal) -> PushRequest {
    guard let name = domain else {
      throw RequestRefusal(.invalidRequest, "The member domain is missing.")
    }
    guard let domain = Domain(rawValue: name), ContractTable.isKnown(domain) else {
      throw RequestRefusal(.invalidDomain, "The Hub knows no such domain.")
    }
    guard let device = device.flatMap(DeviceID.init(_:)) else {
      throw RequestRefusal(.invalidRequest, "deviceId is not a lower-case UUID.")
    }
    guard !entries.isEmpty else { throw Self.countRefusal }
    var items: [PushRequest.Item] = []
    items.reserveCapacity(entries.count)
    for entry in entries {
      guard let id = entry.id, let key = entry.key else {
        throw RequestRefusal(.invalidRequest, "A mutation lacks id or idempotencyKey.")
      }
      let content: Result<Mutation, Rejection>
      do throws(Rejection) {
        content = .success(try entry.mutation(id: id, key: key, domain: domain))
      } catch { content = .failure(error) }
      items.append(PushRequest.Item(id: id, key: key, content: content))
    }
    return PushRequest(domain: domain, device: device, items: items)
  }
}

extension PushDraft.Entry {
  func mutation(id: String, key: String, domain: Domain) throws(Rejection) -> Mutation {
    guard let recordID = RecordID(id) else { throw Rejection(.invalidRequest, field: "id") }
    guard let idempotencyKey = IdempotencyKey(key) else {
      throw Rejection(.invalidRequest, field: "idempotencyKey")
    }
    guard let operation = operation.flatMap(Operation.init(rawValue:)) else {
      throw Rejection(.invalidRequest, field: "operation")
    }
    guard let base else { throw Rejection(.invalidRequest, field: "baseVersion") }
    guard let occurredAt = occurredAt.flatMap(Minute.init(_:)) else {
      throw Rejection(.invalidRequest, field: "occurredAt")
    }
    return Mutation(
      record: recordID, key: idempotencyKey, operation: operation, base: Version(base),
      occurredAt: occurredAt, modifiedAt: modifiedAt.map(Stamp.init(milliseconds:)),
      body: try body(of: recordID, operation, domain))
  }

  private func body(
    of id: RecordID, _ operation: Operation, _ domain: Domain
  ) throws(Rejection) -> [UInt8] {
    guard operation == .upsert else { return RecordBody.tombstone }
    guard let record else { throw Rejection(.invalidRequest, field: "record") }
    do throws(RecordRefusal) {
      let body = try RecordBody.read(record, domain: domain)
      let isSummary = ContractTable.contract(domain: domain, type: body.type)?.isDaySummary
      guard isSummary == (id.summaryDay != nil) else {
        throw RecordRefusal.violation(ContractViolation(.wrongKind, field: "id"))
      }
      return body.canonical
    } catch {
      switch error {
      case .unknownType: throw Rejection(.unknownRecordType, field: "type")
      case .violation(let violation):
        throw Rejection(
          .contractViolation, field: violation.field, reason: violation.reason.rawValue)
      }
    }
  }
}
