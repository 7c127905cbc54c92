import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on actions, each bound to one account.
///
/// The only code that names the tables of ``actionSchema``.
struct AskedActionTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  // MARK: - Reading

  func find(
    _ id: ActionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> AskedAction? {
    try transaction.first(
      """
      SELECT id, position, domain, name, parameters, required_ref, required_version, undoes,
        for_document, proposer, proposed_ms, approved_ms, ended_ms, state, fence, holder,
        lease_end_ms, not_before_ms, expires_ms, by_document, refusal, refs, inverse_name,
        inverse_parameters, inverse_ref, inverse_version, client, holder_document,
        agent
      FROM asked_action WHERE account = ? AND id = ?
      """,
      key, .blob(id.bytes)
    ) { (row) throws(SQLiteError) in try AskedAction(row: row) }
  }

  func newest(
    before position: Int64?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [AskedAction] {
    try transaction.all(
      """
      SELECT id, position, domain, name, parameters, required_ref, required_version, undoes,
        for_document, proposer, proposed_ms, approved_ms, ended_ms, state, fence, holder,
        lease_end_ms, not_before_ms, expires_ms, by_document, refusal, refs, inverse_name,
        inverse_parameters, inverse_ref, inverse_version, client, holder_document,
        agent
      FROM asked_action WHERE account = ? AND position < ? AND undoes IS NULL
      ORDER BY position DESC LIMIT ?
      """,
      key, .integer(position ?? .max), .integer(limit)
    ) { (row) throws(SQLiteError) in try AskedAction(row: row) }
  }

  func oldest(
    after position: Int64, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [AskedAction] {
    try transaction.all(
      """
      SELECT id, position, domain, name, parameters, required_ref, required_version, undoes,
        for_document, proposer, proposed_ms, approved_ms, ended_ms, state, fence, holder,
        lease_end_ms, not_before_ms, expires_ms, by_document, refusal, refs, inverse_name,
        inverse_parameters, inverse_ref, inverse_version, client, holder_document,
        agent
      FROM asked_action WHERE account = ? AND position > ? ORDER BY position LIMIT ?
      """,
      key, .integer(position), .integer(limit)
    ) { (row) throws(SQLiteError) in try AskedAction(row: row) }
  }

  /// The open ones, at most ``ActionLimits/openMax`` and those that take others back; oldest first.
  func open(_ transaction: borrowing Transaction) throws(SQLiteError) -> [AskedAction] {
    try transaction.all(
      """
      SELECT id, position, domain, name, parameters, required_ref, required_version, undoes,
        for_document, proposer, proposed_ms, approved_ms, ended_ms, state, fence, holder,
        lease_end_ms, not_before_ms, expires_ms, by_document, refusal, refs, inverse_name,
        inverse_parameters, inverse_ref, inverse_version, client, holder_document,
        agent
      FROM asked_action WHERE account = ? AND state IN ('proposed', 'queued', 'leased')
      ORDER BY position
      """, key
    ) { (row) throws(SQLiteError) in try AskedAction(row: row) }
  }

  func openCount(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.first(
      """
      SELECT count(*) FROM asked_action
      WHERE account = ? AND state IN ('proposed', 'queued', 'leased')
      """, key
    ) { Int($0.integer(0)) } ?? 0
  }

  func count(
    proposedAfter milliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    try transaction.first(
      "SELECT count(*) FROM asked_action WHERE account = ? AND proposed_ms > ?",
      key, .integer(milliseconds)
    ) { Int($0.integer(0)) } ?? 0
  }

  func lastPosition(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    try transaction.first(
      "SELECT max(position) FROM asked_action WHERE account = ?", key
    ) { $0.optionalInteger(0) ?? 0 } ?? 0
  }

  // MARK: - Writing

  func insert(
    _ action: AskedAction, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let proposal = action.proposal
    try transaction.run(
      """
      INSERT INTO asked_action(account, id, position, domain, name, parameters, required_ref,
        required_version, undoes, for_document, proposer, proposed_ms, approved_ms, state, fence,
        lease_end_ms, not_before_ms, expires_ms, refs, client, agent)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, '', ?, ?)
      """,
      key, .blob(action.id.bytes), .integer(action.position), .integer(action.name.domain.number),
      .text(action.name.action), .blob(proposal.parameters),
      .optional(proposal.precondition?.ref.description),
      .optional(proposal.precondition?.version.number), .optional(action.undoing?.action.bytes),
      .optional(action.undoing?.document.bytes), .blob(action.proposer.bytes),
      .integer(action.proposedAtMilliseconds), .optional(action.approvedAtMilliseconds),
      .text(action.life.state.rawValue), .integer(action.life.notBeforeMilliseconds),
      .integer(action.life.expiresAtMilliseconds), .optional(action.proposer.client),
      .optional(action.proposer.agent?.bytes))
  }

  /// Adds an action that another Hub kept, as far as it came there.
  func take(_ action: AskedAction, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try insert(action, transaction)
    try save(action, transaction)
  }

  /// Saves how far an action is, and what its app said.
  func save(
    _ action: AskedAction, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let (life, outcome) = (action.life, action.outcome)
    try transaction.run(
      """
      UPDATE asked_action SET approved_ms = ?, ended_ms = ?, state = ?, fence = ?, holder = ?,
        lease_end_ms = ?, not_before_ms = ?, by_document = ?, refusal = ?, refs = ?,
        inverse_name = ?, inverse_parameters = ?, inverse_ref = ?, inverse_version = ?,
        holder_document = ?
      WHERE account = ? AND id = ?
      """,
      .optional(action.approvedAtMilliseconds), .optional(action.endedAtMilliseconds),
      .text(life.state.rawValue), .integer(life.fence), .optional(life.holder?.bytes),
      .integer(life.leaseEndsAtMilliseconds), .integer(life.notBeforeMilliseconds),
      .optional(outcome.document?.bytes), .optional(outcome.refusal?.rawValue),
      .text(outcome.refs.map(\.description).joined(separator: " ")),
      .optional(outcome.inverse?.name.action), .optional(outcome.inverse?.parameters),
      .optional(outcome.inverse?.precondition.ref.description),
      .optional(outcome.inverse?.precondition.version.number),
      .optional(action.leasedTo?.bytes), key, .blob(action.id.bytes))
  }

  /// Forgets what was proposed before and has ended.
  func forget(
    proposedBefore milliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      DELETE FROM asked_action WHERE account = ? AND proposed_ms < ?
        AND state NOT IN ('proposed', 'queued', 'leased')
      """, key, .integer(milliseconds))
  }

  // MARK: - What apps perform

  func setPerformed(
    _ actions: [ActionName], by session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM performed_action WHERE account = ? AND session = ?", key, .blob(session.bytes))
    for name in Set(actions) {
      try transaction.run(
        "INSERT INTO performed_action(account, session, domain, name) VALUES(?, ?, ?, ?)",
        key, .blob(session.bytes), .integer(name.domain.number), .text(name.action))
    }
  }

  func performed(_ transaction: borrowing Transaction) throws(SQLiteError) -> Set<ActionName> {
    var names: Set<ActionName> = []
    try transaction.forEach(
      "SELECT domain, name FROM performed_action WHERE account = ?", key
    ) { (row) throws(SQLiteError) in
      guard let domain = Domain(number: row.integer(0)) else { throw row.damaged() }
      names.insert(ActionName(domain, row.text(1)))
      return true
    }
    return names
  }
}

extension AskedAction {
  /// Reads the columns in the order in which every query of actions selects them.
  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    guard let id = ActionID(bytes: row.blob(0)), let domain = Domain(number: row.integer(2)),
      let contract = ActionTable.action(row.text(3), in: domain),
      let proposer = Proposer(
        row.blob(9), client: row.optionalText(26), agent: row.optionalBlob(28)),
      let state = ActionState(rawValue: row.text(13)),
      let proposal = try Self.proposal(id, contract, row)
    else { throw row.damaged() }
    self.init(
      proposal, at: row.integer(1), by: proposer, proposedAtMilliseconds: row.integer(10),
      life: ActionLife(
        state, contract.risk, fence: row.integer(14),
        holder: row.optionalBlob(15).flatMap(SessionID.init(bytes:)),
        leaseEndsAtMilliseconds: row.integer(16), notBeforeMilliseconds: row.integer(17),
        expiresAtMilliseconds: row.integer(18)),
      undoing: Self.undoing(row))
    approvedAtMilliseconds = row.optionalInteger(11)
    endedAtMilliseconds = row.optionalInteger(12)
    leasedTo = row.optionalBlob(27).flatMap(DocumentID.init(bytes:))
    outcome = try Self.outcome(domain, row)
  }

  private static func proposal(
    _ id: ActionID, _ contract: ActionContract, _ row: borrowing Row
  ) throws(SQLiteError) -> ActionProposal? {
    var precondition: ActionPrecondition?
    if let ref = row.optionalText(5) {
      guard let ref = RecordID(ref), let version = row.optionalInteger(6) else {
        throw row.damaged()
      }
      precondition = ActionPrecondition(ref, Version(version))
    }
    do throws(ContractViolation) {
      return try ActionProposal.checked(
        id, of: contract, parameters: row.blob(4), precondition: precondition)
    } catch { return nil }
  }

  private static func undoing(_ row: borrowing Row) -> Undoing? {
    guard let action = row.optionalBlob(7).flatMap(ActionID.init(bytes:)),
      let document = row.optionalBlob(8).flatMap(DocumentID.init(bytes:))
    else { return nil }
    return Undoing(action, in: document)
  }

  private static func outcome(
    _ domain: Domain, _ row: borrowing Row
  ) throws(SQLiteError) -> Outcome {
    var outcome = Outcome()
    outcome.document = row.optionalBlob(19).flatMap(DocumentID.init(bytes:))
    outcome.refusal = row.optionalText(20).flatMap(ActionRefusal.init(rawValue:))
    for text in row.text(21).split(separator: " ") {
      guard let ref = RecordID(String(text)) else { throw row.damaged() }
      outcome.refs.append(ref)
    }
    if let name = row.optionalText(22) {
      guard let ref = row.optionalText(24).flatMap(RecordID.init),
        let version = row.optionalInteger(25), let parameters = row.optionalBlob(23),
        let inverse = InverseAction(
          stored: name, in: domain, parameters,
          requiring: ActionPrecondition(ref, Version(version)))
      else { throw row.damaged() }
      outcome.inverse = inverse
    }
    return outcome
  }
}

extension Proposer {
  fileprivate init?(_ id: [UInt8], client: String?, agent: [UInt8]?) {
    if let agent {
      guard let agent = Agent.ID(bytes: agent) else { return nil }
      self = .agent(agent)
    } else {
      guard let session = SessionID(bytes: id) else { return nil }
      self = client.map { .app(session, client: $0) } ?? .person(session)
    }
  }

  fileprivate var bytes: [UInt8] {
    switch self {
    case .person(let session), .app(let session, _): session.bytes
    case .agent(let agent): agent.bytes
    }
  }

  fileprivate var client: String? {
    switch self {
    case .app(_, let client): client
    case .person, .agent: nil
    }
  }
}
