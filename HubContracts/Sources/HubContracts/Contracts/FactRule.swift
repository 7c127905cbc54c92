import ToolboxJSON

/// The closed vocabulary of what may be said in clear (docs/protocol/privacy.md, "Vocabulary").
///
/// There is no text, no bytes, no free number, no place, no address and no list.
public enum FactKind: Sendable, Equatable {
  case flag
  /// One of at most 32 fixed words.
  case choice([String])
  /// A whole number of `range` that is a multiple of `step` above its lower bound.
  case number(ClosedRange<Int64>, step: Int64)
  /// `YYYY-MM-DD` in the account's time zone.
  case day
  /// A UTC time in whole minutes.
  case instant
  /// The id of a record of the same domain.
  case ref

  /// How much one value can tell, in bits; days, instants and refs count as what metadata shows.
  public var bits: Double {
    switch self {
    case .flag: 1
    case .choice(let words): log2(of: words.count)
    case .number(let range, let step):
      log2(of: Int((range.upperBound - range.lowerBound) / step + 1))
    case .day, .instant, .ref: 0
    }
  }
}

/// The logarithm to the base 2, rounded up to a millionth.
///
/// By hand, because the library's stands in Foundation, which nothing else here needs.
private func log2(of cardinality: Int) -> Double {
  var bits = 0.0
  var rest = Double(max(1, cardinality))
  while rest >= 2 {
    rest /= 2
    bits += 1
  }
  // Squaring doubles the logarithm: what then reaches 2 is the next binary digit.
  var digit = 0.5
  for _ in 0..<20 {
    rest *= rest
    if rest >= 2 {
      rest /= 2
      bits += digit
    }
    digit /= 2
  }
  return rest > 1 ? bits + digit * 2 : bits
}

/// A value of the vocabulary.
public enum FactValue: Sendable, Equatable {
  case flag(Bool)
  case choice(String)
  case number(Int64)
  case day(Day)
  case instant(Minute)
  case ref(RecordID)
}

/// One named fact of a contract.
public struct FactRule: Sendable, Equatable {
  public let name: String
  public let kind: FactKind
  public let isRequired: Bool
}

/// Why facts were refused; names the rule that was broken and never repeats a value.
public struct ContractViolation: Error, Sendable, Equatable {
  public enum Reason: String, Sendable, CaseIterable {
    case unknownField = "unknown_field"
    case missingField = "missing_field"
    case wrongKind = "wrong_kind"
    case outOfRange = "out_of_range"
    case unknownChoice = "unknown_choice"
    case malformed = "malformed"
  }

  public let reason: Reason
  /// The contract's own name of the field; nil where the client's name is not one of them.
  public let field: String?

  public init(_ reason: Reason, field: String? = nil) {
    self.reason = reason
    self.field = field
  }
}

extension FactRule {
  /// Reads the value that stands next, by this rule of a contract of `domain`.
  func read(_ scanner: inout JSONScanner, domain: Domain) throws(ContractViolation) -> FactValue {
    let wrongKind = ContractViolation(.wrongKind, field: name)
    do throws(JSONError) {
      switch kind {
      case .flag: return .flag(try scanner.bool())
      case .number(let range, let step):
        let number = try scanner.integer()
        guard range.contains(number), (number - range.lowerBound) % step == 0 else {
          throw JSONError(.integerOutOfRange, at: scanner.position)
        }
        return .number(number)
      case .choice, .day, .instant, .ref:
        return try value(of: try scanner.utf8(bytesMax: 80), domain, at: scanner.position)
      }
    } catch {
      switch error.fault {
      case .integerOutOfRange: throw ContractViolation(.outOfRange, field: name)
      case .unknownKey: throw ContractViolation(.unknownChoice, field: name)
      default: throw wrongKind
      }
    }
  }

  private func value(
    of text: ArraySlice<UInt8>, _ domain: Domain, at offset: Int
  ) throws(JSONError) -> FactValue {
    switch kind {
    case .choice(let words):
      guard let word = words.first(where: { text.elementsEqual($0.utf8) }) else {
        throw JSONError(.unknownKey, at: offset)
      }
      return .choice(word)
    case .day:
      if let day = Day(utf8: text) { return .day(day) }
    case .instant:
      if let minute = Minute(canonical: text) { return .instant(minute) }
    case .ref:
      if let id = RecordID(utf8: text), ContractTable.allows(id, in: domain) { return .ref(id) }
    case .flag, .number: break
    }
    throw JSONError(.wrongKind, at: offset)
  }

  func write(_ value: FactValue, to json: inout JSONWriter) {
    json.member(named: name) { json in
      switch value {
      case .flag(let flag): json.bool(flag)
      case .number(let number): json.integer(number)
      case .choice(let word): json.string(word)
      case .day(let day): json.string(day.description)
      case .instant(let minute): json.string(minute.description)
      case .ref(let id): json.string(id.description)
      }
    }
  }
}
