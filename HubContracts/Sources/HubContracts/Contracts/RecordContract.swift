import ToolboxJSON

/// What one type of record may say in clear; the Hub checks by it and shows it to people.
public struct RecordContract: Sendable {
  public let domain: Domain
  public let type: String
  public let rules: [FactRule]
  /// Whether its id is `summary-<day>`.
  public let isDaySummary: Bool
  /// Whether a record says for ever what it said first, such as a finished workout.
  ///
  /// An edit of one is refused; a delete is taken, and wins against any edit, whenever it was made
  /// (docs/protocol/sync.md, §6).
  public let isContentFrozen: Bool
  /// What of a record its app seals, in words for people; empty where nothing is.
  public let sealedParts: [String]

  init(
    domain: Domain, type: String, rules: [FactRule], isDaySummary: Bool,
    isContentFrozen: Bool = false, sealedParts: [String] = []
  ) {
    self.domain = domain
    self.type = type
    self.rules = rules
    self.isDaySummary = isDaySummary
    self.isContentFrozen = isContentFrozen
    self.sealedParts = sealedParts
  }

  /// What a value of this contract can tell at most, in bits.
  public var bits: Double {
    rules.reduce(0) { $0 + $1.kind.bits + ($1.isRequired ? 0 : 1) }
  }

  /// Whether a record of this contract may have the id: its day's summary, a bare UUID, or this type
  /// before a UUID.
  public func allows(_ id: RecordID) -> Bool {
    if isDaySummary { return id.summaryDay != nil }
    return id.isBareUUID || id.type == type
  }

  /// Reads facts strictly; values come in the order of ``rules``, nil where an optional one is absent.
  public func read(facts bytes: [UInt8]) throws(ContractViolation) -> [FactValue?] {
    var scanner: JSONScanner
    do { scanner = try JSONScanner(bytes) } catch { throw ContractViolation(.malformed) }
    var values = [FactValue?](repeating: nil, count: rules.count)
    var violation: ContractViolation?
    do throws(JSONError) {
      try scanner.object { (scanner, key) throws(JSONError) in
        guard let index = rules.firstIndex(where: { $0.name == key }) else {
          violation = ContractViolation(.unknownField)
          throw JSONError(.unknownKey, at: scanner.position)
        }
        do throws(ContractViolation) {
          values[index] = try rules[index].read(&scanner, domain: domain)
        } catch {
          violation = error
          throw JSONError(.wrongKind, at: scanner.position)
        }
      }
      try scanner.end()
    } catch { throw violation ?? ContractViolation(.malformed) }
    for (rule, value) in zip(rules, values) where rule.isRequired && value == nil {
      throw ContractViolation(.missingField, field: rule.name)
    }
    return values
  }

  /// The one way to write these facts: the order of ``rules``, no space, absent ones left out.
  public func canonical(_ values: [FactValue?]) -> [UInt8] {
    var json = JSONWriter(reserving: rules.count * 48)
    json.object { json in
      for (rule, value) in zip(rules, values) {
        if let value { rule.write(value, to: &json) }
      }
    }
    return json.bytes
  }
}
