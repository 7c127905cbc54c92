import ToolboxJSON

/// The rules of one record or one action, together.
extension [FactRule] {
  /// What values of all of them can tell at most, in bits.
  var bits: Double { reduce(0) { $0 + $1.kind.bits + ($1.isRequired ? 0 : 1) } }

  /// Reads an object strictly; values come in the order of the rules, nil where an optional one is
  /// absent.
  func read(_ bytes: [UInt8], in domain: Domain) throws(ContractViolation) -> [FactValue?] {
    var scanner: JSONScanner
    do { scanner = try JSONScanner(bytes) } catch { throw ContractViolation(.malformed) }
    var values = [FactValue?](repeating: nil, count: count)
    var violation: ContractViolation?
    do throws(JSONError) {
      try scanner.object { (scanner, key) throws(JSONError) in
        guard let index = firstIndex(where: { $0.name == key }) else {
          violation = ContractViolation(.unknownField)
          throw JSONError(.unknownKey, at: scanner.position)
        }
        do throws(ContractViolation) {
          values[index] = try self[index].read(&scanner, domain: domain)
        } catch {
          violation = error
          throw JSONError(.wrongKind, at: scanner.position)
        }
      }
      try scanner.end()
    } catch { throw violation ?? ContractViolation(.malformed) }
    for (rule, value) in zip(self, values) where rule.isRequired && value == nil {
      throw ContractViolation(.missingField, field: rule.name)
    }
    return values
  }

  /// The one way to write values: the order of the rules, no space, absent ones left out.
  func canonical(_ values: [FactValue?]) -> [UInt8] {
    var json = JSONWriter(reserving: count * 48)
    json.object { json in
      for (rule, value) in zip(self, values) {
        if let value { rule.write(value, to: &json) }
      }
    }
    return json.bytes
  }
}
