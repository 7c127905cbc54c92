import HubContracts

/// A program that a person lets look at what they see themselves, such as an assistant.
///
/// It has a bearer of its own, which opens `/mcp` and nothing else, and there only its scopes.
public struct Agent: Sendable, Equatable {
  /// So many of an account.
  public static let countMax = 20
  /// So many actions that an account's agents proposed may wait for the person at once.
  public static let proposalsOpenMax = 10
  /// A bearer that was not used for so long is over.
  public static let idleMilliseconds = 90 * Milliseconds.day

  /// Of one kind of its own, so that it is never taken for a session's.
  public typealias ID = Identifier<Agent>

  public let id: ID
  /// What the person calls it; a ``DisplayName``.
  public let name: String
  public let scopes: Set<AgentScope>
  public let createdAtMilliseconds: Int64
  public let seenAtMilliseconds: Int64

  public init(
    id: ID, name: String, scopes: Set<AgentScope>, createdAtMilliseconds: Int64,
    seenAtMilliseconds: Int64
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.createdAtMilliseconds = createdAtMilliseconds
    self.seenAtMilliseconds = seenAtMilliseconds
  }

  /// What is of high risk only the person themselves may think of.
  public static func mayPropose(_ contract: ActionContract) -> Bool {
    !contract.isInverseOnly && contract.risk != .high
  }

  public func isLive(at now: Int64) -> Bool { now < seenAtMilliseconds + Self.idleMilliseconds }
}

/// What an agent may do; each opens one tool, and none does anything that the person has not approved.
public enum AgentScope: String, Sendable, CaseIterable {
  case today
  case timeline
  case directory
  case activity
  case proposeAction = "propose_action"
}

/// A live agent and the account that it may look at.
public struct AgentSession: Sendable, Equatable {
  public let account: Account
  public let agent: Agent

  public init(account: Account, agent: Agent) {
    self.account = account
    self.agent = agent
  }
}

/// Where agents are kept; each function is one transaction, as in ``IdentityStorage``.
public protocol AgentStorage: Sendable {
  /// The account's agents, live or not, the newest first.
  func agents(of account: AccountNumber) async throws(StorageError) -> [Agent]

  /// The agent of a bearer, live or not; nil where there is none, or the account is disabled.
  func agent(_ token: TokenHash) async throws(StorageError) -> AgentSession?

  /// False, without effect, where ``Agent/countMax`` are kept; nil where the session may not.
  func insert(
    _ agent: Agent, token: TokenHash, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool?

  func setSeen(
    _ now: Int64, of agent: Agent.ID, of account: AccountNumber
  ) async throws(StorageError)

  /// Whether the account had it.
  func removeAgent(
    _ id: Agent.ID, of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool
}
