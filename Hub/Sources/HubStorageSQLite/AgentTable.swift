import HubContracts
import HubCore
import ToolboxSQLite

/// The table of the programs that may look at an account.
///
/// An agent goes with its account.
let agentSchema = Schema(
  component: "hub.agents",
  steps: [
    """
    CREATE TABLE agent(
      account INTEGER NOT NULL REFERENCES account(number) ON DELETE CASCADE,
      id BLOB NOT NULL CHECK(length(id) = 16),
      token BLOB NOT NULL UNIQUE CHECK(length(token) = 32),
      name TEXT NOT NULL, scopes TEXT NOT NULL,
      created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL,
      PRIMARY KEY(account, id)) STRICT, WITHOUT ROWID;
    """
  ])

/// The statements on agents.
enum AgentTable {
  static func agents(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Agent] {
    try transaction.all(
      """
      SELECT id, name, scopes, created_ms, seen_ms FROM agent WHERE account = ?
      ORDER BY created_ms DESC, id
      """, .integer(account.value)
    ) { (row) throws(SQLiteError) in try agent(row, from: 0) }
  }

  static func session(
    _ token: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AgentSession? {
    try transaction.first(
      """
      SELECT a.number, a.id, a.name, a.time_zone, g.id, g.name, g.scopes, g.created_ms, g.seen_ms
      FROM agent g JOIN account a ON a.number = g.account
      WHERE g.token = ? AND a.disabled_ms IS NULL
      """, .blob(token.bytes)
    ) { (row) throws(SQLiteError) in
      AgentSession(account: try AccountTable.account(row, from: 0), agent: try agent(row, from: 4))
    }
  }

  static func insert(
    _ agent: Agent, token: TokenHash, of account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO agent(account, id, token, name, scopes, created_ms, seen_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(account.value), .blob(agent.id.bytes), .blob(token.bytes), .text(agent.name),
      .text(agent.scopes.map(\.rawValue).sorted().joined(separator: " ")),
      .integer(agent.createdAtMilliseconds), .integer(agent.seenAtMilliseconds))
  }

  static func setSeen(
    _ now: Int64, of id: Agent.ID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "UPDATE agent SET seen_ms = ? WHERE account = ? AND id = ?", .integer(now),
      .integer(account.value), .blob(id.bytes))
  }

  static func remove(
    _ id: Agent.ID, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.run(
      "DELETE FROM agent WHERE account = ? AND id = ?", .integer(account.value), .blob(id.bytes))
    return transaction.changes == 1
  }

  static func removeAll(
    of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM agent WHERE account = ?", .integer(account.value))
  }

  /// A scope that a newer Hub gave and this one does not know opens nothing here.
  private static func agent(
    _ row: borrowing Row, from column: Int32
  ) throws(SQLiteError) -> Agent {
    guard let id = Agent.ID(bytes: row.blob(column)) else { throw row.damaged() }
    let scopes = row.text(column + 2).split(separator: " ")
      .compactMap { AgentScope(rawValue: String($0)) }
    return Agent(
      id: id, name: row.text(column + 1), scopes: Set(scopes),
      createdAtMilliseconds: row.integer(column + 3), seenAtMilliseconds: row.integer(column + 4))
  }
}

extension HubDatabase: AgentStorage {
  public func agents(of account: AccountNumber) async throws(StorageError) -> [Agent] {
    try await read { (transaction) throws(SQLiteError) in
      try AgentTable.agents(of: account, transaction)
    }
  }

  public func agent(_ token: TokenHash) async throws(StorageError) -> AgentSession? {
    try await read { (transaction) throws(SQLiteError) in
      try AgentTable.session(token, transaction)
    }
  }

  public func insert(
    _ agent: Agent, token: TokenHash, by session: ActingSession, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool? {
    let account = session.account
    return try await write(by: session) { (transaction) throws(SQLiteError) in
      guard try AgentTable.agents(of: account, transaction).count < Agent.countMax else {
        return false
      }
      try AgentTable.insert(agent, token: token, of: account, transaction)
      try self.note(event, of: account, transaction)
      return true
    }
  }

  public func setSeen(
    _ now: Int64, of agent: Agent.ID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try AgentTable.setSeen(now, of: agent, of: account, transaction)
    }
  }

  public func removeAgent(
    _ id: Agent.ID, of account: AccountNumber, noting event: SecurityEvent
  ) async throws(StorageError) -> Bool {
    try await write { (transaction) throws(SQLiteError) in
      guard try AgentTable.remove(id, of: account, transaction) else { return false }
      try self.note(event, of: account, transaction)
      return true
    }
  }
}
