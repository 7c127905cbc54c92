import HubContracts
import ToolboxCrypto

/// Lets people ask their apps to do something, and apps say what they did.
///
/// Source: docs/protocol/actions.md.
public struct ActionService: Sendable {
  /// How many an account's page shows at once.
  public static let pageMax = 30

  private let storage: any ActionStorage
  private let identity: IdentityService
  private let feed: ChangeFeed
  private let services: ServiceDesk

  /// `feed` is told when something waits for an app; `services` are asked themselves; `identity` signs
  /// what an app is given.
  public init(
    storage: any ActionStorage, identity: IdentityService, feed: ChangeFeed,
    services: ServiceDesk = .none
  ) {
    self.storage = storage
    self.identity = identity
    self.feed = feed
    self.services = services
  }

  private var now: Int64 { identity.clock.nowMilliseconds }

  /// A new id for a form that proposes an action once, however often it is sent.
  public func newID() -> ActionID {
    guard let id = ActionID(identity.random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    return id
  }

  // MARK: - A person

  /// Asks for an action; of low risk it then waits for the app.
  public func propose(
    _ proposal: ActionProposal, by session: WebSession
  ) async throws(StorageError) -> ProposalAnswer {
    try await propose(proposal, by: .person(session.id), session.account.number)
  }

  /// Asks for an action of another app, where the person lets this one (ACT-05).
  public func propose(
    _ proposal: ActionProposal, by device: DeviceSession
  ) async throws(StorageError) -> ProposalAnswer {
    try await propose(
      proposal, by: .app(device.id, client: device.client), device.account.number)
  }

  /// Asks for an action that then waits for the person's approval, whatever its risk.
  public func propose(
    _ proposal: ActionProposal, by agent: AgentSession
  ) async throws(StorageError) -> ProposalAnswer {
    try await propose(proposal, by: .agent(agent.agent.id), agent.account.number)
  }

  private func propose(
    _ proposal: ActionProposal, by proposer: Proposer, _ account: AccountNumber
  ) async throws(StorageError) -> ProposalAnswer {
    try await storage.settleActions(at: now, of: account)
    let answer = try await storage.propose(proposal, by: proposer, at: now, of: account)
    if case .kept(let action, isNew: true) = answer { await tell(action, account) }
    return answer
  }

  /// What became of a person's decision.
  public enum Decision: Sendable, Equatable {
    case done(AskedAction)
    case refused(ActionLife.Refusal)
    /// Approving this needs who the person is proved afresh (SES-10).
    case proofNeeded
    case unknown
  }

  /// Approves an action of more than low risk; of high risk only in a session that is fresh.
  public func approve(
    _ id: ActionID, by session: WebSession
  ) async throws(StorageError) -> Decision {
    guard let action = try await storage.action(id, of: session.account.number) else {
      return .unknown
    }
    if action.name.contract?.risk == .high, !identity.isFresh(session) { return .proofNeeded }
    return try await decide(.approve, on: id, by: session)
  }

  public func decline(
    _ id: ActionID, by session: WebSession
  ) async throws(StorageError) -> Decision { try await decide(.decline, on: id, by: session) }

  public func cancel(
    _ id: ActionID, by session: WebSession
  ) async throws(StorageError) -> Decision { try await decide(.cancel, on: id, by: session) }

  /// Asks the store that did it to take an action back (ACT-10).
  public func undo(
    _ id: ActionID, by session: WebSession
  ) async throws(StorageError) -> UndoAnswer? {
    let account = session.account.number
    try await storage.settleActions(at: now, of: account)
    let answer = try await storage.requestUndo(
      of: id, as: newID(), by: session.id, at: now, of: account)
    if case .asked(_, let undo?) = answer { await tell(undo, account) }
    return answer
  }

  private func decide(
    _ event: ActionLife.Event, on id: ActionID, by session: WebSession
  ) async throws(StorageError) -> Decision {
    let account = session.account.number
    switch try await storage.decide(event, on: id, at: now, of: account) {
    case .done(let action, let isNew):
      if isNew { await tell(action, account) }
      return .done(action)
    case .refused(let refusal): return .refused(refusal)
    case nil: return .unknown
    }
  }

  /// Wakes the apps that could do it, or asks the service that does.
  private func tell(_ action: AskedAction, _ account: AccountNumber) async {
    guard action.life.state == .queued else { return }
    switch Fleet.owner(of: action.name.domain)?.authority {
    case .service: await services.run(for: account)
    case .devices, .successor, nil: feed.actionWaits(in: action.name.domain, of: account)
    }
  }

  // MARK: - Looking

  /// The newest actions of an account, or those before a position, and whether there are more.
  public func actions(
    of account: AccountNumber, before position: Int64? = nil
  ) async throws(StorageError) -> (actions: [AskedAction], hasMore: Bool) {
    try await storage.settleActions(at: now, of: account)
    let found = try await storage.actions(
      before: position, limit: Self.pageMax + 1, of: account)
    return (Array(found.prefix(Self.pageMax)), found.count > Self.pageMax)
  }

  /// What the account's connected apps say that they can do.
  public func performed(
    of account: AccountNumber
  ) async throws(StorageError) -> Set<ActionName> {
    try await storage.performedActions(of: account)
  }

  // MARK: - An app

  public func setPerformed(
    _ actions: [ActionName], by device: DeviceSession
  ) async throws(StorageError) {
    let own = actions.filter { Self.domains(of: device).contains($0.domain) }
    try await storage.setPerformed(own, by: device.id, of: device.account.number)
  }

  public func inbox(of device: DeviceSession) async throws(StorageError) -> ActionInbox {
    try await storage.settleActions(at: now, of: device.account.number)
    let waiting = try await storage.inbox(
      of: device, in: Self.domains(of: device), at: now, limit: ActionLimits.inboxMax)
    return ActionInbox(
      waiting.compactMap { action in
        action.name.contract.map { ActionInbox.Item(action.id, action.name, $0.risk) }
      })
  }

  /// The domains of an app in which something waits for it.
  public func domainsThatWait(for device: DeviceSession) async throws(StorageError) -> [Domain] {
    var domains: [Domain] = []
    for item in try await inbox(of: device).items where !domains.contains(item.name.domain) {
      domains.append(item.name.domain)
    }
    return domains
  }

  public enum LeaseAnswer: Sendable, Equatable {
    case leased(SignedStatement)
    case refused(ActionLife.Refusal)
    case unknown
  }

  /// Gives an action to an app, in bytes that the Hub has signed (ACT-04, ACT-06).
  public func lease(
    _ id: ActionID, to device: DeviceSession
  ) async throws(StorageError) -> LeaseAnswer {
    guard try await isFor(device, id) else { return .unknown }
    let now = now
    switch try await storage.lease(id, to: device, at: now) {
    case .done(let action, _):
      guard let contract = action.name.contract else { return .unknown }
      let lease = ActionLease(
        account: device.account.id, session: device.id, action: action.proposal,
        risk: contract.risk, undoes: action.undoing?.action, fence: action.life.fence,
        nowMilliseconds: now, leaseEndsAtMilliseconds: action.life.leaseEndsAtMilliseconds,
        expiresAtMilliseconds: action.life.expiresAtMilliseconds)
      return .leased(
        SignedStatement(
          bytes: lease.json, signature: identity.identity.signature(over: lease.json)))
    case .refused(let refusal): return .refused(refusal)
    case nil: return .unknown
    }
  }

  /// What an app's receipt is read by: the domain of its action; nil where the app has none of that id.
  public func domain(
    of id: ActionID, for device: DeviceSession
  ) async throws(StorageError) -> Domain? {
    let action = try await storage.action(id, of: device.account.number)
    guard let domain = action?.name.domain, Self.domains(of: device).contains(domain) else {
      return nil
    }
    return domain
  }

  public func receive(
    _ receipt: ActionReceipt, for id: ActionID, from device: DeviceSession
  ) async throws(StorageError) -> ActionAnswer? {
    try await storage.receive(receipt, for: id, from: device, at: now)
  }

  private func isFor(
    _ device: DeviceSession, _ id: ActionID
  ) async throws(StorageError) -> Bool {
    try await domain(of: id, for: device) != nil
  }

  private static func domains(of device: DeviceSession) -> [Domain] {
    Fleet.product(named: device.client)?.deviceDomains ?? []
  }
}
