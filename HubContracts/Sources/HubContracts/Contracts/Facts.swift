/// A Swift value of which the properties that travel are all of the vocabulary.
public protocol FactValues: Sendable, Equatable {
  /// A value to be filled by reading; never sent as it is.
  init()
}

/// What a record says in clear.
public protocol Facts: FactValues {
  static var contract: Contract<Self> { get }
}

/// A fixed list of words that a fact may be.
public protocol Choice: Sendable, Equatable, CaseIterable, RawRepresentable<String> {}

/// One fact of a contract and the property that holds it.
///
/// Made only by the functions below, which take properties of the vocabulary's types: a text has no
/// function, so a contract with a text does not compile.
public struct Field<Record: FactValues>: Sendable {
  let rule: FactRule
  let read: @Sendable (Record) -> FactValue?
  let write: @Sendable (inout Record, FactValue) -> Void

  private init(
    _ name: String, _ kind: FactKind, isRequired: Bool,
    read: @escaping @Sendable (Record) -> FactValue?,
    write: @escaping @Sendable (inout Record, FactValue) -> Void
  ) {
    rule = FactRule(name: name, kind: kind, isRequired: isRequired)
    self.read = read
    self.write = write
  }

  public typealias Property<Value> = WritableKeyPath<Record, Value> & Sendable

  public static func flag(_ name: String, _ property: Property<Bool>) -> Field {
    Field(name, .flag, isRequired: true, read: { .flag($0[keyPath: property]) }) {
      if case .flag(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  /// A whole number 0…`upTo` in steps; a value outside is cut to the range, and then down to a step.
  public static func count(
    _ name: String, _ property: Property<Int>, upTo cap: Int64 = 1_000, step: Int64 = 1
  ) -> Field {
    Field(
      name, .number(0...cap, step: step), isRequired: true,
      read: { .number(clamped($0[keyPath: property], to: cap, step: step)) }
    ) {
      if case .number(let value) = $1 { $0[keyPath: property] = Int(value) }
    }
  }

  public static func optionalCount(
    _ name: String, _ property: Property<Int?>, upTo cap: Int64 = 1_000, step: Int64 = 1
  ) -> Field {
    Field(
      name, .number(0...cap, step: step), isRequired: false,
      read: { $0[keyPath: property].map { .number(clamped($0, to: cap, step: step)) } }
    ) {
      if case .number(let value) = $1 { $0[keyPath: property] = Int(value) }
    }
  }

  /// One of the words that `Word` lists when the contract is made; any other is left out.
  public static func choice<Word: Choice>(_ name: String, _ property: Property<Word>) -> Field {
    precondition(Word.allCases.count <= 32, "a choice has at most 32 words")
    let words = Word.allCases.map(\.rawValue)
    return Field(
      name, .choice(words), isRequired: true,
      read: {
        let word = $0[keyPath: property].rawValue
        return words.contains(word) ? .choice(word) : nil
      }
    ) {
      if case .choice(let text) = $1, let word = Word(rawValue: text) {
        $0[keyPath: property] = word
      }
    }
  }

  public static func optionalChoice<Word: Choice>(
    _ name: String, _ property: Property<Word?>
  ) -> Field {
    precondition(Word.allCases.count <= 32, "a choice has at most 32 words")
    let words = Word.allCases.map(\.rawValue)
    return Field(
      name, .choice(words), isRequired: false,
      read: {
        $0[keyPath: property].map(\.rawValue).flatMap { words.contains($0) ? .choice($0) : nil }
      }
    ) {
      if case .choice(let text) = $1 { $0[keyPath: property] = Word(rawValue: text) }
    }
  }

  public static func day(_ name: String, _ property: Property<Day>) -> Field {
    Field(name, .day, isRequired: true, read: { .day($0[keyPath: property]) }) {
      if case .day(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  public static func optionalDay(_ name: String, _ property: Property<Day?>) -> Field {
    Field(name, .day, isRequired: false, read: { $0[keyPath: property].map(FactValue.day) }) {
      if case .day(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  public static func instant(_ name: String, _ property: Property<Minute>) -> Field {
    Field(name, .instant, isRequired: true, read: { .instant($0[keyPath: property]) }) {
      if case .instant(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  public static func optionalInstant(_ name: String, _ property: Property<Minute?>) -> Field {
    Field(name, .instant, isRequired: false, read: { $0[keyPath: property].map(FactValue.instant) })
    {
      if case .instant(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  public static func ref(_ name: String, _ property: Property<RecordID>) -> Field {
    Field(name, .ref, isRequired: true, read: { .ref($0[keyPath: property]) }) {
      if case .ref(let value) = $1 { $0[keyPath: property] = value }
    }
  }
}

private func clamped(_ value: Int, to cap: Int64, step: Int64) -> Int64 {
  let inside = min(max(Int64(value), 0), cap)
  return inside - inside % step
}

/// The contract of one Swift type: what the Hub checks, and how a value is written and read.
public struct Contract<Record: Facts>: Sendable {
  public let record: RecordContract
  private let fields: [Field<Record>]

  public init(
    _ domain: Domain, _ type: String, isDaySummary: Bool = false, isContentFrozen: Bool = false,
    sealing: [String] = [], _ fields: [Field<Record>]
  ) {
    self.fields = fields
    record = RecordContract(
      domain: domain, type: type, rules: fields.map(\.rule), isDaySummary: isDaySummary,
      isContentFrozen: isContentFrozen, sealedParts: sealing)
  }

  /// The facts as canonical JSON.
  public func encode(_ value: Record) -> [UInt8] { record.canonical(fields.map { $0.read(value) }) }

  public func decode(_ facts: [UInt8]) throws(ContractViolation) -> Record {
    var value = Record()
    let values = try record.read(facts: facts)
    for index in fields.indices {
      if let fact = values[index] { fields[index].write(&value, fact) }
    }
    return value
  }
}
