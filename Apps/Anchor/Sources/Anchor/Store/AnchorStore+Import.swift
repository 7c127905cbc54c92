import AnchorImport
import AnchorModel
import AppShell
import ToolboxCrypto
import ToolboxSQLite

extension AnchorStore {
  /// Says what importing a file would do; writes nothing.
  func planImport(_ file: [UInt8]) async throws(AnchorError) -> ImportPlan {
    let batch = ImportBatchID(random: randomBits())
    let terms = try await read { (desk, _) throws(AnchorError) in
      FileImport.Terms(
        batch: batch, now: desk.now, calendar: desk.calendar,
        zone: { name in ZoneOffsets(named: name).map { ZoneRules(zone: $0) } },
        digest: SHA256.hash)
    }
    let plan: ImportPlan
    do throws(ImportRefusal) { plan = try FileImport.plan(file, terms) } catch {
      throw .file(error)
    }
    return try await read { (_, transaction) throws(AnchorError) in
      try Self.leavingOutExisting(plan, transaction)
    }
  }

  /// Adds what the plan names, all of it or nothing, as one action that can be taken back.
  ///
  /// What came into the store since the plan was made is left out.
  ///
  /// - Returns: the plan as it was carried out.
  func carryOut(_ plan: ImportPlan) async throws(AnchorError) -> ImportPlan {
    try await write { (desk, transaction) throws(AnchorError) in
      let plan = try Self.leavingOutExisting(plan, transaction)
      if plan.additions.isEmpty { return plan }
      try inAnchor { () throws(StoreError) in
        try desk.ledger.write(plan.sessions.map { .added($0) }, transaction)
      }
      try inAnchor { () throws(SQLiteError) in
        for addition in plan.additions {
          guard let row = addition.row else { continue }
          try ImportedRowTable.put(row, of: addition.session.id, transaction)
        }
      }
      _ = try inAnchor { () throws(SQLiteError) in
        try UndoTable.add(UndoStep(importing: plan.batch), at: desk.now, transaction)
      }
      return plan
    }
  }

  private static func leavingOutExisting(
    _ plan: ImportPlan, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> ImportPlan {
    let starts = plan.sessions.map(\.startedAt)
    guard let first = starts.min(), let last = starts.max() else { return plan }
    let known = try inAnchor { () throws(SQLiteError) in
      try KnownSessions(
        for: plan,
        started: SessionTable.started(in: first..<last.adding(seconds: 1), transaction),
        rows: ImportedRowTable.sessions(of: plan.digests, transaction), digest: SHA256.hash
      ) { (id) throws(SQLiteError) in try SessionTable.find(id, transaction) }
    }
    return plan.leavingOut(known)
  }
}
