/// Every action that there is; what is not here cannot be asked of an app.
public enum ActionTable {
  /// By domain; in each, first the domain's own, then those that all active products share.
  public static let all: [ActionContract] = Domain.allCases.flatMap { domain in
    let own = listed(domain)
    return own.isEmpty ? [] : own + SharedAction.allCases.map { $0.contract(in: domain) }
  }

  private static let byDomain = Dictionary(grouping: all, by: \.domain)

  /// The actions of one domain; none for a domain that is only read.
  public static func actions(of domain: Domain) -> [ActionContract] { byDomain[domain] ?? [] }

  public static func action(_ name: String, in domain: Domain) -> ActionContract? {
    actions(of: domain).first { $0.name == name }
  }

  private static func listed(_ domain: Domain) -> [ActionContract] {
    switch domain {
    case .anchor:
      [
        StartFocus.action.contract, FinishFocus.action.contract, CheckInHabit.action.contract,
      ]
    case .calorie:
      [LogWater.action.contract, LogQuickEnergy.action.contract, RepeatEntry.action.contract]
    case .setline: [RecordActivity.action.contract, OpenSession.action.contract]
    case .kith: [RecordInteraction.action.contract, SetFollowUp.action.contract]
    case .live: [SetStatus.action.contract, SetTargetDay.action.contract, AddItem.action.contract]
    case .habits, .journal, .asteroid, .sample: []
    }
  }
}
