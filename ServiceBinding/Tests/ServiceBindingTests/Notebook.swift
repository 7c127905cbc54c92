import HubContracts
import ServiceBinding

/// A service in memory that can be told to be wrong in one way.
actor Notebook: BoundService {
  enum Fault: String, CaseIterable, Sendable {
    case none, forgetsPerson, performsEachTime, takesAnyID, ignoresEnd, undoesLaterChanges
    case countsWrong, givesNoInverse, answersUnknownLink
  }

  private struct Item {
    var facts: LiveItemFacts
    var version: Int64 = 1
    var person: DocumentID
  }

  private struct Kept {
    let action: ActionProposal
    let result: ActionResult
  }

  private let fault: Fault
  private let people: Set<DocumentID>
  private let now: @Sendable () -> Int64
  private let newID: @Sendable () -> RecordID
  private var items: [RecordID: Item] = [:]
  private var kept: [DocumentID: [ActionID: Kept]] = [:]

  init(
    _ fault: Fault, of people: [DocumentID], now: @escaping @Sendable () -> Int64,
    newID: @escaping @Sendable () -> RecordID
  ) {
    self.fault = fault
    self.people = Set(people)
    self.now = now
    self.newID = newID
  }

  func day(_ day: Day, of link: DocumentID) async throws(ServiceRefusal) -> ServiceDay {
    if fault != .answersUnknownLink { try check(link) }
    let own = items.filter { fault == .forgetsPerson || $0.value.person == link }
    var summary = LiveDaySummary()
    summary.planned = fault == .countsWrong ? 0 : own.values.count { $0.facts.status == .planned }
    return ServiceDay(
      day, summary, items: own.map { ServiceItem($0.key, $0.value.facts) },
      performs: [ActionName(.live, "addItem"), ActionName(.live, "setStatus")])
  }

  func perform(
    _ intent: ServiceIntent, of link: DocumentID
  ) async throws(ServiceRefusal) -> ActionResult {
    try check(link)
    if fault != .performsEachTime, let first = kept[link]?[intent.action.id] {
      if fault != .takesAnyID, first.action != intent.action { throw .actionIDReused }
      return first.result
    }
    let result = try decide(intent, link)
    kept[link, default: [:]][intent.action.id] = Kept(action: intent.action, result: result)
    return result
  }

  private func check(_ link: DocumentID) throws(ServiceRefusal) {
    guard people.contains(link) else { throw .unknownLink }
  }

  private func decide(
    _ intent: ServiceIntent, _ link: DocumentID
  ) throws(ServiceRefusal) -> ActionResult {
    if fault != .ignoresEnd, now() >= intent.expiresAtMilliseconds { return .rejected(.expired) }
    switch intent.action.name.action {
    case "addItem": return add(intent, link)
    case "setStatus": return setStatus(intent, link)
    case SharedAction.takeBack.rawValue: return takeBack(intent, link)
    default: throw .unknownAction
    }
  }

  private func add(_ intent: ServiceIntent, _ link: DocumentID) -> ActionResult {
    do throws(ContractViolation) {
      let wish = try AddItem.action.decode(intent.action.parameters)
      var facts = LiveItemFacts()
      (facts.category, facts.targetDay) = (wish.category, wish.targetDay)
      let id = newID()
      items[id] = Item(facts: facts, person: link)
      let inverse = InverseAction.takeBack(
        in: .live, requiring: ActionPrecondition(id, Version(1)))
      return .applied(refs: [id], inverse: fault == .givesNoInverse ? nil : inverse)
    } catch { return .rejected(.notPossible) }
  }

  private func setStatus(_ intent: ServiceIntent, _ link: DocumentID) -> ActionResult {
    do throws(ContractViolation) {
      let wish = try SetStatus.action.decode(intent.action.parameters)
      guard items[wish.item].map({ fault == .forgetsPerson || $0.person == link }) == true else {
        return .rejected(.notFound)
      }
      items[wish.item]?.facts.status = wish.status
      items[wish.item]?.version += 1
      return .applied(refs: [wish.item], inverse: nil)
    } catch { return .rejected(.notPossible) }
  }

  private func takeBack(_ intent: ServiceIntent, _ link: DocumentID) -> ActionResult {
    guard let required = intent.action.precondition, let item = items[required.ref],
      item.person == link
    else { return .rejected(.notFound) }
    guard fault == .undoesLaterChanges || item.version == required.version.number else {
      return .rejected(.changedSince)
    }
    items[required.ref] = nil
    return .applied(refs: [required.ref], inverse: nil)
  }
}
