import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: ActionStorage {
  private func desk(
    of account: AccountNumber, at now: Int64, actor: SessionID? = nil
  ) -> ActionDesk {
    ActionDesk(account: account, now: now, actor: actor, random: random)
  }

  public func propose(
    _ proposal: ActionProposal, by proposer: Proposer, at now: Int64, of account: AccountNumber
  ) async throws(StorageError) -> ProposalAnswer {
    try await write { (transaction) throws(SQLiteError) in
      try self.desk(of: account, at: now, actor: proposer.session)
        .propose(proposal, by: proposer, transaction)
    }
  }

  public func requestUndo(
    of id: ActionID, as undo: ActionID, by proposer: SessionID, at now: Int64,
    of account: AccountNumber
  ) async throws(StorageError) -> UndoAnswer? {
    try await write { (transaction) throws(SQLiteError) in
      try self.desk(of: account, at: now, actor: proposer)
        .requestUndo(of: id, as: undo, by: proposer, transaction)
    }
  }

  public func decide(
    _ event: ActionLife.Event, on id: ActionID, at now: Int64, of account: AccountNumber
  ) async throws(StorageError) -> ActionAnswer? {
    try await write { (transaction) throws(SQLiteError) in
      try self.desk(of: account, at: now).handle(event, on: id, transaction)
    }
  }

  public func lease(
    _ id: ActionID, to device: DeviceSession, at now: Int64
  ) async throws(StorageError) -> ActionAnswer? {
    try await write { (transaction) throws(SQLiteError) in
      try self.desk(of: device.account.number, at: now, actor: device.id)
        .handle(.lease(device.id), on: id, for: device.document, transaction)
    }
  }

  public func receive(
    _ receipt: ActionReceipt, for id: ActionID, from device: DeviceSession, at now: Int64
  ) async throws(StorageError) -> ActionAnswer? {
    var outcome = AskedAction.Outcome()
    outcome.document = device.document
    switch receipt.result {
    case .applied(let refs, let inverse): (outcome.refs, outcome.inverse) = (refs, inverse)
    case .rejected(let refusal): outcome.refusal = refusal
    }
    let told = outcome
    return try await write { (transaction) throws(SQLiteError) in
      try self.desk(of: device.account.number, at: now, actor: device.id).handle(
        .receipt(device.id, fence: receipt.fence, isApplied: receipt.result.isApplied), on: id,
        for: device.document, telling: told, transaction)
    }
  }

  public func settleActions(
    at now: Int64, of account: AccountNumber
  ) async throws(StorageError) {
    let table = AskedActionTable(account: account)
    let over = try await read { (transaction) throws(SQLiteError) in
      try table.open(transaction).filter { $0.life.isOver(at: now) }.map(\.id)
    }
    if over.isEmpty { return }
    try await write { (transaction) throws(SQLiteError) in
      for id in over {
        guard var action = try table.find(id, transaction) else { continue }
        try self.desk(of: account, at: now).settle(&action, transaction)
      }
    }
  }

  public func inbox(
    of device: DeviceSession, in domains: [Domain], at now: Int64, limit: Int
  ) async throws(StorageError) -> [AskedAction] {
    try await read { (transaction) throws(SQLiteError) in
      let open = try AskedActionTable(account: device.account.number).open(transaction)
      let waiting = open.filter { action in
        // Whether the lease would be given, asked of a copy.
        var life = action.life
        let isForAnother = action.undoing.map { $0.document != device.document } ?? false
        return domains.contains(action.name.domain) && !isForAnother
          && life.handle(.lease(device.id), at: now) == .changed
      }
      return Array(waiting.prefix(limit))
    }
  }

  public func action(
    _ id: ActionID, of account: AccountNumber
  ) async throws(StorageError) -> AskedAction? {
    try await read { (transaction) throws(SQLiteError) in
      try AskedActionTable(account: account).find(id, transaction)
    }
  }

  public func actions(
    before position: Int64?, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AskedAction] {
    try await read { (transaction) throws(SQLiteError) in
      try AskedActionTable(account: account).newest(before: position, limit: limit, transaction)
    }
  }

  public func everyAction(
    after position: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AskedAction] {
    try await read { (transaction) throws(SQLiteError) in
      try AskedActionTable(account: account).oldest(after: position, limit: limit, transaction)
    }
  }

  public func setPerformed(
    _ actions: [ActionName], by session: SessionID, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try AskedActionTable(account: account).setPerformed(actions, by: session, transaction)
    }
  }

  public func performedActions(
    of account: AccountNumber
  ) async throws(StorageError) -> Set<ActionName> {
    try await read { (transaction) throws(SQLiteError) in
      try AskedActionTable(account: account).performed(transaction)
    }
  }
}
