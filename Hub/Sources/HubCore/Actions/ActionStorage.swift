import HubContracts

/// What the Hub keeps of its accounts' actions.
///
/// Each call is one transaction: what ``ActionLife`` decided and what it means for the action that is
/// taken back are saved together or not at all. No row of another account is read
/// or written: another account's ids are answered like unknown ones.
public protocol ActionStorage: Sendable {
  /// Keeps a new action; the same one again is found, and changes nothing.
  func propose(
    _ proposal: ActionProposal, by proposer: Proposer, at now: Int64, of account: AccountNumber
  ) async throws(StorageError) -> ProposalAnswer

  /// Makes the action that takes another back, once; nil where there is no such action.
  func requestUndo(
    of id: ActionID, as undo: ActionID, by proposer: SessionID, at now: Int64,
    of account: AccountNumber
  ) async throws(StorageError) -> UndoAnswer?

  /// Lets a person's decision take effect; nil where there is no such action.
  func decide(
    _ event: ActionLife.Event, on id: ActionID, at now: Int64, of account: AccountNumber
  ) async throws(StorageError) -> ActionAnswer?

  /// Gives the action to an app; nil where there is none of its domains and for its store.
  func lease(
    _ id: ActionID, to device: DeviceSession, at now: Int64
  ) async throws(StorageError) -> ActionAnswer?

  /// Keeps what an app says that it did; nil where there is no such action for it.
  func receive(
    _ receipt: ActionReceipt, for id: ActionID, from device: DeviceSession, at now: Int64
  ) async throws(StorageError) -> ActionAnswer?

  /// Writes down which actions' time is over; looks first, so that mostly nothing is written.
  func settleActions(at now: Int64, of account: AccountNumber) async throws(StorageError)

  /// What an app of `domains` with this store may take now, oldest first.
  func inbox(
    of device: DeviceSession, in domains: [Domain], at now: Int64, limit: Int
  ) async throws(StorageError) -> [AskedAction]

  func action(
    _ id: ActionID, of account: AccountNumber
  ) async throws(StorageError) -> AskedAction?

  /// The newest, or those before a position; without those that only take others back.
  func actions(
    before position: Int64?, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AskedAction]

  /// All that were proposed after a position, those that take others back too; the oldest first.
  func everyAction(
    after position: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AskedAction]

  /// Keeps which actions a session's app performs, in place of what it said before.
  func setPerformed(
    _ actions: [ActionName], by session: SessionID, of account: AccountNumber
  ) async throws(StorageError)

  /// Which actions the account's sessions perform.
  func performedActions(of account: AccountNumber) async throws(StorageError) -> Set<ActionName>
}

/// Who asks for an action.
public enum Proposer: Sendable, Equatable {
  case person(SessionID)
  /// Needs the person's grant for this action, which is looked at in the transaction that keeps it.
  case app(SessionID, client: String)
  /// Needs the scope for it, which is looked at in that transaction too; the action then waits for the
  /// person, whatever its risk.
  case agent(Agent.ID)

  /// Nil for an agent, which has none.
  public var session: SessionID? {
    switch self {
    case .person(let session), .app(let session, _): session
    case .agent: nil
    }
  }

  /// Nil for whoever is no agent.
  public var agent: Agent.ID? {
    switch self {
    case .agent(let agent): agent
    case .person, .app: nil
    }
  }
}

public enum ProposalAnswer: Sendable, Equatable {
  /// It is there now; also where it was before.
  case kept(AskedAction, isNew: Bool)
  /// The id stands for another action (ACT-03).
  case idReused
  /// The person does not let this app or agent ask for it (ACT-05).
  case notGranted
  /// Too many wait, or were proposed lately; try again after so many seconds.
  case tooMany(retryAfterSeconds: Int)
}

public enum UndoAnswer: Sendable, Equatable {
  /// The action, and the one that takes it back where that is new.
  case asked(AskedAction, new: AskedAction?)
  /// The app gave no way to take it back.
  case noInverse(AskedAction)
  case refused(ActionLife.Refusal)
}

public enum ActionAnswer: Sendable, Equatable {
  /// How it is now; `isNew` is false where it was so before.
  case done(AskedAction, isNew: Bool)
  case refused(ActionLife.Refusal)
}
