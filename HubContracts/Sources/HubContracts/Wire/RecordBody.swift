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

  /// Reads `{"type","facts","sealed"?}` and checks the facts by their contract.
  ///
  /// Throws ``RecordRefusal`` where the type is not in the table or the facts break its contract.
  public static func read(
    _ bytes: [UInt8], domain: Domain
  ) throws(RecordRefusal) -> RecordBody {
    let raw = try RawRecord.read(bytes)
    guard let contract = ContractTable.contract(domain: domain, type: raw.type) else {
      throw .unknownType
    }
    do throws(ContractViolation) {
      let values = try contract.read(facts: raw.facts)
      return RecordBody(type: raw.type, facts: contract.canonical(values), sealed: raw.sealed)
    } catch { throw .violation(error) }
  }
}

/// Why a record cannot be stored.
public enum RecordRefusal: Error, Sendable, Equatable {
  case unknownType
  case violation(ContractViolation)
}

/// A record that was taken apart but not yet checked against a contract.
struct RawRecord {
  var type: String
  var facts: [UInt8]
  var sealed: String?

  static func read(_ bytes: [UInt8]) throws(RecordRefusal) -> RawRecord {
    var type: String?
    var facts: [UInt8]?
    var sealed: String?
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "type": type = try scanner.string(bytesMax: 32)
          case "facts": facts = Array(try scanner.raw())
          case "sealed": sealed = try scanner.string(bytesMax: SyncLimits.sealedCharactersMax)
          default: throw JSONError(.unknownKey, at: scanner.position)
          }
        }
      }
    } catch {
      let reason: ContractViolation.Reason = error.fault == .unknownKey ? .unknownField : .malformed
      throw .violation(ContractViolation(reason))
    }
    guard let type else { throw .violation(ContractViolation(.missingField, field: "type")) }
    guard let facts else { throw .violation(ContractViolation(.missingField, field: "facts")) }
    if let sealed, !isSealedText(sealed) {
      throw .violation(ContractViolation(.wrongKind, field: "sealed"))
    }
    return RawRecord(type: type, facts: facts, sealed: sealed)
  }

  private static func isSealedText(_ text: String) -> Bool {
    text.hasPrefix("v1.")
      && text.utf8.dropFirst(3).allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
