import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import Testing
import ToolboxLocks
import ToolboxSQLite

@testable import PersonalSyncKit

/// What a person's own devices tell each other and the Hub cannot read (docs/protocol/sealed.md).
@Suite struct SealedDetailTests {
  struct Title: SealedDetail {
    enum CodingKeys: String, CodingKey, CaseIterable { case title }
    var title: String
  }

  /// A later version of the same program.
  struct TitleAndMood: SealedDetail {
    enum CodingKeys: String, CodingKey, CaseIterable { case title, mood }
    var title: String
    var mood: String?
  }

  /// Both devices of the pair hold the key of these words.
  private static let words = RootKey(random: Dice(seed: 11))

  private func unlocked(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    #expect(try await pair.first.runtime.seal(Self.words) == .unlocked)
    #expect(try await pair.second.runtime.seal(Self.words) == .unlocked)
    return pair
  }

  private func change(
    _ name: String, _ minutes: Int, _ detail: (some SealedDetail)?
  ) -> RecordChange {
    var change = NoteStore.change(.named(name), minutes)
    change.detail = detail.map(DetailDraft.init)
    return change
  }

  private func edit(_ name: String, _ minutes: Int, title: String) -> RecordChange {
    change(name, minutes, Title(title: title))
  }

  /// Synchronises, and says what the app was given.
  @discardableResult
  private func received(_ device: TestDevice) async throws -> [RemoteChange] {
    let changes = Locked<[RemoteChange]>([])
    try await device.synchronize(
      TestRuntime.Steps(before: { batch in changes.withLock { $0 = $0 + batch.changes } }))
    return changes.withLock { $0 }
  }

  private func titles(_ changes: [RemoteChange]) -> [String?] {
    changes.map { $0.detail(as: Title.self)?.title }
  }

  @Test(arguments: JournalForm.allCases)
  func `a detail comes to the other device, and the Hub holds none of its words`(
    form: JournalForm
  ) async throws {
    let pair = try await unlocked(form)

    try await pair.first.enqueue(edit("a", 25, title: "canary in a title"))
    try await pair.first.synchronize()
    let changes = try await received(pair.second)

    #expect(titles(changes) == ["canary in a title"])
    #expect(changes.map(\.isDetailLocked) == [false])
    let held = pair.hub.feed(of: pair.ada, .anchor).map { String(decoding: $0.body, as: UTF8.self) }
    #expect(held.count == 1)
    #expect(held.allSatisfy { $0.contains(#""sealed":"v1."#) && !$0.contains("canary") })
  }

  @Test(arguments: JournalForm.allCases)
  func `a locked device gets facts, edits nothing over a detail, and is given it once unlocked`(
    form: JournalForm
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    _ = try await pair.first.runtime.seal(Self.words)
    try await pair.first.enqueue(edit("a", 25, title: "write chapter"))
    try await pair.first.synchronize()

    let locked = try await received(pair.second)
    let status = try await pair.second.status()
    await #expect(throws: SyncError.self) {
      try await pair.second.enqueue(edit("a", 30, title: "something else"))
    }
    let cursor = try await pair.second.cursor()
    let outcome = try await pair.second.runtime.seal(Self.words)
    let opened = try await received(pair.second)

    #expect(locked.map(\.isDetailLocked) == [true])
    #expect(titles(locked) == [nil])
    #expect(try await pair.second.minutes("a") == 25)
    #expect(status.locked == 1)
    #expect(outcome == .unlocked)
    #expect(titles(opened) == ["write chapter"])
    // What was opened was here already: the feed did not give it again.
    #expect(try await pair.second.cursor() == cursor)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.version) == [Version(1)])
    #expect(try await pair.second.status().locked == 0)
    #expect(try await received(pair.second).isEmpty)
  }

  @Test func `other words open nothing, and change nothing`() async throws {
    let pair = try await PairOfDevices.connected()
    _ = try await pair.first.runtime.seal(Self.words)
    try await pair.first.enqueue(edit("a", 25, title: "write chapter"))
    try await pair.first.synchronize()
    try await pair.second.synchronize()

    let outcome = try await pair.second.runtime.unlock(RootKey(random: Dice(seed: 12)))

    #expect(outcome == .otherWords)
    #expect(try pair.second.tokens.load().keys.isEmpty)
    #expect(try await received(pair.second).isEmpty)
    #expect(try await pair.second.status().locked == 1)
  }

  @Test func `words are made once: of two devices that make some, one finds the other's`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    let others = RootKey(random: Dice(seed: 12))

    #expect(try await pair.first.runtime.unlock(Self.words) == .notBegun)
    #expect(try await pair.first.runtime.seal(Self.words) == .unlocked)
    #expect(try await pair.second.runtime.seal(others) == .otherWords)
    #expect(try await pair.second.runtime.unlock(others) == .otherWords)
    #expect(try pair.second.tokens.load().keys.isEmpty)
    #expect(try await pair.second.runtime.unlock(Self.words) == .unlocked)
    #expect(try pair.second.tokens.load().keys == pair.first.tokens.load().keys)
  }

  @Test func `what was sent before there was a key is sealed and sent again`() async throws {
    let pair = try await PairOfDevices.connected()
    let device = pair.first
    let notes = try #require(device.store as? NoteStore)
    let runtime = PersonalSyncRuntime(
      domain: .anchor, journal: notes.journal, store: notes.pool, identity: device.identity,
      http: device.link, lockPath: device.folder + "/sync.lock", clock: pair.clock,
      random: pair.dice)
    let names = ["a", "b", "c"].sorted { RecordID.named($0) < .named($1) }
    let held = names.map { edit($0, 25, title: "title of \($0)") }
    for change in held { try await device.enqueue(change) }
    @Sendable func current(after record: RecordID?) -> [RecordChange] {
      Array(held.filter { change in record.map { $0 < change.record } ?? true }.prefix(2))
    }
    func synchronize() async throws {
      _ = try await runtime.synchronize(
        currentRecords: { record, _, _ in current(after: record) }, applyChanges: { _, _ in })
    }

    try await synchronize()
    let before = try await received(pair.second)
    _ = try await runtime.beginSealing(Self.words)
    try await synchronize()
    try await synchronize()
    try await pair.second.synchronize()
    _ = try await pair.second.runtime.seal(Self.words)
    let after = try await received(pair.second)

    #expect(before.allSatisfy { $0.detail == nil && !$0.isDetailLocked })
    #expect(before.count == 3)
    #expect(Set(titles(after)) == Set(names.map { "title of \($0)" }))
    // Once each: what the Hub holds with its detail is not sent a third time.
    let versions = pair.hub.feed(of: pair.ada, .anchor).map(\.version)
    #expect(versions == Array(repeating: Version(2), count: 3))
  }

  @Test func `two sets of words become one where one of them is typed on both devices`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    let others = RootKey(random: Dice(seed: 13))
    _ = try await pair.first.runtime.seal(Self.words)
    pair.hub.forgetSealedDirectories()
    _ = try await pair.second.runtime.seal(others)
    pair.hub.forgetSealedDirectories()
    let (first, second) = (
      edit("a", 10, title: "of the first"), edit("b", 20, title: "of the second")
    )
    try await pair.first.enqueue(first)
    try await pair.second.enqueue(second)
    try await pair.settle()
    #expect(try await pair.first.status().locked == 1)

    #expect(try await pair.second.runtime.seal(Self.words) == .unlocked)
    let notes = try #require(pair.second.store as? NoteStore)
    _ = try await PersonalSyncRuntime(
      domain: .anchor, journal: notes.journal, store: notes.pool, identity: pair.second.identity,
      http: pair.second.link, lockPath: pair.second.folder + "/sync.lock", clock: pair.clock,
      random: pair.dice
    ).synchronize(
      currentRecords: { record, _, _ in record == nil ? [second] : [] },
      applyChanges: { batch, _ in
        #expect(titles(batch.changes) == ["of the first"])
      })

    #expect(titles(try await received(pair.first)) == ["of the second"])
    #expect(try await pair.first.status().locked == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `what a newer program added survives an edit by an older one`(form: JournalForm)
    async throws
  {
    let pair = try await unlocked(form)
    try await pair.first.enqueue(change("a", 25, TitleAndMood(title: "draft", mood: "calm")))
    try await pair.first.synchronize()
    try await pair.second.synchronize()

    pair.pass()
    try await pair.second.enqueue(edit("a", 30, title: "chapter"))
    try await pair.second.synchronize()
    let changes = try await received(pair.first)

    #expect(
      changes.map { $0.detail(as: TitleAndMood.self) }
        == [TitleAndMood(title: "chapter", mood: "calm")])
  }

  @Test func `a member that its own program takes away does not come back`() async throws {
    let pair = try await unlocked(.attached)
    try await pair.first.enqueue(change("a", 25, TitleAndMood(title: "draft", mood: "calm")))
    try await pair.first.synchronize()

    pair.pass()
    try await pair.first.enqueue(change("a", 25, TitleAndMood(title: "draft", mood: nil)))
    try await pair.first.synchronize()
    let changes = try await received(pair.second)

    #expect(changes.map { $0.detail(as: TitleAndMood.self)?.mood } == [nil])
  }

  @Test(arguments: JournalForm.allCases)
  func `the side of a conflict that lost keeps its detail, and can be restored with it`(
    form: JournalForm
  ) async throws {
    let pair = try await unlocked(form)
    try await pair.first.enqueue(edit("a", 10, title: "of both"))
    try await pair.settle()
    pair.pass()
    try await pair.first.enqueue(edit("a", 20, title: "of the first"))
    pair.pass()
    try await pair.second.enqueue(edit("a", 30, title: "of the second"))
    try await pair.settle()
    let conflict = try #require(
      try await (pair.first.conflicts() + pair.second.conflicts()).first)
    let keeper = try await pair.first.conflicts().isEmpty ? pair.second : pair.first

    pair.pass()
    _ = try await keeper.restore(conflict)
    let other = keeper === pair.first ? pair.second : pair.first
    try await keeper.synchronize()
    let changes = try await received(other)

    #expect(titles(changes) == ["of the first"])
  }

  @Test func `a detail is sealed once, however often it is sent`() async throws {
    let pair = try await unlocked(.attached)
    try await pair.first.enqueue(edit("a", 25, title: "write chapter"))
    pair.first.link.always(.lostReply, at: "/v1/sync/push")
    await #expect(throws: SyncError.self) { try await pair.first.synchronize() }
    let sent = pair.hub.feed(of: pair.ada, .anchor).map(\.body)

    pair.first.link.always(nil, at: "/v1/sync/push")
    try await pair.first.synchronize()

    #expect(sent.count == 1)
    #expect(pair.hub.feed(of: pair.ada, .anchor).map(\.body) == sent)
    #expect(try await pair.first.status().waiting == 0)
    #expect(titles(try await received(pair.second)) == ["write chapter"])
  }

  @Test func `the same content is not sent again, though it would be sealed to other bytes`()
    async throws
  {
    let pair = try await unlocked(.attached)
    try await pair.first.enqueue(edit("a", 25, title: "write chapter"))
    try await pair.settle()

    try await pair.second.enqueue(edit("a", 25, title: "write chapter"))

    #expect(try await pair.second.status().waiting == 0)
  }

  @Test func `an edit made on a locked device in ignorance of a detail does not take it away`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    _ = try await pair.first.runtime.seal(Self.words)
    try await pair.first.enqueue(NoteStore.change(.named("a"), 10))
    try await pair.settle()
    pair.pass()
    try await pair.first.enqueue(edit("a", 20, title: "write chapter"))
    try await pair.first.synchronize()
    pair.pass()
    try await pair.second.enqueue(NoteStore.change(.named("a"), 30))

    try await pair.settle()

    #expect(try await pair.second.minutes("a") == 20)
    #expect(try await pair.second.conflicts().map(\.winner) == [.remote])
    #expect(
      pair.hub.feed(of: pair.ada, .anchor).allSatisfy {
        String(decoding: $0.body, as: UTF8.self).contains("sealed")
      })
  }

  @Test func `a device that lost its key is locked, and keeps back what it has not sealed`()
    async throws
  {
    let pair = try await unlocked(.attached)
    try await pair.first.enqueue(edit("a", 25, title: "write chapter"))
    try pair.first.tokens.update { $0.keys = [] }

    try await pair.first.synchronize()

    #expect(pair.hub.feed(of: pair.ada, .anchor).isEmpty)
    #expect(try await pair.first.status().waiting == 1)
    _ = try await pair.first.runtime.seal(Self.words)
    try await pair.first.synchronize()
    #expect(titles(try await received(pair.second)) == ["write chapter"])
  }

  @Test func `a detail that is longer than any may be is refused here, and keeps nothing back`()
    async throws
  {
    let pair = try await unlocked(.attached)
    let long = String(repeating: "x", count: SealedEnvelope.detailBytesMax)
    try await pair.first.enqueue(edit("a", 25, title: long))
    try await pair.first.enqueue(edit("b", 25, title: "short"))

    try await pair.first.synchronize()

    #expect(try await pair.first.quarantined().map(\.edit.record) == [.named("a")])
    #expect(titles(try await received(pair.second)) == ["short"])
  }
}
