import HubContracts
import HubCore
import Testing
import ToolboxSQLiteTesting

@testable import HubStorageSQLite

/// H1 and H4 of docs/protocol/sync.md: what an answer, and a place in the feed, are worth.
@Suite struct AcceptedTests {
  /// Pushes one record after the other, also after one that failed; gives those that were accepted.
  private func pushAll(_ hub: TestHub) async -> Set<RecordID> {
    var accepted: Set<RecordID> = []
    for number in 0..<5 {
      do {
        let answer = try await hub.push([.session("n\(number)", minutes: 1 + number)])
        guard case .accepted = answer.results.first?.outcome else { continue }
        accepted.insert(.named("n\(number)"))
      } catch { continue }
    }
    return accepted
  }

  @Test(arguments: [
    FaultyDisk.Survival.synced, .everything, .torn(seed: 1), .torn(seed: 2),
  ])
  func `H1: what was answered accepted is there after a power cut at any step`(
    survival: FaultyDisk.Survival
  ) async throws {
    let whole = FaultyDisk()
    let counted = try TestHub(vfs: whole.vfs)
    let before = whole.steps
    #expect(await pushAll(counted).count == 5)
    let steps = whole.steps - before
    #expect(steps > 5)

    for step in 1...steps {
      let disk = FaultyDisk()
      let hub = try TestHub(vfs: disk.vfs)
      disk.arm(.stop(survival), inSteps: step)
      let accepted = await pushAll(hub)
      #expect(accepted.count < 5, "step \(step)")

      disk.restart()
      let restarted = try HubDatabase.open(path: hub.path, vfs: disk.vfs)
      let answer = try await restarted.pull(
        .anchor, after: .start, isWhole: true, of: hub.ada)

      guard case .page(let page) = answer else {
        Issue.record("step \(step): no page")
        continue
      }
      let held = Set(page.changes.map(\.record))
      // The one that was under way may be there; its answer never came.
      #expect(held.isSuperset(of: accepted), "step \(step)")
      #expect(held.count <= accepted.count + 1, "step \(step)")
    }
  }

  @Test func `H4: who reads while many write misses nothing behind the place it has reached`()
    async throws
  {
    let hub = try TestHub()
    let (writers, records) = (8, 25)

    let seen = try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<records {
            _ = try await hub.push([.session("\(writer) \(number)", minutes: 1 + number)])
          }
        }
      }
      var (place, seen) = (Cursor.start, Set<RecordID>())
      while seen.count < writers * records {
        let page = try await hub.pull(after: place)
        let cursors = page.changes.map(\.cursor)
        #expect(cursors == cursors.sorted() && cursors.allSatisfy { $0 > place })
        seen.formUnion(page.changes.map(\.record))
        if page.changes.isEmpty, page.cursor == Cursor(Int64(writers * records)) { break }
        place = page.cursor
        await Task.yield()
      }
      try await group.waitForAll()
      return seen
    }

    #expect(seen.count == writers * records)
  }
}
