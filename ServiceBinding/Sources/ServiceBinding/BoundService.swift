import HubContracts

/// What a service answers to the Hub of one of its people.
///
/// Calls come at the same time and in any order. `link` is the id that the service chose when that
/// person connected it; one that nobody has is refused as ``ServiceRefusal/unknownLink``, also where
/// another person has it not.
public protocol BoundService: Sendable {
  /// What it says about a day, which is one of the person's own zone.
  func day(_ day: Day, of link: DocumentID) async throws(ServiceRefusal) -> ServiceDay

  /// Does what the person wants, or says why not.
  ///
  /// Effect, the intent's id and the result are one transaction of the service's store. The same
  /// intent again, whatever its fence, changes nothing and gets the first result; its id with other
  /// content is refused as ``ServiceRefusal/actionIDReused``. After the intent's end nothing is
  /// begun: `.rejected(.expired)`.
  func perform(
    _ intent: ServiceIntent, of link: DocumentID
  ) async throws(ServiceRefusal) -> ActionResult
}

/// What is asked of a service, with the parameters of its kind.
public struct ServiceCall<Parameters: Sendable>: Sendable {
  public let id: ActionID
  public let parameters: Parameters
  /// What has to be true for it; nil where nothing was required.
  public let precondition: ActionPrecondition?
}

/// What a service performs, by kind of action.
///
/// Each is a function that decides by the service's own rules and saves in the `Context` that it is
/// given, such as a transaction.
public struct ServiceActions<Context: ~Copyable, Failure: Error>: Sendable {
  private typealias Perform =
    @Sendable (ServiceIntent, borrowing Context) throws(Failure) -> ActionResult

  private var byName: [ActionName: Perform] = [:]

  public init() {}

  /// The same, and what is done for one kind of action.
  public func performing<Parameters: ActionParameters>(
    _ type: Parameters.Type,
    _ perform:
      @escaping @Sendable (ServiceCall<Parameters>, borrowing Context) throws(Failure) ->
      ActionResult
  ) -> Self {
    let form = Parameters.action
    return adding(ActionName(form.contract.domain, form.contract.name)) {
      (intent, context) throws(Failure) in
      let parameters: Parameters
      do { parameters = try form.decode(intent.action.parameters) } catch {
        preconditionFailure("an intent keeps the contract of its action")
      }
      return try perform(
        ServiceCall(
          id: intent.action.id, parameters: parameters, precondition: intent.action.precondition),
        context)
    }
  }

  /// The same, and what is done for an action without parameters that all products share.
  public func performing(
    _ action: SharedAction, in domain: Domain,
    _ perform:
      @escaping @Sendable (ServiceCall<Void>, borrowing Context) throws(Failure) -> ActionResult
  ) -> Self {
    adding(ActionName(domain, action.rawValue)) { (intent, context) throws(Failure) in
      try perform(
        ServiceCall(
          id: intent.action.id, parameters: (), precondition: intent.action.precondition), context)
    }
  }

  private func adding(_ name: ActionName, _ perform: @escaping Perform) -> Self {
    var actions = self
    actions.byName[name] = perform
    return actions
  }

  /// Nil where the service performs no such action.
  public func perform(
    _ intent: ServiceIntent, in context: borrowing Context
  ) throws(Failure) -> ActionResult? {
    guard let perform = byName[intent.action.name] else { return nil }
    return try perform(intent, context)
  }

  /// What the service says that it performs, in one order; not what only takes back.
  public var names: [ActionName] {
    byName.keys.filter { $0.contract?.isInverseOnly == false }
      .sorted { ($0.domain.rawValue, $0.action) < ($1.domain.rawValue, $1.action) }
  }
}
