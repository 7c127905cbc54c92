import HubContracts
import ToolboxCrypto

public enum NewAgentAnswer: Sendable {
  /// The bearer; it exists nowhere else.
  case made(SecretToken)
  /// The session has to be fresh.
  case needsVerification
  case invalidName(DisplayName.Problem)
  /// It could do nothing.
  case noScope
  case tooMany
}

extension IdentityService {
  /// How long a use of an agent may go without being noted.
  private static let seenPrecision = Milliseconds.hour

  /// The account's live agents, the newest first.
  public func agents(of account: Account) async throws(StorageError) -> [Agent] {
    let now = clock.nowMilliseconds
    return try await storage.agents(of: account.number).filter { $0.isLive(at: now) }
  }

  /// Lets an agent look at the account, with a bearer that is shown this once.
  public func makeAgent(
    named typed: String, _ scopes: Set<AgentScope>, by session: WebSession,
    from network: NetworkPrefix
  ) async throws(StorageError) -> NewAgentAnswer {
    guard isFresh(session) else { return .needsVerification }
    let name: DisplayName
    do throws(DisplayName.Problem) { name = try DisplayName(typed) } catch {
      return .invalidName(error)
    }
    guard !scopes.isEmpty else { return .noScope }
    let now = clock.nowMilliseconds
    let token = SecretToken(.agent, random: random)
    let agent = Agent(
      id: newIdentifier(), name: name.text, scopes: scopes, createdAtMilliseconds: now,
      seenAtMilliseconds: now)
    let isKept = try await storage.insert(
      agent, token: token.hash, by: acting(session), noting: event(.agentAdded, from: network))
    guard let isKept else { return .needsVerification }
    return isKept ? .made(token) : .tooMany
  }

  /// Ends an agent at once; false where the account has none of this id.
  public func removeAgent(
    _ id: Agent.ID, of account: Account, from network: NetworkPrefix
  ) async throws(StorageError) -> Bool {
    try await storage.removeAgent(
      id, of: account.number, noting: event(.agentRemoved, from: network))
  }

  /// Whose agent sends this bearer; nil for anything else, and for one that is over.
  public func agent(bearer: String) async throws(StorageError) -> AgentSession? {
    guard let token = SecretToken(.agent, text: bearer),
      let session = try await storage.agent(token.hash)
    else { return nil }
    let now = clock.nowMilliseconds
    guard session.agent.isLive(at: now) else { return nil }
    if now - session.agent.seenAtMilliseconds >= Self.seenPrecision {
      try await storage.setSeen(now, of: session.agent.id, of: session.account.number)
    }
    return session
  }
}
