import HubContracts
import Testing

/// An action's parameters as their golden line holds them.
struct ActionSample: Sendable, CustomTestStringConvertible {
  let contract: ActionContract
  let parameters: [UInt8]
  /// Reads parameters as the Swift type and writes them again.
  let rewrite: @Sendable ([UInt8]) throws(ContractViolation) -> [UInt8]

  var testDescription: String { "\(contract.domain).\(contract.name)" }

  private init<Parameters: ActionParameters>(_ parameters: Parameters) {
    let form = Parameters.action
    contract = form.contract
    self.parameters = form.encode(parameters)
    rewrite = { (bytes) throws(ContractViolation) in form.encode(try form.decode(bytes)) }
  }

  private init(_ action: SharedAction, _ domain: Domain) {
    let contract = action.contract(in: domain)
    self.contract = contract
    parameters = Array("{}".utf8)
    rewrite = { (bytes) throws(ContractViolation) in try contract.canonical(of: bytes) }
  }

  /// In the order of the table, each with all that it can carry; then, where some may be absent, once
  /// without it.
  static let all =
    [
      ActionSample(StartFocus(minutes: 25, theme: .writing)),
      ActionSample(StartFocus(minutes: 0)), ActionSample(FinishFocus()),
      ActionSample(
        CheckInHabit(habit: Sample.record("habit-\(Sample.key)"), day: day, status: .done)),
    ] + shared(.anchor) + [
      ActionSample(LogWater(ml: 250, at: minute)),
      ActionSample(LogQuickEnergy(kcal: 640, meal: .lunch, at: minute)),
      ActionSample(RepeatEntry(entry: Sample.record("foodEntry-\(Sample.key)"))),
    ] + shared(.calorie) + [
      ActionSample(RecordActivity(minutes: 45, occurredOn: day)), ActionSample(OpenSession()),
    ] + shared(.setline) + [
      ActionSample(
        RecordInteraction(
          person: Sample.record("person-\(Sample.key)"), kind: .call, occurredAt: minute)),
      ActionSample(SetFollowUp(person: Sample.record("person-\(Sample.key)"), day: day)),
    ] + shared(.kith) + [
      ActionSample(SetStatus(item: Sample.record("item-\(Sample.key)"), status: .inProgress)),
      ActionSample(SetTargetDay(item: Sample.record("item-\(Sample.key)"), day: day)),
      ActionSample(AddItem(category: .concert, targetDay: day)),
      ActionSample(AddItem(category: .talk)),
    ] + shared(.live)

  private static let day = Day(number: 20_787)
  private static let minute = Minute(number: 20_787 * 1_440 + 800)

  private static func shared(_ domain: Domain) -> [ActionSample] {
    SharedAction.allCases.map { ActionSample($0, domain) }
  }
}
