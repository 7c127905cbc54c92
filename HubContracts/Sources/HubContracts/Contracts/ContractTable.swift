import ToolboxJSON

/// Every contract that there is; what is not here cannot reach the Hub.
public enum ContractTable {
  public static let all: [RecordContract] = [
    FocusSessionFacts.contract.record,
    AnchorDaySummary.contract.record,
  ]

  /// Each day summary stays below this much information (docs/protocol/privacy.md, "Bits").
  public static let daySummaryBitsMax = 80.0

  public static func contract(domain: Domain, type: String) -> RecordContract? {
    all.first { $0.domain == domain && $0.type == type }
  }

  /// Whether any record of the domain may be stored.
  public static func isKnown(_ domain: Domain) -> Bool { all.contains { $0.domain == domain } }

  /// Whether a record of the domain may have this id, as its own or in a `ref`.
  ///
  /// A bare UUID always may; a type before the UUID must be one of the domain's contracts, because
  /// any other word would be text in clear.
  public static func allows(_ id: RecordID, in domain: Domain) -> Bool {
    id.isBareUUID || all.contains { $0.domain == domain && $0.allows(id) }
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
