import HubContracts
import ServiceBinding
import ToolboxCrypto
import ToolboxSQLite

/// What a Hub can ask for one person, and how it is taken back.
struct OutingActions: Sendable {
  /// The title of an outing that was added from the Hub, which sends none.
  private static let untitled = "Untitled"

  let table: OutingTable
  let today: Day
  let random: any RandomBytes

  var performed: ServiceActions<Transaction, SQLiteError> {
    ServiceActions()
      .performing(AddItem.self) { call, transaction throws(SQLiteError) in
        try add(call.parameters, transaction)
      }
      .performing(SetStatus.self) { call, transaction throws(SQLiteError) in
        try change(call.parameters.item, call.precondition, transaction) { facts in
          guard facts.status != call.parameters.status else { return false }
          facts.status = call.parameters.status
          facts.doneOn = facts.status == .done ? today : nil
          return true
        }
      }
      .performing(SetTargetDay.self) { call, transaction throws(SQLiteError) in
        try change(call.parameters.item, call.precondition, transaction) { facts in
          guard facts.targetDay != call.parameters.day else { return false }
          facts.targetDay = call.parameters.day
          return true
        }
      }
      .performing(.takeBack, in: .live) { call, transaction throws(SQLiteError) in
        try takeBack(call.precondition, transaction)
      }
  }

  private func add(
    _ wish: AddItem, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> ActionResult {
    var facts = LiveItemFacts()
    (facts.category, facts.targetDay) = (wish.category, wish.targetDay)
    let outing = Outing(
      id: RecordID(type: "item", uuid: random.uuid()), title: Self.untitled, facts: facts,
      version: 1)
    try table.insert(outing, transaction)
    return applied(outing)
  }

  private func change(
    _ id: RecordID, _ required: ActionPrecondition?, _ transaction: borrowing Transaction,
    _ edit: (inout LiveItemFacts) -> Bool
  ) throws(SQLiteError) -> ActionResult {
    guard let outing = try table.find(id, transaction) else { return .rejected(.notFound) }
    if let required, required.version.number != outing.version {
      return .rejected(.changedSince)
    }
    var facts = outing.facts
    guard edit(&facts) else { return .rejected(.alreadyDone) }
    return applied(try table.change(outing, to: facts, transaction))
  }

  /// Each change can be taken back as long as no other follows it.
  private func applied(_ outing: Outing) -> ActionResult {
    .applied(
      refs: [outing.id],
      inverse: .takeBack(
        in: .live, requiring: ActionPrecondition(outing.id, Version(outing.version))))
  }

  private func takeBack(
    _ required: ActionPrecondition?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> ActionResult {
    guard let required, let outing = try table.find(required.ref, transaction) else {
      return .rejected(.notFound)
    }
    guard required.version.number == outing.version else { return .rejected(.changedSince) }
    try table.takeBack(outing, transaction)
    return .applied(refs: [outing.id], inverse: nil)
  }
}
