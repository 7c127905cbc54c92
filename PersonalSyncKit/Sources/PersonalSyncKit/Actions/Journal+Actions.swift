import HubContracts
import ToolboxSQLite

/// What a store has done of what the Hub asked, in the store itself.
extension Journal {
  /// Longer than any action lives, so that one that comes again is known.
  static let actionsKeptMilliseconds: Int64 = 60 * 86_400_000

  /// A receipt that the Hub may not have.
  struct UntoldReceipt: Sendable {
    var id: ActionID
    var receipt: ActionReceipt
  }

  /// The receipt of an action that was done before; nil where it was not.
  func receipt(
    of id: ActionID, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> ActionReceipt? {
    let bytes = try inJournal { () throws(SQLiteError) in
      try transaction.first("SELECT receipt FROM sync_action WHERE id = ?", .blob(id.bytes)) {
        $0.blob(0)
      }
    }
    guard let bytes else { return nil }
    return try Self.read(bytes, domain)
  }

  /// Keeps what was done, in the transaction that does it; it is then told until the Hub has it.
  func keep(
    _ receipt: ActionReceipt, of id: ActionID, in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_action(id, domain, receipt, done_ms, is_told) VALUES(?, ?, ?, ?, 0)
        ON CONFLICT(id) DO UPDATE SET receipt = excluded.receipt, is_told = 0
        """,
        .blob(id.bytes), .domain(domain), .blob(receipt.json), .integer(nowMilliseconds))
      try transaction.run(
        "DELETE FROM sync_action WHERE is_told = 1 AND done_ms < ?",
        .integer(nowMilliseconds - Self.actionsKeptMilliseconds))
    }
  }

  func untoldReceipts(
    in domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> [UntoldReceipt] {
    let rows = try inJournal { () throws(SQLiteError) in
      try transaction.all(
        "SELECT id, receipt FROM sync_action WHERE is_told = 0 AND domain = ? LIMIT ?",
        .domain(domain), .integer(ActionLimits.inboxMax)
      ) { (row) throws(SQLiteError) in
        guard let id = ActionID(bytes: row.blob(0)) else { throw row.damaged() }
        return (id, row.blob(1))
      }
    }
    var receipts: [UntoldReceipt] = []
    for (id, bytes) in rows {
      receipts.append(UntoldReceipt(id: id, receipt: try Self.read(bytes, domain)))
    }
    return receipts
  }

  /// The Hub has the receipt, or wants none any more.
  func told(_ id: ActionID, _ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run("UPDATE sync_action SET is_told = 1 WHERE id = ?", .blob(id.bytes))
    }
  }

  private static func read(
    _ bytes: [UInt8], _ domain: Domain
  ) throws(JournalError) -> ActionReceipt {
    do throws(RequestRefusal) { return try ActionReceipt.read(bytes, in: domain) } catch {
      throw .damaged(code: 0)
    }
  }

  // MARK: - What is performed

  /// Whether the Hub was told, in this session, that just these actions are performed.
  func hasTold(
    _ actions: [ActionName], in session: SessionID, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT 1 FROM sync_performed WHERE session = ? AND actions = ?",
        .blob(session.bytes), .text(Self.text(of: actions))
      ) { $0.integer(0) } != nil
    }
  }

  func told(
    _ actions: [ActionName], in session: SessionID, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "INSERT OR REPLACE INTO sync_performed(one, session, actions) VALUES(1, ?, ?)",
        .blob(session.bytes), .text(Self.text(of: actions)))
    }
  }

  private static func text(of actions: [ActionName]) -> String {
    actions.map { "\($0.domain.rawValue).\($0.action)" }.joined(separator: " ")
  }

  // MARK: - Questions to the person

  /// The actions of high risk that the person has to confirm in the app, or has not answered yet.
  public func actionQuestions(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> [ActionInbox.Item] {
    try inJournal { () throws(SQLiteError) in
      try transaction.all(
        "SELECT id, domain, name FROM sync_action_question WHERE answer IS NULL ORDER BY id"
      ) { (row) throws(SQLiteError) in
        guard let id = ActionID(bytes: row.blob(0)), let domain = Domain(number: row.integer(1))
        else { throw row.damaged() }
        return ActionInbox.Item(id, ActionName(domain, row.text(2)), .high)
      }
    }
  }

  /// Keeps the person's word on an action of high risk; the next round acts on it.
  public func answer(
    _ id: ActionID, isConfirmed: Bool, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "UPDATE sync_action_question SET answer = ? WHERE id = ?",
        .integer(isConfirmed ? 1 : 0), .blob(id.bytes))
    }
  }

  /// Keeps the questions that there are now, and what was answered to them: nil is not answered.
  func ask(
    _ items: [ActionInbox.Item], _ transaction: borrowing Transaction
  ) throws(JournalError) -> [ActionID: Bool?] {
    try inJournal { () throws(SQLiteError) in
      var answers: [ActionID: Bool?] = [:]
      try transaction.forEach("SELECT id, answer FROM sync_action_question") {
        (row) throws(SQLiteError) in
        guard let id = ActionID(bytes: row.blob(0)) else { throw row.damaged() }
        answers[id] = .some(row.optionalInteger(1).map { $0 == 1 })
        return true
      }
      let wanted = Set(items.map(\.id))
      for id in answers.keys where !wanted.contains(id) {
        try transaction.run("DELETE FROM sync_action_question WHERE id = ?", .blob(id.bytes))
      }
      for item in items where answers[item.id] == nil {
        try transaction.run(
          "INSERT INTO sync_action_question(id, domain, name) VALUES(?, ?, ?)",
          .blob(item.id.bytes), .domain(item.name.domain), .text(item.name.action))
        answers[item.id] = .some(nil)
      }
      return answers.filter { wanted.contains($0.key) }
    }
  }
}
