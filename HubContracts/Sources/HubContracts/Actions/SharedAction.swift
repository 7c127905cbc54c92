/// The actions of every active product; they carry nothing.
public enum SharedAction: String, Sendable, CaseIterable {
  /// The app writes all that it has into a file on its own device.
  case exportLocal
  /// The app has the Hub forget what it knows of it, and signs out.
  case forgetHubData
  /// The app takes back an action that it has performed, as it keeps it; only made from a receipt.
  case takeBack

  public func contract(in domain: Domain) -> ActionContract {
    ActionContract(
      domain: domain, name: rawValue, rules: [], risk: risk, lifetimeMinutes: lifetimeMinutes,
      isInverseOnly: self == .takeBack)
  }

  private var risk: ActionRisk {
    switch self {
    case .exportLocal: .medium
    case .forgetHubData: .high
    case .takeBack: .low
    }
  }

  private var lifetimeMinutes: Int64 {
    switch self {
    case .exportLocal, .forgetHubData: 24 * 60
    case .takeBack: ActionContract.lifetimeMinutesMax
    }
  }
}
