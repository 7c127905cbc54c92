import HubContracts
import ToolboxSQLite

/// What an app is asked to do: the parameters, and what has to be true for it.
public struct ActionCall<Parameters: Sendable>: Sendable {
  public let id: ActionID
  public let parameters: Parameters
  /// Nil where nothing was required.
  public let precondition: ActionPrecondition?
}

/// What an app performs when it is asked to from the Hub, by kind of action.
///
/// Each is a function that decides by the app's own rules and saves, in the transaction that it is
/// given; the kit keeps the action's id and the receipt in the same one, so that an action that comes
/// again changes nothing. Return what was done or why it was not. One that throws has saved nothing and
/// answers `failed`. Look at the precondition first where there is one: if what it names is not at that
/// version any more, return `.rejected(.changedSince)`.
/// Source: docs/protocol/actions.md, "What the app promises".
public struct PerformedActions: Sendable {
  typealias Perform =
    @Sendable (ActionProposal, borrowing Transaction) throws -> ActionResult

  /// Nothing is performed, and the Hub is not asked.
  public static let none = PerformedActions()

  private(set) var handlers: [ActionName: Perform] = [:]

  public init() {}

  /// The same, and what is done for one kind of action.
  public func performing<Parameters: ActionParameters>(
    _ type: Parameters.Type,
    _ perform:
      @escaping @Sendable (ActionCall<Parameters>, borrowing Transaction) throws -> ActionResult
  ) -> PerformedActions {
    let contract = Parameters.action.contract
    return adding(ActionName(contract.domain, contract.name)) { proposal, transaction in
      let call = ActionCall(
        id: proposal.id, parameters: try Parameters.action.decode(proposal.parameters),
        precondition: proposal.precondition)
      return try perform(call, transaction)
    }
  }

  /// The same, and what is done for an action without parameters that all products share.
  public func performing(
    _ action: SharedAction, in domain: Domain,
    _ perform: @escaping @Sendable (ActionCall<Void>, borrowing Transaction) throws -> ActionResult
  ) -> PerformedActions {
    adding(ActionName(domain, action.rawValue)) { proposal, transaction in
      let call = ActionCall(
        id: proposal.id, parameters: (), precondition: proposal.precondition)
      return try perform(call, transaction)
    }
  }

  private func adding(
    _ name: ActionName, _ perform: @escaping Perform
  ) -> PerformedActions {
    var actions = self
    actions.handlers[name] = perform
    return actions
  }

  /// What the Hub is told, in one order.
  var names: [ActionName] {
    handlers.keys.sorted { ($0.domain.rawValue, $0.action) < ($1.domain.rawValue, $1.action) }
  }
}

/// What a round of actions did.
public struct ActionReport: Sendable, Equatable {
  public var applied = 0
  public var rejected = 0
  /// Receipts of before that the Hub has taken now.
  public var told = 0

  public init() {}
}
