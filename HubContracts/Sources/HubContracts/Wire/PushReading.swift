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
    let isShape = error.isAboutScalar || error.fault == .unknownKey || error.fault == .missingKey
    self.init(
      isShape ? .invalidRequest : .invalidJSON,
      "The body \(error.fault.rawValue) at byte \(error.offset).")
  }
}

extension PushRequest {
  /// Reads a push; a bad mutation is kept as a ``Rejection`` and does not spoil the rest.
  ///
  /// Throws where the envelope itself cannot be used: not strict JSON, a member that is unknown or of
  /// another kind, an unknown domain, no mutation or more than ``SyncLimits/mutationsPerPushMax``, or
  /// a mutation that cannot be answered because it has no id and key of at most
  /// ``SyncLimits/clientIDCharactersMax`` bytes.
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

/// A push while it is read; checked when all of it is known.
private struct PushDraft {
  static let countRefusal = RequestRefusal(
    .invalidRequest, "A push holds 1 to \(SyncLimits.mutationsPerPushMax) mutations.")

  var domain: String?
  var device: String?
  var mutations: [MutationDraft] = []
  var isOverfull = false

  mutating func addMutation(_ scanner: inout JSONScanner) throws(JSONError) {
    guard mutations.count < SyncLimits.mutationsPerPushMax else {
      isOverfull = true
      throw JSONError(.tooManyMembers, at: scanner.position)
    }
    var draft = MutationDraft()
    try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
    mutations.append(draft)
  }

  func request() throws(RequestRefusal) -> PushRequest {
    guard let name = domain else {
      throw RequestRefusal(.invalidRequest, "The member domain is missing.")
    }
    guard let domain = Domain(rawValue: name) else {
      throw RequestRefusal(.invalidDomain, "The Hub knows no such domain.")
    }
    guard let device = device.flatMap(DeviceID.init(_:)) else {
      throw RequestRefusal(.invalidRequest, "deviceId is not a lower-case UUID.")
    }
    guard !mutations.isEmpty else { throw Self.countRefusal }
    var items: [PushRequest.Item] = []
    items.reserveCapacity(mutations.count)
    for draft in mutations {
      guard let id = draft.id, let key = draft.key else {
        throw RequestRefusal(.invalidRequest, "A mutation lacks id or idempotencyKey.")
      }
      let content: Result<Mutation, Rejection>
      do throws(Rejection) {
        content = .success(try draft.mutation(id: id, key: key, domain: domain))
      } catch { content = .failure(error) }
      items.append(PushRequest.Item(id: id, key: key, content: content))
    }
    return PushRequest(domain: domain, device: device, items: items)
  }
}

/// A mutation while it is read.
private struct MutationDraft {
  private(set) var id: String?
  private(set) var key: String?
  private var operation: Operation?
  private var base: Int64?
  private var occurredAt: Minute?
  private var modifiedAt: Int64?
  private var record: RecordDraft?
  /// What is wrong with its own members; nil where nothing is.
  private var rejection: Rejection?

  /// Throws only where the bytes are not strict JSON or the mutation could not be answered.
  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch member {
    case "id": id = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
    case "idempotencyKey": key = try scanner.string(bytesMax: SyncLimits.clientIDCharactersMax)
    case "operation":
      operation = try text(member, &scanner) {
        Operation(rawValue: String(decoding: $0, as: UTF8.self))
      }
    case "baseVersion": base = try integer(member, in: 0...Int64.max - 1, &scanner)
    case "occurredAt": occurredAt = try text(member, &scanner) { Minute(utf8: $0) }
    case "modifiedAt": modifiedAt = try integer(member, in: 0...SyncLimits.stampMax, &scanner)
    // A null stands for the record that a delete does not have.
    case "record": record = scanner.takeNull() ? nil : try RecordDraft.read(&scanner)
    default:
      _ = try scanner.raw()
      reject(nil, .unknownField)
    }
  }

  func mutation(id: String, key: String, domain: Domain) throws(Rejection) -> Mutation {
    if let rejection { throw rejection }
    guard let recordID = RecordID(id) else { throw Self.rejection("id", .wrongKind) }
    guard let idempotencyKey = IdempotencyKey(key) else {
      throw Self.rejection("idempotencyKey", .wrongKind)
    }
    guard let operation else { throw Self.rejection("operation", .missingField) }
    guard let base else { throw Self.rejection("baseVersion", .missingField) }
    guard let occurredAt else { throw Self.rejection("occurredAt", .missingField) }
    return Mutation(
      record: recordID, key: idempotencyKey, operation: operation, base: Version(base),
      occurredAt: occurredAt, modifiedAt: modifiedAt.map(Stamp.init(milliseconds:)),
      body: try body(of: recordID, operation, domain))
  }

  private func body(
    of id: RecordID, _ operation: Operation, _ domain: Domain
  ) throws(Rejection) -> [UInt8] {
    let wrongID = ContractViolation(.wrongKind, field: "id")
    guard operation == .upsert else {
      guard ContractTable.allows(id, in: domain) else { throw Rejection(.violation(wrongID)) }
      return RecordBody.tombstone
    }
    guard let record else { throw Self.rejection("record", .missingField) }
    do throws(RecordRefusal) {
      let (body, contract) = try record.checked(domain: domain)
      guard contract.allows(id) else { throw .violation(wrongID) }
      return body.canonical
    } catch { throw Rejection(error) }
  }

  private mutating func text<Value>(
    _ member: String, _ scanner: inout JSONScanner, _ value: (ArraySlice<UInt8>) -> Value?
  ) throws(JSONError) -> Value? {
    let text = try scanner.valueOrSkip { (scanner) throws(JSONError) in
      try scanner.utf8(bytesMax: 64)
    }
    let value = text.flatMap(value)
    if value == nil { reject(member, .wrongKind) }
    return value
  }

  private mutating func integer(
    _ member: String, in range: ClosedRange<Int64>, _ scanner: inout JSONScanner
  ) throws(JSONError) -> Int64? {
    let integer = try scanner.valueOrSkip { (scanner) throws(JSONError) in
      try scanner.integer()
    }
    guard let integer else {
      reject(member, .wrongKind)
      return nil
    }
    if !range.contains(integer) { reject(member, .outOfRange) }
    return integer
  }

  /// Keeps the first fault.
  private mutating func reject(_ member: String?, _ reason: ContractViolation.Reason) {
    if rejection == nil { rejection = Self.rejection(member, reason) }
  }

  private static func rejection(
    _ member: String?, _ reason: ContractViolation.Reason
  ) -> Rejection {
    Rejection(.invalidRequest, field: member, reason: reason.rawValue)
  }
}

extension Rejection {
  init(_ refusal: RecordRefusal) {
    switch refusal {
    case .unknownType: self.init(.unknownRecordType, field: "type")
    case .violation(let violation):
      self.init(.contractViolation, field: violation.field, reason: violation.reason.rawValue)
    }
  }
}
