import AnchorModel
import AppShell
import Testing
import ToolboxSQLite

@testable import Anchor

@Suite struct AnchorStoreTimerTests {
  @Test func `a session is started, paused, resumed and done, and its focus is exact`() async throws
  {
    let device = try await AnchorBench()

    _ = try await device.store.start(words("write", tags: ["book"]), plannedSeconds: 1_500)
    device.wait(minutes: 10)
    _ = try await device.store.pause()
    device.wait(minutes: 5)
    _ = try await device.store.resume()
    device.wait(seconds: 90)
    let done = try await device.store.finish()

    #expect(done.bankedSeconds == 690)
    #expect(done.endReason == .endedEarly)
    #expect(done.pauses.count == 1)
    #expect(try await device.sessions() == [done])
  }

  @Test func `starting a session ends the one before, and undo brings it back`() async throws {
    let device = try await AnchorBench()
    _ = try await device.store.start(words("first"), plannedSeconds: 0)
    device.wait(minutes: 7)

    let second = try await device.store.start(words("second"), plannedSeconds: 1_500)
    #expect(second.ended?.bankedSeconds == 420)
    let undone = try await device.store.undo()

    #expect(undone.action == .start)
    #expect(try await device.store.active()?.words.title == "first")
    #expect(try await device.sessions().count == 1)
  }

  @Test func `a plan that was met while nobody looked ends on its second`() async throws {
    let device = try await AnchorBench()
    let start = device.now
    _ = try await device.store.start(words(), plannedSeconds: 1_500)
    device.wait(minutes: 600)

    let view = try await device.store.view()

    #expect(view.active == nil)
    #expect(view.figures.focusedMinutes == 25)
    #expect(view.timeline.entries.first?.session.endedAt == start.adding(seconds: 1_500))
  }

  @Test func `pausing after the plan was met is refused, and the session is kept as completed`()
    async throws
  {
    let device = try await AnchorBench()
    let start = device.now
    _ = try await device.store.start(words(), plannedSeconds: 1_500)
    device.wait(minutes: 30)

    await #expect(throws: AnchorError.refused(.alreadyFinished(at: start.adding(seconds: 1_500)))) {
      try await device.store.pause()
    }

    #expect(try await device.sessions().first?.endReason == .completed)
  }

  @Test func `done after the plan was met is no mistake`() async throws {
    let device = try await AnchorBench()
    _ = try await device.store.start(words(), plannedSeconds: 1_500)
    device.wait(minutes: 30)

    let done = try await device.store.finish()

    #expect(done.endReason == .completed)
    #expect(done.bankedSeconds == 1_500)
  }

  @Test func `without an active session there is nothing to pause`() async throws {
    let device = try await AnchorBench()

    await #expect(throws: AnchorError.refused(.nothingActive)) { try await device.store.pause() }
    await #expect(throws: AnchorError.refused(.nothingActive)) { try await device.store.finish() }
    await #expect(throws: AnchorError.undo(.nothingToUndo)) { try await device.store.undo() }
  }

  @Test func `every action can be taken back, one after the other`() async throws {
    let device = try await AnchorBench()
    try await device.log(minutes: 30, "before")
    let before = try await device.sessions()
    _ = try await device.store.start(words("write", tags: ["a", "b"]), plannedSeconds: 0)
    device.wait(minutes: 3)
    _ = try await device.store.pause()
    device.wait(minutes: 3)
    _ = try await device.store.resume()
    device.wait(minutes: 3)
    _ = try await device.store.finish(.abandoned)
    let deleted = try await device.store.delete(try #require(before.first).id)
    #expect(deleted == before.first)

    var actions: [UndoStep.Action] = []
    for _ in 0..<5 { actions.append(try await device.store.undo().action) }

    #expect(actions == [.delete, .done, .resume, .pause, .start])
    #expect(try await device.sessions() == before)
  }

  @Test func `what changed since cannot be taken back`() async throws {
    let device = try await AnchorBench()
    let session = try await device.log(minutes: 30)
    try await device.connect()
    try await device.synchronize()
    let other = try await device.secondDevice()
    _ = try await other.store.delete(session.id)
    try await other.synchronize()
    try await device.synchronize()

    await #expect(throws: AnchorError.undo(.changedSince)) {
      try await device.store.undo()
    }
  }

  @Test func `two processes on one store see each other's sessions at once`() async throws {
    let device = try await AnchorBench()
    let other = try device.anotherProcess()
    _ = try await device.store.start(words("here"), plannedSeconds: 0)
    device.wait(minutes: 4)

    let paused = try await other.pause()

    #expect(paused.bankedSeconds == 240)
    await #expect(throws: AnchorError.refused(.alreadyPaused(since: device.now))) {
      try await device.store.pause()
    }
  }

  @Test func `many writers in two processes lose nothing`() async throws {
    let device = try await AnchorBench()
    let other = try device.anotherProcess()
    let now = device.now
    let stores = [device.store, other]

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          _ = try await stores[number % 2].log(
            from: now.adding(seconds: -60), to: now, words: words("\(number)"))
        }
      }
      try await group.waitForAll()
    }

    #expect(Set(try await device.sessions().map(\.words.title)).count == 60)
    #expect(try await device.waiting() == 60)
  }

  @Test func `a full disk refuses a session and leaves the timer as it was`() async throws {
    let device = try await AnchorBench()
    _ = try await device.store.start(words("kept"), plannedSeconds: 0)
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try transaction.execute(script: "PRAGMA max_page_count = 1")
      }
    }
    let notes = String(repeating: "x", count: 20_000)

    await #expect(throws: AnchorError.store(.diskFull)) {
      try await device.store.log(
        from: device.now.adding(seconds: -60), to: device.now,
        words: words("lost", notes: notes))
    }

    #expect(try await device.sessions().map(\.words.title) == ["kept"])
    #expect(try await device.store.active() != nil)
  }

  @Test func `everything about a session is read back as it was written`() async throws {
    let device = try await AnchorBench()
    let told = words("title \"quoted\"", tags: ["a b", "ü", "'"], notes: "two\nlines")
    _ = try await device.store.start(told, plannedSeconds: 3_000)
    for _ in 0..<3 {
      device.wait(minutes: 2)
      _ = try await device.store.pause()
      device.wait(minutes: 1)
      _ = try await device.store.resume()
    }
    let done = try await device.store.finish()

    let again = try await device.anotherProcess().view().timeline.entries.map(\.session)

    #expect(again == [done])
    #expect(done.words == told)
    #expect(done.pauses.count == 3)
  }

  @Test func `a session before 1970 with a pause is read back too`() throws {
    let pause = try #require(
      FocusSession.Pause(
        from: Instant(clamping: -90_000_000), to: Instant(clamping: -89_000_000)))
    let session = try #require(
      FocusSession(
        id: SessionID(random: 1), startedAt: Instant(clamping: -91_000_000), bankedSeconds: 60,
        phase: .finished(at: Instant(clamping: -80_000_000), reason: .completed), pauses: [pause]))
    let database = try Database(path: ":memory:")
    try anchorSchema.migrate(database)

    let again = try database.write { (transaction) throws(SQLiteError) in
      try SessionTable.put(session, transaction)
      return try SessionTable.find(session.id, transaction)
    }

    #expect(again == session)
  }

  @Test func `a row that no session can be is damage and not a crash`() async throws {
    let device = try await AnchorBench()
    try await device.log(minutes: 5)
    try await device.store.write { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try transaction.run("UPDATE session SET pauses = 'nonsense'")
      }
    }

    let error = await #expect(throws: AnchorError.self) { try await device.store.view() }

    #expect(error?.code == "store.damaged")
  }
}
