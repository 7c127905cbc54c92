import ToolboxJSON

/// What a record says: facts in clear and a detail that only its owner's devices can read.
public struct RecordBody: Sendable, Equatable {
  /// What a deleted record is: `{}`.
  public static let tombstone = Array("{}".utf8)

  public let type: String
  /// Canonical JSON of the facts, by the contract of the type.
  public let facts: [UInt8]
  /// `v1.` and base64url; opaque to the Hub.
  public let sealed: String?

  public init(type: String, facts: [UInt8], sealed: String? = nil) {
    self.type = type
    self.facts = facts
    self.sealed = sealed
  }

  /// The one way to write this record.
  public var canonical: [UInt8] {
    var json = JSONWriter(reserving: facts.count + type.utf8.count + 24 + (sealed?.utf8.count ?? 0))
    json.object { json in
      json.member("type", type)
      json.member("facts", raw: facts)
      if let sealed { json.member("sealed", sealed) }
    }
    return json.bytes
  }

  /// The type that a body in canonical form begins with; nil for a tombstone's.
  public static func type(ofCanonical body: [UInt8]) -> String? {
    let prefix = #"{"type":""#.utf8
    guard body.starts(with: prefix) else { return nil }
    let type = body.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: type, as: UTF8.self)
  }

  /// Reads `{"type","facts","sealed"?}` and checks the facts by their contract.
  ///
  /// Throws ``RecordRefusal`` where the type is not in the table or the facts break its contract.
  public static func read(
    _ bytes: [UInt8], domain: Domain
  ) throws(RecordRefusal) -> RecordBody {
    let draft: RecordDraft
    do {
      draft = try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try RecordDraft.read(&scanner)
      }
    } catch { throw .violation(ContractViolation(.malformed)) }
    return try draft.checked(domain: domain).body
  }
}

/// Why a record cannot be stored.
public enum RecordRefusal: Error, Sendable, Equatable {
  case unknownType
  case violation(ContractViolation)
}

/// A record that was taken apart but not yet checked against a contract.
///
/// What is wrong with it is kept and not thrown, so that the scanner goes on behind the record.
struct RecordDraft {
  private var type: String?
  private var facts: [UInt8]?
  private var sealed: String?
  private var violation: ContractViolation?

  /// Throws only where the bytes are not strict JSON.
  static func read(_ scanner: inout JSONScanner) throws(JSONError) -> RecordDraft {
    var draft = RecordDraft()
    guard scanner.nextKind == .object else {
      _ = try scanner.raw()
      draft.violation = ContractViolation(.malformed)
      return draft
    }
    try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
    return draft
  }

  private mutating func read(
    _ member: String, _ scanner: inout JSONScanner
  ) throws(JSONError) {
    switch member {
    case "type":
      type = try scanner.valueOrSkip { (scanner) throws(JSONError) in
        try scanner.string(bytesMax: 32)
      }
      if type == nil { note(.wrongKind, "type") }
    case "facts": facts = Array(try scanner.raw())
    case "sealed":
      let text = try scanner.valueOrSkip { (scanner) throws(JSONError) in
        try scanner.utf8(bytesMax: SyncLimits.sealedCharactersMax)
      }
      guard let text, Self.isSealed(text) else { return note(.wrongKind, "sealed") }
      sealed = String(decoding: text, as: UTF8.self)
    default:
      _ = try scanner.raw()
      note(.unknownField, nil)
    }
  }

  /// The record and the contract that it keeps.
  func checked(
    domain: Domain
  ) throws(RecordRefusal) -> (body: RecordBody, contract: RecordContract) {
    if let violation { throw .violation(violation) }
    guard let type else { throw .violation(ContractViolation(.missingField, field: "type")) }
    guard let facts else { throw .violation(ContractViolation(.missingField, field: "facts")) }
    guard let contract = ContractTable.contract(domain: domain, type: type) else {
      throw .unknownType
    }
    do throws(ContractViolation) {
      let values = try contract.read(facts: facts)
      let body = RecordBody(type: type, facts: contract.canonical(values), sealed: sealed)
      return (body, contract)
    } catch { throw .violation(error) }
  }

  /// Keeps the first violation.
  private mutating func note(_ reason: ContractViolation.Reason, _ field: String?) {
    if violation == nil { violation = ContractViolation(reason, field: field) }
  }

  /// Whether the text is `v1.` and then base64url.
  private static func isSealed(_ text: ArraySlice<UInt8>) -> Bool {
    text.count > 3 && text.starts(with: "v1.".utf8)
      && text.dropFirst(3).allSatisfy(\.isBase64URL)
  }
}

extension UInt8 {
  /// Whether it stands for six bits in base64url.
  var isBase64URL: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}

extension JSONScanner {
  /// Reads a scalar, or skips it and returns nil where it is a sound value of another kind or range.
  mutating func valueOrSkip<Value>(
    _ read: (inout JSONScanner) throws(JSONError) -> Value
  ) throws(JSONError) -> Value? {
    do throws(JSONError) { return try read(&self) } catch {
      guard error.isAboutScalar else { throw error }
      _ = try raw()
      return nil
    }
  }
}
