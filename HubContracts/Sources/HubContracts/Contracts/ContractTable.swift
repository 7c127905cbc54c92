import ToolboxJSON

/// Every contract that there is; what is not here cannot reach the Hub.
public enum ContractTable {
  /// By domain; in each, first the types with facts, then those that are sealed whole, then the day
  /// summary.
  public static let all: [RecordContract] = Domain.allCases.flatMap(listed)

  /// Each day summary stays below this much information (docs/protocol/privacy.md, "Bits").
  public static let daySummaryBitsMax = 80.0

  private static let byDomain = Dictionary(grouping: all, by: \.domain)

  /// The contracts of one domain; never empty.
  public static func contracts(of domain: Domain) -> [RecordContract] { byDomain[domain] ?? [] }

  public static func contract(domain: Domain, type: String) -> RecordContract? {
    contracts(of: domain).first { $0.type == type }
  }

  public static func daySummary(of domain: Domain) -> RecordContract? {
    contracts(of: domain).first(where: \.isDaySummary)
  }

  /// Whether a record of the domain may have this id, as its own or in a `ref`.
  ///
  /// A bare UUID always may; a type before the UUID must be one of the domain's contracts, because
  /// any other word would be text in clear.
  public static func allows(_ id: RecordID, in domain: Domain) -> Bool {
    id.isBareUUID || contracts(of: domain).contains { $0.allows(id) }
  }

  private static func listed(_ domain: Domain) -> [RecordContract] {
    switch domain {
    case .anchor:
      [
        FocusSessionFacts.contract.record, HabitFacts.contract.record,
        HabitCompletionFacts.contract.record,
      ] + AnchorSealedType.contracts + [AnchorDaySummary.contract.record]
    case .calorie:
      [FoodEntryFacts.contract.record, WaterEntryFacts.contract.record]
        + CalorieSealedType.contracts + [CalorieDaySummary.contract.record]
    case .setline:
      [WorkoutFacts.contract.record] + SetlineSealedType.contracts
        + [SetlineDaySummary.contract.record]
    case .kith:
      [
        PersonFacts.contract.record, InteractionFacts.contract.record,
        KithDaySummary.contract.record,
      ]
    case .live: [LiveItemFacts.contract.record, LiveDaySummary.contract.record]
    case .habits: [HabitCheckInFacts.contract.record]
    case .journal: [JournalEntryFacts.contract.record]
    case .asteroid: [AsteroidDaySummary.contract.record]
    case .sample: [ToDoFacts.contract.record]
    }
  }

  /// Whether any type of the domain is frozen; asked before a record is looked up for it.
  public static func freezesAny(in domain: Domain) -> Bool {
    domainsWithFrozenTypes.contains(domain)
  }

  private static let domainsWithFrozenTypes = Set(all.filter(\.isContentFrozen).map(\.domain))

  /// Whether a record that says `body` may not be made to say anything else.
  ///
  /// False for a body that cannot be read at all: no contract of today freezes it.
  public static func freezes(_ body: [UInt8], in domain: Domain) -> Bool {
    guard freezesAny(in: domain) else { return false }
    let node: JSONNode
    do { node = try JSONNode.parse(body) } catch { return false }
    guard case .string(let type) = node["type"]?.value else { return false }
    return contract(domain: domain, type: type)?.isContentFrozen ?? false
  }
}
