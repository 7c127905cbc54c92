import Testing
import ToolboxLocks

@Suite struct LockedTests {
  @Test func `increments from many tasks are all kept`() async {
    let count = Locked(0)

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }

    #expect(count.withLock { $0 } == 8_000)
  }
}
