import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxCrypto
import ToolboxSQLite

/// Anchor's store: every write keeps the rows, the outbox, the marks of days and the undo step in one
/// transaction.
///
/// - On return a write is on disk; on throw nothing of it is.
/// - Never waits for the network; the same before and after the store is bound.
/// - Several processes may each have one on the same folder.
struct AnchorStore: Sendable {
  let app: AppStore
  let clock: any SyncClock
  private let random: any RandomBytes

  static func open(_ folder: StoreFolder, on machine: Machine) throws(StoreError) -> AnchorStore {
    AnchorStore(
      app: try AppStore.open(folder, schema: anchorSchema, on: machine), clock: machine.clock,
      random: machine.random)
  }

  // MARK: - The timer

  /// Starts a session now; the one that was active ends.
  func start(
    _ words: SessionWords, plannedSeconds: Int
  ) async throws(AnchorError) -> StartedSession {
    let id = newID()
    return try await act(.start) { (desk, transaction) throws(AnchorError) in
      let active = try inAnchor { () throws(SQLiteError) in try SessionTable.active(transaction) }
      let wish = SessionStart(
        id: id, startedAt: desk.now, plannedSeconds: plannedSeconds, words: words)
      let outcome = try refusing { () throws(SessionRefusal) in
        try FocusSession.start(wish, ending: active, now: desk.now)
      }
      return (outcome.changes, outcome)
    }
  }

  func pause() async throws(AnchorError) -> FocusSession {
    try await turn(.pause) { (session, now) throws(SessionRefusal) in
      try session.pause(at: now)
    }
  }

  func resume() async throws(AnchorError) -> FocusSession {
    try await turn(.resume) { (session, now) throws(SessionRefusal) in
      try session.resume(at: now)
    }
  }

  func finish(_ reason: FocusSession.EndReason? = nil) async throws(AnchorError) -> FocusSession {
    try await turn(.done) { (session, now) throws(SessionRefusal) in
      try session.finish(at: now, asked: reason)
    }
  }

  // MARK: - The past

  /// Writes down a session that was not timed.
  func log(
    from start: Instant, to end: Instant, words: SessionWords
  ) async throws(AnchorError) -> FocusSession {
    let id = newID()
    return try await act(.log) { (desk, _) throws(AnchorError) in
      let session = try refusing { () throws(SessionRefusal) in
        try FocusSession.log(id, from: start, to: end, words: words, now: desk.now)
      }
      return ([.added(session)], session)
    }
  }

  /// Removes a session, also one that only another device knows in full.
  func delete(_ id: SessionID) async throws(AnchorError) -> FocusSession? {
    try await act(.delete) { (_, transaction) throws(AnchorError) in
      let held = try inAnchor { () throws(SQLiteError) in
        try SessionTable.find(id, transaction)
      }
      return (held.map { [.removed($0)] } ?? [], held)
    }
  }

  /// Takes back the last action, and where `step` names one only that; answers what was taken back.
  func undo(_ step: Int64? = nil) async throws(AnchorError) -> UndoneAction {
    try await write { (desk, transaction) throws(AnchorError) in
      let newest = try inAnchor { () throws(SQLiteError) in try UndoTable.newest(transaction) }
      guard let newest, newest.sequence == step ?? newest.sequence else {
        throw .undo(.nothingToUndo)
      }
      let inverse = try Self.takeBack(newest.step, desk, transaction)
      try inAnchor { () throws(SQLiteError) in
        try UndoTable.remove(newest.sequence, transaction)
      }
      return UndoneAction(action: newest.step.action, inverse: inverse)
    }
  }

  /// Writes what takes a step back, and answers what that was.
  static func takeBack(
    _ step: UndoStep, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> Inverse {
    let inverse = try inverse(of: step, desk, transaction)
    try inAnchor { () throws(StoreError) in
      switch inverse {
      case .sessions(let changes): try desk.ledger.write(changes, transaction)
      case .items(let changes): try desk.items.write(changes, transaction)
      }
    }
    return inverse
  }

  private static func inverse(
    of step: UndoStep, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> Inverse {
    switch step.effect {
    case .items(let changes):
      for change in changes {
        let isHeld = try inAnchor { () throws(SQLiteError) in
          try ItemLedger.isHeld(change, transaction)
        }
        guard isHeld else { throw .undo(.changedSince) }
      }
      return .items(ItemChange.inverse(of: changes))
    case .batch(let batch):
      let sessions = try inAnchor { () throws(SQLiteError) in
        try SessionTable.sessions(of: batch, transaction)
      }
      return .sessions(sessions.map { .removed($0) })
    case .sessions(let changes):
      var current: [SessionID: FocusSession] = [:]
      for change in changes {
        current[change.id] = try inAnchor { () throws(SQLiteError) in
          try SessionTable.find(change.id, transaction)
        }
      }
      let active = try inAnchor { () throws(SQLiteError) in try SessionTable.active(transaction) }
      do throws(UndoRefusal) {
        return .sessions(
          try UndoStep.inverse(
            of: changes, current: { current[$0] }, active: active, now: desk.now))
      } catch { throw .undo(error) }
    }
  }

  // MARK: - How writes are made

  typealias Decision<Result> = (changes: [SessionChange], result: Result)

  /// Decides by the model inside the transaction, and writes what it decided with its undo step.
  private func act<Result: Sendable>(
    _ action: UndoStep.Action,
    _ decide:
      @escaping @Sendable (Desk, borrowing Transaction) throws(AnchorError) -> Decision<Result>
  ) async throws(AnchorError) -> Result {
    try await write { (desk, transaction) throws(AnchorError) in
      let (changes, result) = try decide(desk, transaction)
      if changes.isEmpty { return result }
      try inAnchor { () throws(StoreError) in try desk.ledger.write(changes, transaction) }
      _ = try inAnchor { () throws(SQLiteError) in
        try UndoTable.add(UndoStep(action, changes: changes), at: desk.now, transaction)
      }
      return result
    }
  }

  /// Changes the active session.
  ///
  /// A plan that was met meanwhile is written down first, also where the wish is then refused.
  private func turn(
    _ action: UndoStep.Action,
    _ change: @escaping @Sendable (inout FocusSession, Instant) throws(SessionRefusal) -> Void
  ) async throws(AnchorError) -> FocusSession {
    do throws(AnchorError) {
      return try await act(action) { (desk, transaction) throws(AnchorError) in
        let active = try inAnchor { () throws(SQLiteError) in
          try SessionTable.active(transaction)
        }
        guard let active else { throw .refused(.nothingActive) }
        var session = active
        try refusing { () throws(SessionRefusal) in try change(&session, desk.now) }
        return ([.changed(from: active, to: session)], session)
      }
    } catch {
      if case .refused(.alreadyFinished) = error { try await settle() }
      throw error
    }
  }

  /// Writes down that a plan was met, if one was; looks first, so that mostly nothing is written.
  func settle() async throws(AnchorError) {
    let isDue = try await read { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in try SessionTable.active(transaction) }
        .flatMap(\.plannedEnd).map { $0 <= desk.now } ?? false
    }
    guard isDue else { return }
    try await write { (desk, transaction) throws(AnchorError) in
      _ = try inAnchor { () throws(StoreError) in try desk.settle(transaction) }
    }
  }

  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Desk, borrowing Transaction) throws(AnchorError) -> Result
  ) async throws(AnchorError) -> Result {
    let app = app
    let now = clock.nowMilliseconds
    return try await app.database.write { (transaction) throws(AnchorError) in
      let desk = try inAnchor { () throws(StoreError) in
        try Desk(app, nowMilliseconds: now, transaction)
      }
      return try body(desk, transaction)
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Desk, borrowing Transaction) throws(AnchorError) -> Result
  ) async throws(AnchorError) -> Result {
    let app = app
    let now = clock.nowMilliseconds
    return try await app.database.read { (transaction) throws(AnchorError) in
      let desk = try inAnchor { () throws(StoreError) in
        try Desk(app, nowMilliseconds: now, transaction)
      }
      return try body(desk, transaction)
    }
  }

  func newID() -> SessionID { SessionID(random: randomBits()) }

  func randomBits() -> UInt128 { random.bytes(16).reduce(0) { $0 << 8 | UInt128($1) } }

  var nowMilliseconds: Int64 { clock.nowMilliseconds }
}

/// Asks the model and says its refusal as Anchor does.
func refusing<Result>(
  _ body: () throws(SessionRefusal) -> Result
) throws(AnchorError) -> Result {
  do throws(SessionRefusal) { return try body() } catch { throw .refused(error) }
}
