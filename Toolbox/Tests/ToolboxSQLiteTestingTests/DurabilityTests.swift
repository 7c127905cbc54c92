import Testing
import ToolboxSQLite
import ToolboxSQLiteTesting

/// What returned is stored and what threw is not, whatever the disk does and at whichever step.
@Suite struct DurabilityTests {
  /// Two writes, the log moved into the file, two more and the same again, and a last one.
  private func work(_ store: FaultyStore) -> (stored: [Int64], refused: [Int64]) {
    var stored: [Int64] = []
    var refused: [Int64] = []
    for value in 1...5 {
      do {
        try store.insert(value)
        stored.append(Int64(value))
      } catch { refused.append(Int64(value)) }
      guard value.isMultiple(of: 2) else { continue }
      // A checkpoint that fails costs nothing that was committed; the log keeps it.
      do { try store.checkpoint() } catch { continue }
    }
    return (stored, refused)
  }

  private func stepsOfWork() throws -> Int {
    let store = FaultyStore()
    try store.open()
    let before = store.disk.steps
    _ = work(store)
    return store.disk.steps - before
  }

  @Test(arguments: [
    FaultyDisk.Survival.synced, .everything, .torn(seed: 1), .torn(seed: 2),
  ])
  func `a stop at any step keeps every write that returned`(
    survival: FaultyDisk.Survival
  ) throws {
    for step in 1...(try stepsOfWork()) {
      let store = FaultyStore()
      try store.open()
      store.disk.arm(.stop(survival), inSteps: step)

      let (stored, refused) = work(store)
      try store.restart()

      let found = try store.values()
      #expect(found.starts(with: stored), "at step \(step)")
      // The write that was under way may be there; of what was refused after it, nothing is.
      let isLaterThere = refused.dropFirst().contains { found.contains($0) }
      #expect(found.count <= stored.count + 1 && !isLaterThere)
      try store.database?.quickCheck()
    }
  }

  @Test(arguments: [FaultyDisk.Fault.syncFails, .full, .writeFails], [false, true])
  func `a fault at any step refuses a write or leaves it whole, also after a power cut`(
    fault: FaultyDisk.Fault, isLasting: Bool
  ) throws {
    for step in 1...(try stepsOfWork()) {
      let store = FaultyStore()
      try store.open()
      store.disk.arm(fault, inSteps: step, isLasting: isLasting)

      let (stored, _) = work(store)
      store.disk.disarm()
      #expect(try store.values() == stored, "at step \(step)")
      store.disk.arm(.stop(.synced))
      #expect(throws: SQLiteError.self) { try store.insert(99) }
      try store.restart()

      #expect(try store.values() == stored, "after a power cut, with the fault at step \(step)")
      try store.database?.quickCheck()
    }
  }

  @Test func `a group whose sync failed is stored by the next sync or refused, each write of it`()
    async throws
  {
    for step in 1...12 {
      let store = FaultyStore()
      let pool = try await store.pool()
      store.disk.arm(.syncFails, inSteps: step, isLasting: step.isMultiple(of: 2))

      let stored = await Self.insertTogether(pool)
      store.disk.arm(.stop(.synced))
      await #expect(throws: SQLiteError.self) { try await Self.insert(99, pool) }
      try store.restart()

      #expect(try store.values() == stored, "at step \(step)")
    }
  }

  @Test func `a pool refuses writes while syncs fail and takes them again afterwards`() async throws
  {
    let store = FaultyStore()
    let pool = try await store.pool()
    store.disk.arm(.syncFails, isLasting: true)

    #expect(await Self.insertTogether(pool) == [])
    store.disk.disarm()
    #expect(await Self.insertTogether(pool) == Array(0..<20))
  }

  /// The values whose writes returned, ascending.
  private static func insertTogether(_ pool: DatabasePool) async -> [Int64] {
    await withTaskGroup(of: Int64?.self) { group in
      for value in 0..<20 {
        group.addTask {
          do throws(SQLiteError) {
            try await insert(value, pool)
            return Int64(value)
          } catch { return nil }
        }
      }
      return await group.reduce(into: []) { stored, value in
        if let value { stored.append(value) }
      }.sorted()
    }
  }

  private static func insert(_ value: Int, _ pool: DatabasePool) async throws(SQLiteError) {
    try await pool.write { (transaction) throws(SQLiteError) in
      try transaction.run("INSERT INTO n VALUES(?, NULL)", .integer(value))
    }
  }
}
