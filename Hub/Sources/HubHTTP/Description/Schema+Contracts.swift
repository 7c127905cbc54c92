import HubContracts

extension Schema {
  /// A record as a device pushes it: one of the contract table's types.
  public static let record = Schema.component("Record", .anyOf(ContractTable.all.map(record(of:))))

  /// A record as a feed tells it: one of the table's types, one that this Hub no longer knows, or
  /// nothing where it was deleted.
  public static let storedRecord = Schema.component(
    "StoredRecord",
    .object([
      .optional("type", .text(1...32)), .optional("facts", .object([])),
      .optional("sealed", .sealed),
    ]))

  public static let domain = Schema.component("Domain", .choice(Domain.allCases.map(\.rawValue)))

  private static func record(of contract: RecordContract) -> Schema {
    let properties: [Property] = [
      Property("type", .constant(contract.type)),
      Property("facts", values(of: contract.rules)), .optional("sealed", .sealed),
    ]
    return .component(
      "\(contract.domain.rawValue).\(contract.type)", .object(properties, isClosed: true))
  }

  /// What the rules of a record or an action allow, and nothing beside.
  static func values(of rules: [FactRule]) -> Schema {
    .object(
      rules.map { Property($0.name, schema(of: $0.kind), isRequired: $0.isRequired) },
      isClosed: true)
  }

  private static func schema(of kind: FactKind) -> Schema {
    switch kind {
    case .flag: .boolean
    case .choice(let words): .choice(words)
    case .number(let range, let step): .integer(range, step: step)
    case .day: .day
    case .instant: .minute
    case .ref: .recordID
    }
  }
}
