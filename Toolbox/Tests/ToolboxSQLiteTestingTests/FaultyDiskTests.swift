import Foundation
import Testing
import ToolboxSQLite
import ToolboxSQLiteTesting

@Suite struct FaultyDiskTests {
  let store = FaultyStore()

  @Test func `what was synced survives a power cut and what was not does not`() throws {
    try store.open()
    try store.insert(1, bytes: 9)
    let before = store.disk.steps
    try store.insert(2, bytes: 9)
    let stepsOfOne = store.disk.steps - before

    // The last step of a transaction is its sync.
    store.disk.arm(.stop(.synced), inSteps: stepsOfOne)
    #expect(throws: SQLiteError.self) { try store.insert(3, bytes: 9) }
    try store.restart()

    #expect(try store.values() == [1, 2])
  }

  @Test func `a process that ends before its sync leaves what it wrote`() throws {
    try store.open()
    try store.insert(1, bytes: 9)
    let before = store.disk.steps
    try store.insert(2, bytes: 9)

    store.disk.arm(.stop(.everything), inSteps: store.disk.steps - before)
    #expect(throws: SQLiteError.self) { try store.insert(3, bytes: 9) }
    try store.restart()

    // Nobody was told that it is stored; it is there or not, and here the kernel had it.
    #expect(try store.values() == [1, 2, 3])
  }

  @Test func `a stopped disk refuses everything, also to connections from before`() throws {
    try store.open()
    let old = try #require(store.database)
    store.disk.arm(.stop(.synced))
    #expect(throws: SQLiteError.self) { try store.insert(1) }
    #expect(throws: SQLiteError.self) { try store.values() }

    try store.restart()
    try store.insert(2)

    #expect(throws: SQLiteError.self) { try store.insert(3, old) }
    #expect(try store.values() == [2])
  }

  @Test func `a fault waits for a step that it can befall, and once is once`() throws {
    try store.open()
    store.disk.arm(.syncFails)

    #expect(throws: SQLiteError.inputOutput(code: 1034)) { try store.insert(1) }
    try store.insert(2)

    #expect(store.disk.faults == 1)
    #expect(try store.values() == [2])
  }

  @Test func `a lasting fault lasts until it is disarmed`() throws {
    try store.open()
    store.disk.arm(.full, isLasting: true)

    for value in 1...3 { #expect(throws: SQLiteError.diskFull) { try store.insert(value) } }
    store.disk.disarm()
    try store.insert(4)

    #expect(store.disk.faults == 3)
    #expect(try store.values() == [4])
  }

  @Test func `what a failed sync lost is not brought back by a later one`() throws {
    try store.open()
    store.disk.arm(.syncFails)
    #expect(throws: SQLiteError.self) { try store.insert(1) }
    try store.insert(2)

    store.disk.arm(.stop(.synced))
    #expect(throws: SQLiteError.self) { try store.insert(3) }
    try store.restart()

    #expect(try store.values() == [2])
  }

  @Test func `steps outside SQLite are counted and refused alike`() throws {
    try store.disk.takeStep()
    store.disk.arm(.stop(.synced), inSteps: 2)
    try store.disk.takeStep()

    #expect(throws: FaultyDisk.Failure.stopped) { try store.disk.takeStep() }
    #expect(throws: FaultyDisk.Failure.stopped) { try store.disk.takeStep() }
    store.disk.restart()
    try store.disk.takeStep()
  }

  @Test func `a full disk refuses steps outside SQLite as well, until there is room`() throws {
    store.disk.arm(.full, isLasting: true)

    #expect(throws: FaultyDisk.Failure.full) { try store.disk.takeStep() }
    #expect(throws: FaultyDisk.Failure.full) { try store.disk.takeStep() }
    store.disk.disarm()
    try store.disk.takeStep()
  }

  @Test func `a disk that kills its process ends it at the step`() async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let disk = FaultyDisk()
      disk.arm(.kill(.everything), inSteps: 2)
      try disk.takeStep()
      try disk.takeStep()
    }
  }
}
