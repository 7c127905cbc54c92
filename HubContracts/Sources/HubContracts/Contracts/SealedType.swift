/// The types of a domain that say nothing in clear: `facts` is `{}` and the rest is sealed.
///
/// What the Hub still sees of such a record is what metadata shows anyway.
public protocol SealedType: Sendable, CaseIterable, RawRepresentable<String> {
  static var domain: Domain { get }
}

extension SealedType {
  public var contract: RecordContract {
    RecordContract(
      domain: Self.domain, type: rawValue, rules: [], isDaySummary: false,
      sealedParts: ["everything"])
  }

  static var contracts: [RecordContract] { allCases.map(\.contract) }
}
