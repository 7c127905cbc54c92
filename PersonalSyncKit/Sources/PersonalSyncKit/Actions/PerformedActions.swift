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
/// Each is a function that decides by the app's own rules and saves. Return what was done or why it was not.
/// Look at the precondition first where there is one: if what it names is not at that version any more,
/// return `.rejected(.changedSince)`.
/// How it saves depends on where the journal is: ``PerformedActions`` and ``PerformedElsewhere``.
/// Source: docs/protocol/actions.md, "What the app promises".
public struct ActionHandlers<Perform: Sendable>: Sendable {
  /// Nothing is performed, and the Hub is not asked.
  public static var none: ActionHandlers { ActionHandlers() }

  private(set) var handlers: [ActionName: Perform] = [:]

  public init() {}

  private func adding(_ name: ActionName, _ perform: Perform) -> ActionHandlers {
    var actions = self
    actions.handlers[name] = perform
    return actions
  }

  /// What the Hub is told, in one order.
  var names: [ActionName] {
    handlers.keys.sorted { ($0.domain.rawValue, $0.action) < ($1.domain.rawValue, $1.action) }
  }
}

public typealias PerformInTransaction =
  @Sendable (ActionProposal, borrowing Transaction) throws -> ActionResult

/// What an app performs whose journal is in its own store.
///
/// Each saves in the transaction that it is given, and the kit keeps the action's id and the receipt in the
/// same one, so that an action that comes again changes nothing. One that throws has saved nothing and answers `failed`.
public typealias PerformedActions = ActionHandlers<PerformInTransaction>

extension ActionHandlers<PerformInTransaction> {
  /// The same, and what is done for one kind of action.
  public func performing<Parameters: ActionParameters>(
    _ type: Parameters.Type,
    _ perform:
      @escaping @Sendable (ActionCall<Parameters>, borrowing Transaction) throws -> ActionResult
  ) -> PerformedActions {
    adding(Parameters.actionName) { proposal, transaction in
      try perform(try ActionCall(proposal), transaction)
    }
  }

  /// The same, and what is done for an action without parameters that all products share.
  public func performing(
    _ action: SharedAction, in domain: Domain,
    _ perform: @escaping @Sendable (ActionCall<Void>, borrowing Transaction) throws -> ActionResult
  ) -> PerformedActions {
    adding(ActionName(domain, action.rawValue)) { proposal, transaction in
      try perform(ActionCall(proposal), transaction)
    }
  }
}

public typealias PerformElsewhere = @Sendable (ActionProposal) async throws -> ActionResult

/// What an app performs whose journal has a file of its own.
///
/// Each saves in the app's way, awaited with no transaction open, and the journal keeps the receipt after
/// it. A crash may fall between the two, and then the action comes again. So save ``ActionCall/id`` and the result
/// with the effect, in one save of the app's; asked again with an id that is there, change nothing and
/// return that result. What was done is queued as any edit is (``DetachedJournal``). Nobody knows what one
/// that throws has saved: nothing is answered, and it is asked again while the action lives.
public typealias PerformedElsewhere = ActionHandlers<PerformElsewhere>

extension ActionHandlers<PerformElsewhere> {
  /// The same, and what is done for one kind of action.
  public func performing<Parameters: ActionParameters>(
    _ type: Parameters.Type,
    _ perform: @escaping @Sendable (ActionCall<Parameters>) async throws -> ActionResult
  ) -> PerformedElsewhere {
    adding(Parameters.actionName) { proposal in try await perform(try ActionCall(proposal)) }
  }

  /// The same, and what is done for an action without parameters that all products share.
  public func performing(
    _ action: SharedAction, in domain: Domain,
    _ perform: @escaping @Sendable (ActionCall<Void>) async throws -> ActionResult
  ) -> PerformedElsewhere {
    adding(ActionName(domain, action.rawValue)) { try await perform(ActionCall($0)) }
  }
}

extension ActionParameters {
  fileprivate static var actionName: ActionName {
    ActionName(action.contract.domain, action.contract.name)
  }
}

extension ActionCall where Parameters: ActionParameters {
  fileprivate init(_ proposal: ActionProposal) throws(ContractViolation) {
    self.init(
      id: proposal.id, parameters: try Parameters.action.decode(proposal.parameters),
      precondition: proposal.precondition)
  }
}

extension ActionCall<Void> {
  fileprivate init(_ proposal: ActionProposal) {
    self.init(id: proposal.id, parameters: (), precondition: proposal.precondition)
  }
}

/// The handlers of a round, of either form.
enum Performing: Sendable {
  case inTransaction(PerformedActions)
  case elsewhere(PerformedElsewhere)

  var names: [ActionName] {
    switch self {
    case .inTransaction(let actions): actions.names
    case .elsewhere(let actions): actions.names
    }
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
