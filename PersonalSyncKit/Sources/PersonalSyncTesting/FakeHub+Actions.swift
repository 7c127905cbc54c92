import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxJSON

/// An action as a ``FakeHub`` keeps it.
struct FakeAction: Sendable {
  var account: AccountID
  var proposal: ActionProposal
  var life: ActionLife
  /// The action that it takes back, and the store that may.
  var undoes: ActionID?
  var document: DocumentID?
  /// The store whose session had the newest lease.
  var leasedTo: DocumentID?
  var result: ActionResult?
}

/// People who ask apps to do something, and what apps answer; see docs/protocol/actions.md.
extension FakeHub {
  /// Asks an account's app for an action, as the person's page does.
  @discardableResult
  public func ask<Parameters: ActionParameters>(
    _ account: Account, for parameters: Parameters, precondition: ActionPrecondition? = nil
  ) -> ActionID {
    propose(ActionProposal(newActionID(), parameters, precondition: precondition), to: account)
  }

  @discardableResult
  public func ask(_ account: Account, for action: SharedAction, of domain: Domain) -> ActionID {
    propose(ActionProposal(newActionID(), action, of: domain), to: account)
  }

  /// Lets an event happen to an action; whether it changed anything.
  @discardableResult
  public func tell(_ event: ActionLife.Event, to id: ActionID) -> Bool {
    let now = clock.nowMilliseconds
    return memory.withLock { memory in
      guard let index = memory.actions.firstIndex(where: { $0.proposal.id == id }) else {
        return false
      }
      _ = memory.actions[index].life.settle(at: now)
      return memory.actions[index].life.handle(event, at: now) == .changed
    }
  }

  /// Asks the store that did an action to take it back; nil where the app gave no way to.
  public func undo(_ id: ActionID) -> ActionID? {
    let found = memory.withLock { $0.actions.first { $0.proposal.id == id } }
    guard let found, case .applied(_, let inverse?) = found.result,
      let contract = inverse.name.contract, tell(.requestUndo, to: id)
    else { return nil }
    let proposal: ActionProposal
    do throws(ContractViolation) {
      proposal = try ActionProposal.checked(
        newActionID(), of: contract, parameters: inverse.parameters,
        precondition: inverse.precondition)
    } catch { return nil }
    keep(
      FakeAction(
        account: found.account, proposal: proposal,
        life: ActionLife(of: contract, at: clock.nowMilliseconds), undoes: id,
        document: found.document))
    return proposal.id
  }

  public func state(of id: ActionID) -> ActionState? {
    let now = clock.nowMilliseconds
    return memory.withLock { memory in
      guard var life = memory.actions.first(where: { $0.proposal.id == id })?.life else {
        return nil
      }
      _ = life.settle(at: now)
      return life.state
    }
  }

  /// Whose app has an action, or had it last.
  public func holder(of id: ActionID) -> SessionID? {
    memory.withLock { $0.actions.first { $0.proposal.id == id }?.life.holder }
  }

  /// From now on the Hub knows no actions, as one that is older than they are.
  public func knowNoActions() { memory.withLock { $0.knowsActions = false } }

  /// From now on leases are signed over other bytes, as by somebody in the middle.
  public func forgeLeases() { memory.withLock { $0.forgesLeases = true } }

  /// What the app said; nil before it did.
  public func result(of id: ActionID) -> ActionResult? {
    memory.withLock { $0.actions.first { $0.proposal.id == id }?.result }
  }

  /// What the account's app last said that it performs.
  public func performed(by account: Account) -> [ActionName] {
    memory.withLock { $0.performed[account.id] ?? [] }
  }

  /// Keeps what an app proposed, once; where it stands, or nil where the id is another action's.
  func keepOnce(_ proposal: ActionProposal, of account: Account) -> ActionState? {
    let kept = memory.withLock { $0.actions.first { $0.proposal.id == proposal.id }?.proposal }
    if kept == nil { _ = propose(proposal, to: account) }
    guard kept == nil || kept == proposal else { return nil }
    return state(of: proposal.id)
  }

  private func newActionID() -> ActionID {
    guard let id = ActionID(random.uuid()) else { preconditionFailure("a UUID is an id") }
    return id
  }

  private func propose(_ proposal: ActionProposal, to account: Account) -> ActionID {
    guard let contract = proposal.name.contract else {
      preconditionFailure("a form of parameters has its contract in the table")
    }
    keep(
      FakeAction(
        account: account.id, proposal: proposal,
        life: ActionLife(of: contract, at: clock.nowMilliseconds)))
    return proposal.id
  }

  private func keep(_ action: FakeAction) {
    memory.withLock { $0.actions.append(action) }
    tellOfAction(action.account, action.proposal.name.domain)
  }

  // MARK: - HTTP

  /// Nil for a request that is not about actions.
  func actionResponse(to request: HTTPRequest, _ session: LiveSession) -> HTTPResponse? {
    if request.method == .post, request.path.hasPrefix("/v1/domains/") {
      return propose(request, session)
    }
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.prefix(2) == ["v1", "actions"], memory.withLock({ $0.knowsActions }) else {
      return nil
    }
    switch (request.method, parts.count) {
    case (.put, 3) where parts[2] == "performed": return perform(request, session)
    case (.get, 2): return inbox(session)
    case (.post, 4):
      guard let id = ActionID(parts[2]) else { return Self.refusal(.notFound) }
      switch parts[3] {
      case "lease": return lease(id, session)
      case "receipt": return receive(request, id, session)
      default: return nil
      }
    default: return nil
    }
  }

  private func perform(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    do throws(RequestRefusal) {
      let names = try PerformedActionsRequest.read(request.body).actions
      memory.withLock { $0.performed[session.account.id] = names }
      return HTTPResponse(status: 204)
    } catch { return Self.refusal(error.code) }
  }

  private func inbox(_ session: LiveSession) -> HTTPResponse {
    let now = clock.nowMilliseconds
    let items = memory.withLock { memory in
      memory.actions.compactMap { action -> ActionInbox.Item? in
        var life = action.life
        guard action.isFor(session), !life.settle(at: now),
          life.handle(.lease(session.id), at: now) == .changed,
          let contract = action.proposal.name.contract
        else { return nil }
        return ActionInbox.Item(action.proposal.id, action.proposal.name, contract.risk)
      }
    }
    return HTTPResponse(status: 200, body: .bytes(ActionInbox(items).json))
  }

  private func lease(_ id: ActionID, _ session: LiveSession) -> HTTPResponse {
    let now = clock.nowMilliseconds
    let answer: (FakeAction, ActionLife.Answer)? = memory.withLock { memory in
      guard
        let index = memory.actions.firstIndex(where: {
          $0.proposal.id == id && $0.isFor(session)
        })
      else { return nil }
      _ = memory.actions[index].life.settle(at: now)
      let answer = memory.actions[index].life.handle(.lease(session.id), at: now)
      if answer == .changed { memory.actions[index].leasedTo = session.document }
      return (memory.actions[index], answer)
    }
    guard let (action, outcome) = answer, let contract = action.proposal.name.contract else {
      return Self.refusal(.notFound)
    }
    guard outcome == .changed else { return Self.refusal(.actionOver) }
    let lease = ActionLease(
      account: action.account, session: session.id, action: action.proposal,
      risk: contract.risk, undoes: action.undoes, fence: action.life.fence, nowMilliseconds: now,
      leaseEndsAtMilliseconds: action.life.leaseEndsAtMilliseconds,
      expiresAtMilliseconds: action.life.expiresAtMilliseconds)
    let signed = memory.withLock { $0.forgesLeases } ? [] : lease.json
    return HTTPResponse(
      status: 200,
      headers: [ActionLease.signatureHeader: Base64URL.encode(key.signature(over: signed))],
      body: .bytes(lease.json))
  }

  private func receive(
    _ request: HTTPRequest, _ id: ActionID, _ session: LiveSession
  ) -> HTTPResponse {
    let now = clock.nowMilliseconds
    return memory.withLock { memory in
      guard
        let index = memory.actions.firstIndex(where: {
          $0.proposal.id == id && $0.isFor(session)
        })
      else { return Self.refusal(.notFound) }
      do throws(RequestRefusal) {
        let domain = memory.actions[index].proposal.name.domain
        let receipt = try ActionReceipt.read(request.body, in: domain)
        return memory.receive(receipt, at: index, by: session, now: now)
      } catch { return Self.refusal(error.code) }
    }
  }
}

extension FakeAction {
  fileprivate func isFor(_ session: FakeHub.LiveSession) -> Bool {
    let domains = Fleet.product(named: session.client)?.deviceDomains ?? []
    return account == session.account.id && domains.contains(proposal.name.domain)
      && (undoes == nil || document == session.document)
  }
}

extension FakeHub.Memory {
  fileprivate mutating func receive(
    _ receipt: ActionReceipt, at index: Int, by session: FakeHub.LiveSession, now: Int64
  ) -> HTTPResponse {
    let isApplied = receipt.result.isApplied
    let holder = actions[index].life.holder
    if actions[index].leasedTo == session.document,
      !sessions.values.contains(where: { $0.id == holder })
    {
      actions[index].life.passLease(to: session.id)
    }
    let event = ActionLife.Event.receipt(session.id, fence: receipt.fence, isApplied: isApplied)
    switch actions[index].life.handle(event, at: now) {
    case .refused(.leaseLost): return FakeHub.refusal(.leaseLost)
    case .refused: return FakeHub.refusal(.actionOver)
    case .same: break
    case .changed:
      actions[index].result = receipt.result
      if let undone = actions[index].undoes,
        let target = actions.firstIndex(where: { $0.proposal.id == undone })
      {
        _ = actions[target].life.handle(.undoEnded(isUndone: isApplied), at: now)
      } else {
        actions[index].document = session.document
      }
    }
    let state = actions[index].life.state.rawValue
    return HTTPResponse(
      status: 200,
      body: .bytes(JSONWriter.write { $0.object { $0.member("state", state) } }))
  }
}
