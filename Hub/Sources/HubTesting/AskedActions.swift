import HubContracts
import HubCore

/// Actions that people ask for, for tests of what becomes of them.
extension TestIdentity {
  public var actions: ActionService {
    ActionService(storage: database, identity: service, feed: feed)
  }

  public var sharing: SharingService { SharingService(storage: database, identity: service) }

  /// Asks for an action of low risk as the person's page does.
  @discardableResult
  public func ask<Parameters: ActionParameters>(
    for parameters: Parameters, by person: SignedIn
  ) async throws -> ActionID {
    let id = actions.newID()
    let answer = try await actions.propose(ActionProposal(id, parameters), by: person.session)
    guard case .kept(_, isNew: true) = answer else { throw Unexpected.answer }
    return id
  }

  /// Gives an action to a device; what it was given.
  public func lease(_ id: ActionID, to device: DeviceSignIn) async throws -> ActionLease {
    guard case .leased(let statement) = try await actions.lease(id, to: device.session) else {
      throw Unexpected.answer
    }
    return try ActionLease.read(statement.bytes)
  }

  /// Leases an action and does it.
  public func perform(
    _ id: ActionID, by device: DeviceSignIn,
    _ result: ActionResult = .applied(refs: [], inverse: nil)
  ) async throws {
    let lease = try await lease(id, to: device)
    let answer = try await actions.receive(
      ActionReceipt(fence: lease.fence, result), for: id, from: device.session)
    guard case .done = answer else { throw Unexpected.answer }
  }

  public func state(of id: ActionID, of person: SignedIn) async throws -> ActionState? {
    try await database.action(id, of: person.session.account.number)?
      .state(at: clock.nowMilliseconds)
  }
}
