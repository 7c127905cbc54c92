import HubContracts
import PersonalSyncSealed
import PersonalSyncTesting
import Testing
import ToolboxLocks

@testable import PersonalSyncKit

/// What a Hub that means harm does with the sealed details that it keeps (docs/protocol/sealed.md, 4.5).
@Suite struct DetailRollbackTests {
  struct Title: SealedDetail {
    enum CodingKeys: String, CodingKey, CaseIterable { case title }
    var title: String
  }

  private static let words = RootKey(random: Dice(seed: 21))

  private func unlocked(_ form: JournalForm = .attached) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    _ = try await pair.first.runtime.seal(Self.words)
    _ = try await pair.second.runtime.seal(Self.words)
    return pair
  }

  private func edit(_ name: String, _ minutes: Int, title: String) -> RecordChange {
    var change = NoteStore.change(.named(name), minutes)
    change.detail = DetailDraft(Title(title: title))
    return change
  }

  /// Saves an edit on the first device, brings it to both, and gives what the Hub keeps of it.
  private func spread(
    _ change: RecordChange, _ pair: PairOfDevices
  ) async throws -> Change {
    pair.pass()
    try await pair.first.enqueue(change)
    try await pair.settle()
    return try #require(
      pair.hub.feed(of: pair.ada, .anchor).first { $0.record == change.record })
  }

  /// Two devices that hold the record `a` as it was edited, and what the Hub kept of it before that.
  private func edited(
    _ form: JournalForm = .attached
  ) async throws -> (PairOfDevices, old: Change) {
    let pair = try await unlocked(form)
    let old = try await spread(edit("a", 10, title: "old"), pair)
    _ = try await spread(edit("a", 20, title: "new"), pair)
    return (pair, old)
  }

  /// Synchronises, and says which titles the app was given.
  private func received(_ device: TestDevice) async throws -> [String?] {
    let titles = Locked<[String?]>([])
    try await device.synchronize(
      TestRuntime.Steps(before: { batch in
        let found = batch.changes.map { $0.detail(as: Title.self)?.title }
        titles.withLock { $0 = $0 + found }
      }))
    return titles.withLock { $0 }
  }

  @Test(arguments: JournalForm.allCases)
  func `an old detail is reported by each device that has seen newer, and replaces nothing`(
    form: JournalForm
  ) async throws {
    let (pair, old) = try await edited(form)

    pair.hub.forge(old, in: pair.ada)

    for device in [pair.first, pair.second] {
      #expect(try await received(device).isEmpty)
      #expect(try await device.status().rolledBack == 1)
      #expect(try await device.status().conflicts == 0)
    }
    #expect(try await pair.second.minutes("a") == 20)
  }

  @Test(arguments: JournalForm.allCases)
  func `the next edit of a record that was rolled back puts the Hub right on every device`(
    form: JournalForm
  ) async throws {
    let (pair, old) = try await edited(form)
    pair.hub.forge(old, in: pair.ada)
    try await pair.settle()

    pair.pass()
    try await pair.first.enqueue(edit("a", 30, title: "newest"))
    try await pair.first.synchronize()

    #expect(try await received(pair.second) == ["newest"])
    for device in [pair.first, pair.second] {
      let status = try await device.status()
      #expect(status.rolledBack == 0)
      #expect(status.waiting == 0)
      #expect(status.conflicts == 0)
    }
  }

  @Test func `an edit that waits is sent over an old detail, and both sides are kept`()
    async throws
  {
    let (pair, old) = try await edited()
    pair.pass()
    try await pair.second.enqueue(edit("a", 30, title: "newest"))

    pair.hub.forge(old, in: pair.ada)
    try await pair.second.synchronize()

    #expect(try await pair.second.conflicts().map(\.winner) == [.local])
    #expect(try await received(pair.first) == ["newest"])
  }

  @Test func `a deleted record does not come back with its old detail`() async throws {
    let pair = try await unlocked()
    let old = try await spread(edit("a", 10, title: "old"), pair)
    pair.pass()
    try await pair.first.enqueue(NoteStore.change(.named("a"), nil))
    try await pair.settle()

    pair.hub.forge(old, in: pair.ada)

    for device in [pair.first, pair.second] {
      #expect(try await received(device).isEmpty)
      #expect(try await device.status().rolledBack == 1)
    }
    #expect(try await pair.second.minutes("a") == nil)
  }

  @Test func `a detail that was taken away or swapped at the same time is reported`()
    async throws
  {
    let pair = try await unlocked()
    let kept = try await spread(edit("a", 10, title: "of a"), pair)
    let other = try await spread(edit("b", 10, title: "of b"), pair)
    var (bare, swapped) = (kept, other)
    bare.body = NoteStore.change(.named("a"), 10).body?.canonical ?? []
    swapped.body = kept.body

    pair.hub.forge(bare, in: pair.ada)
    pair.hub.forge(swapped, in: pair.ada)

    #expect(try await received(pair.second).isEmpty)
    #expect(try await pair.second.status().rolledBack == 2)
  }

  @Test func `an old detail under a later time, or of another record, is counted as locked`()
    async throws
  {
    let pair = try await unlocked()
    var old = try await spread(edit("a", 10, title: "old"), pair)
    _ = try await spread(edit("a", 20, title: "new"), pair)
    var moved = try await spread(edit("b", 10, title: "of b"), pair)
    let later = Stamp(milliseconds: moved.modifiedAt.milliseconds + 1)
    moved.body = old.body
    (old.modifiedAt, moved.modifiedAt) = (later, later)

    pair.hub.forge(old, in: pair.ada)
    pair.hub.forge(moved, in: pair.ada)

    #expect(try await received(pair.second) == [nil, nil])
    #expect(try await pair.second.status().locked == 2)
  }

  @Test func `the same change under another version is nothing to report`() async throws {
    let pair = try await unlocked()
    let change = try await spread(edit("a", 10, title: "same"), pair)

    pair.hub.forge(change, in: pair.ada)

    #expect(try await received(pair.second) == ["same"])
    #expect(try await received(pair.first) == ["same"])
    for device in [pair.first, pair.second] {
      #expect(try await device.status().rolledBack == 0)
    }
  }

  @Test func `a Hub that was put back to a backup is offered the newer detail, with no alarm`()
    async throws
  {
    let pair = try await unlocked()
    _ = try await spread(edit("a", 10, title: "old"), pair)
    let backup = pair.hub.backUp()
    _ = try await spread(edit("a", 20, title: "new"), pair)

    pair.hub.restore(from: backup)
    try await pair.settle()

    for device in [pair.first, pair.second] {
      #expect(try await device.status().rolledBack == 0)
      #expect(try await device.minutes("a") == 20)
    }
  }

  @Test func `a device that has seen nothing newer takes what the Hub says`() async throws {
    let pair = try await PairOfDevices.connected()
    _ = try await pair.first.runtime.seal(Self.words)
    try await pair.first.enqueue(edit("a", 10, title: "old"))
    try await pair.first.synchronize()
    let old = try #require(pair.hub.feed(of: pair.ada, .anchor).first)
    pair.pass()
    try await pair.first.enqueue(edit("a", 20, title: "new"))
    try await pair.first.synchronize()
    pair.hub.forge(old, in: pair.ada)

    _ = try await pair.second.runtime.seal(Self.words)

    #expect(try await received(pair.second) == ["old"])
    #expect(try await pair.second.status().rolledBack == 0)
  }
}
