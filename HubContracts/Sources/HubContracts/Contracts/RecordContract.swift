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
  public var bits: Double { rules.bits }

  /// Whether a record of this contract may have the id: its day's summary, a bare UUID, or this type
  /// before a UUID.
  public func allows(_ id: RecordID) -> Bool {
    if isDaySummary { return id.summaryDay != nil }
    return id.isBareUUID || id.type == type
  }

  /// Reads facts strictly; values come in the order of ``rules``, nil where an optional one is absent.
  public func read(facts bytes: [UInt8]) throws(ContractViolation) -> [FactValue?] {
    try rules.read(bytes, in: domain)
  }

  /// The one way to write these facts: the order of ``rules``, no space, absent ones left out.
  public func canonical(_ values: [FactValue?]) -> [UInt8] { rules.canonical(values) }
}
