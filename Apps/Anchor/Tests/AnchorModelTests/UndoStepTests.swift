import AnchorModel
import Testing

@Suite struct UndoStepTests {
  private let now = utc("2023-10-02 11:00")

  /// Takes changes back in a store that holds what they left.
  private func inverse(
    of changes: [SessionChange], held: [FocusSession]? = nil, active: FocusSession? = nil
  ) throws(UndoRefusal) -> [SessionChange] {
    let held = held ?? changes.compactMap(\.after)
    return try UndoStep.inverse(
      of: changes, current: { id in held.first { $0.id == id } }, active: active, now: now)
  }

  @Test func `undoing a start removes the session and lets the old one run again`() throws {
    let old = try FocusSession.running(1, from: "2023-10-02 10:00")
    let start = try FocusSession.start(
      SessionStart(id: sessionID(2), startedAt: now, plannedSeconds: 0, words: .none),
      ending: old, now: now)
    let ended = try #require(start.ended)

    let inverse = try inverse(of: start.changes, active: start.started)

    #expect(inverse == [.removed(start.started), .changed(from: ended, to: old)])
  }

  @Test func `undoing a pause, a resume, a done or an edit brings back what was`() throws {
    let running = try FocusSession.running(from: "2023-10-02 10:00")
    var paused = running
    try paused.pause(at: utc("2023-10-02 10:10"))
    var resumed = paused
    try resumed.resume(at: utc("2023-10-02 10:20"))
    var done = resumed
    try done.finish(at: utc("2023-10-02 10:30"))
    var edited = done
    try edited.rewrite(written("edited"))

    for (before, after) in [(running, paused), (paused, resumed), (resumed, done), (done, edited)] {
      let inverse = try inverse(
        of: [.changed(from: before, to: after)], active: after.isActive ? after : nil)
      #expect(inverse == [.changed(from: after, to: before)])
    }
  }

  @Test func `undoing an entry removes it and undoing a deletion brings it back`() throws {
    let logged = try FocusSession.finished(from: "2023-10-02 09:00", to: "2023-10-02 09:30")

    #expect(try inverse(of: [.added(logged)]) == [.removed(logged)])
    #expect(try inverse(of: [.removed(logged)]) == [.added(logged)])
  }

  @Test func `undoing twice is doing again`() throws {
    let running = try FocusSession.running(from: "2023-10-02 10:00")
    var paused = running
    try paused.pause(at: utc("2023-10-02 10:10"))
    let changes = [SessionChange.changed(from: running, to: paused)]

    let again = try inverse(of: try inverse(of: changes), active: running)

    #expect(again == changes)
  }

  @Test func `a session that was changed since is not taken back`() throws {
    let logged = try FocusSession.finished(from: "2023-10-02 09:00", to: "2023-10-02 09:30")
    var edited = logged
    try edited.rewrite(written("edited elsewhere"))

    #expect(throws: UndoRefusal.changedSince) {
      try inverse(of: [.added(logged)], held: [edited])
    }
    #expect(throws: UndoRefusal.changedSince) {
      try inverse(of: [.added(logged)], held: [])
    }
    #expect(throws: UndoRefusal.changedSince) {
      try inverse(of: [.removed(logged)], held: [logged])
    }
  }

  @Test func `a plan met since the start does not stand in the way of undoing it`() throws {
    let started = try FocusSession.running(from: "2023-10-02 10:00", minutes: 25)
    var met = started
    met.settle(at: now)

    #expect(try inverse(of: [.added(started)], held: [met]) == [.removed(met)])
  }

  @Test func `a session does not become active beside another one`() throws {
    let running = try FocusSession.running(1, from: "2023-10-02 10:00")
    var done = running
    try done.finish(at: utc("2023-10-02 10:30"))
    let other = try FocusSession.running(2, from: "2023-10-02 10:40")

    #expect(throws: UndoRefusal.anotherIsActive(sessionID(2))) {
      try inverse(of: [.changed(from: running, to: done)], active: other)
    }
  }

  @Test func `an import is taken back as a batch`() {
    let batch = ImportBatchID(random: 3)

    #expect(UndoStep(importing: batch).effect == .batch(batch))
    #expect(UndoStep(importing: batch).action == .importFile)
  }
}
