/// How much an action needs before it happens; fixed by its contract, never by who asks.
public enum ActionRisk: String, Sendable, CaseIterable {
  /// At once.
  case low
  /// Once the person has confirmed it on the Hub's page.
  case medium
  /// Once the person has proved afresh who they are, and has confirmed it in the app as well.
  case high
}

/// What one kind of action may carry, and how it is treated; the Hub checks by it (ACT-01).
public struct ActionContract: Sendable {
  public let domain: Domain
  public let name: String
  /// What may be said in its parameters; of the same vocabulary as a record's facts (ACT-02).
  public let rules: [FactRule]
  public let risk: ActionRisk
  /// How long after it was proposed it may still be performed, in minutes.
  public let lifetimeMinutes: Int64
  /// Whether nobody proposes it: it only takes back what an app has performed.
  public let isInverseOnly: Bool

  init(
    domain: Domain, name: String, rules: [FactRule], risk: ActionRisk, lifetimeMinutes: Int64,
    isInverseOnly: Bool
  ) {
    self.domain = domain
    self.name = name
    self.rules = rules
    self.risk = risk
    self.lifetimeMinutes = lifetimeMinutes
    self.isInverseOnly = isInverseOnly
  }

  /// What its parameters can tell at most, in bits.
  public var bits: Double { rules.bits }

  /// Reads parameters strictly and writes them in the one way there is.
  public func canonical(of parameters: [UInt8]) throws(ContractViolation) -> [UInt8] {
    rules.canonical(try values(of: parameters))
  }

  /// The values of parameters, in the order of ``rules``; nil for one that is absent.
  public func values(of parameters: [UInt8]) throws(ContractViolation) -> [FactValue?] {
    try rules.read(parameters, in: domain)
  }

  /// How long an approved action of high risk can still be cancelled before an app gets it, in
  /// seconds (ACT-07).
  public static let highRiskDelaySeconds: Int64 = 10
  /// No contract lets an action live longer, in minutes.
  public static let lifetimeMinutesMax: Int64 = 7 * 24 * 60
}

/// A Swift value that an action carries.
public protocol ActionParameters: FactValues {
  static var action: ActionForm<Self> { get }
}

/// The contract of one Swift type of parameters: what the Hub checks, and how they are written and
/// read.
public struct ActionForm<Parameters: ActionParameters>: Sendable {
  public let contract: ActionContract
  private let fields: [Field<Parameters>]

  public init(
    _ domain: Domain, _ name: String, _ risk: ActionRisk = .low, minutes lifetimeMinutes: Int64,
    _ fields: [Field<Parameters>]
  ) {
    self.fields = fields
    contract = ActionContract(
      domain: domain, name: name, rules: fields.map(\.rule), risk: risk,
      lifetimeMinutes: lifetimeMinutes, isInverseOnly: false)
  }

  /// The parameters as canonical JSON.
  public func encode(_ parameters: Parameters) -> [UInt8] {
    contract.rules.canonical(fields.map { $0.read(parameters) })
  }

  public func decode(_ parameters: [UInt8]) throws(ContractViolation) -> Parameters {
    let values = try contract.rules.read(parameters, in: contract.domain)
    var result = Parameters()
    for index in fields.indices {
      if let value = values[index] { fields[index].write(&result, value) }
    }
    return result
  }
}
