import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxSQLite

/// Carries out what ``ActionLife`` decides, with all that hangs on it, inside one transaction.
struct ActionDesk {
  /// How long an action that has ended is remembered, from when it was proposed.
  static let keptMilliseconds = 90 * Milliseconds.day

  let account: AccountNumber
  let now: Int64
  /// Who does it: the session of a browser or a device; nil where the Hub itself or an unnamed browser of
  /// the account does.
  var actor: SessionID?
  /// Of the salts of what is put on record.
  let random: any RandomBytes

  private var table: AskedActionTable { AskedActionTable(account: account) }

  // MARK: - Proposing

  func propose(
    _ proposal: ActionProposal, by proposer: Proposer, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> ProposalAnswer {
    guard try mayPropose(proposal.name, proposer, transaction) else { return .notGranted }
    if let kept = try table.find(proposal.id, transaction) {
      return kept.proposal == proposal ? .kept(kept, isNew: false) : .idReused
    }
    guard let contract = proposal.name.contract else {
      preconditionFailure("a proposal keeps the contract of an action")
    }
    try table.forget(proposedBefore: now - Self.keptMilliseconds, transaction)
    if proposer.agent != nil, try agentsHaveTooMany(transaction) {
      return .tooMany(retryAfterSeconds: 60)
    }
    let lately = try table.count(proposedAfter: now - Milliseconds.minute, transaction)
    guard lately < ActionLimits.proposalsPerMinuteMax,
      try table.openCount(transaction) < ActionLimits.openMax
    else { return .tooMany(retryAfterSeconds: 60) }
    let action = try insert(
      proposal, contract, by: proposer, undoing: nil, transaction)
    return .kept(action, isNew: true)
  }

  private func mayPropose(
    _ name: ActionName, _ proposer: Proposer, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    switch proposer {
    case .person: return true
    case .app(let session, _):
      return try SharingTable(account: account).holds(.propose(name), session, transaction)
    case .agent(let id):
      let agent = try AgentTable.agents(of: account, transaction).first { $0.id == id }
      return agent?.scopes.contains(.proposeAction) == true
        && name.contract.map(Agent.mayPropose) == true
    }
  }

  /// Whether the person has enough to answer: no agent keeps them from asking themselves.
  private func agentsHaveTooMany(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let waiting = try table.open(transaction).filter {
      $0.life.state == .proposed && $0.proposer.agent != nil
    }
    return waiting.count >= Agent.proposalsOpenMax
  }

  private func insert(
    _ proposal: ActionProposal, _ contract: ActionContract, by proposer: Proposer,
    undoing: AskedAction.Undoing?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AskedAction {
    var action = AskedAction(
      proposal, at: try table.lastPosition(transaction) + 1, by: proposer,
      proposedAtMilliseconds: now,
      life: ActionLife(of: contract, at: now, needsApproval: proposer.agent != nil),
      undoing: undoing)
    if action.life.state == .queued { action.approvedAtMilliseconds = now }
    try table.insert(action, transaction)
    try audit(action, transaction)
    return action
  }

  // MARK: - Taking back

  func requestUndo(
    of id: ActionID, as undo: ActionID, by proposer: SessionID,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> UndoAnswer? {
    guard var action = try table.find(id, transaction), action.undoing == nil else { return nil }
    guard let inverse = action.outcome.inverse, let contract = inverse.name.contract,
      let document = action.outcome.document
    else { return .noInverse(action) }
    switch action.life.handle(.requestUndo, at: now) {
    case .same: return .asked(action, new: nil)
    case .refused(let refusal): return .refused(refusal)
    case .changed: break
    }
    let proposal: ActionProposal
    do throws(ContractViolation) {
      proposal = try ActionProposal.checked(
        undo, of: contract, parameters: inverse.parameters, precondition: inverse.precondition)
    } catch { return .noInverse(action) }
    try save(action, transaction)
    let new = try insert(
      proposal, contract, by: .person(proposer), undoing: AskedAction.Undoing(id, in: document),
      transaction)
    return .asked(action, new: new)
  }

  // MARK: - Events

  /// Lets an event take effect; nil where there is no such action, or not for this store.
  func handle(
    _ event: ActionLife.Event, on id: ActionID, for document: DocumentID? = nil,
    telling outcome: AskedAction.Outcome? = nil, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> ActionAnswer? {
    guard var action = try table.find(id, transaction) else { return nil }
    if let document, let undoing = action.undoing, undoing.document != document { return nil }
    try settle(&action, transaction)
    if case .receipt(let session, _, _) = event, let document {
      try passLease(of: &action, to: session, of: document, transaction)
    }
    switch action.life.handle(event, at: now) {
    case .refused(let refusal): return .refused(refusal)
    case .same: return .done(action, isNew: false)
    case .changed: break
    }
    if case .lease = event { action.leasedTo = document }
    if event == .approve { action.approvedAtMilliseconds = now }
    if let outcome { action.outcome = outcome }
    try save(action, transaction)
    return .done(action, isNew: true)
  }

  /// A store that signed in anew speaks for the session that it had when it leased the action; while
  /// that one lives nobody else does, not even a copy of the store (ACT-04).
  private func passLease(
    of action: inout AskedAction, to session: SessionID, of document: DocumentID,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let holder = action.life.holder, holder != session, action.leasedTo == document,
      try DeviceSessionTable.session(holder, of: account, transaction) == nil
    else { return }
    action.life.passLease(to: session)
  }

  /// Writes down that an action's time is over, where it is.
  func settle(
    _ action: inout AskedAction, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard action.life.settle(at: now) else { return }
    try save(action, transaction)
  }

  /// Saves an action that has changed, and what that means for the one that it takes back.
  private func save(
    _ changed: AskedAction, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var action = changed
    if !action.life.state.isOpen, action.life.state != .undoRequested {
      action.endedAtMilliseconds = now
    }
    try table.save(action, transaction)
    try audit(action, transaction)
    guard let undoing = action.undoing, !action.life.state.isOpen,
      var undone = try table.find(undoing.action, transaction),
      undone.life.handle(.undoEnded(isUndone: action.life.state == .applied), at: now) == .changed
    else { return }
    undone.outcome.refusal =
      action.life.state == .applied ? nil : action.outcome.refusal ?? .expired
    undone.endedAtMilliseconds = now
    try table.save(undone, transaction)
    try audit(undone, transaction)
  }

  /// Puts a step on record, in the transaction that makes it (LOG-01).
  private func audit(
    _ action: AskedAction, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let event = ActionEvent(
      action.id, action.name, action.life.state, atMilliseconds: now, session: actor,
      agent: action.life.state == .proposed ? action.proposer.agent : nil,
      refusal: action.outcome.refusal)
    try AuditTable(account: account).append(
      .action(event), salt: random.bytes(AuditChain.saltBytes), transaction)
  }
}
