import HubContracts
import PersonalSyncTesting
import Testing

@testable import PersonalSyncKit

/// Records that say for ever what they said first (docs/protocol/sync.md, §6).
@Suite struct FrozenContentTests {
  /// Both devices hold "a"; the first is a program whose contracts freeze it, and so is the second
  /// unless it is an older one.
  private func pair(
    _ form: JournalForm, isSecondOlder: Bool = false
  ) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    let program = Vocabulary.other(1, frozen: ["focusSession"])
    try pair.first.relaunch(as: Program(program))
    if !isSecondOlder { try pair.second.relaunch(as: Program(program)) }
    try await pair.first.save("a", 5)
    try await pair.settle()
    pair.pass()
    return pair
  }

  @Test(arguments: JournalForm.allCases)
  func `an edit of frozen content is refused and changes nothing`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)

    await #expect(throws: JournalError.contentFrozen) { try await pair.second.save("a", 6) }

    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `frozen content is frozen before the Hub has heard of it`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    try await pair.first.save("new", 5)

    await #expect(throws: JournalError.contentFrozen) { try await pair.first.save("new", 6) }

    #expect(try await pair.first.runtime.pendingMutationCount() == 1)
  }

  @Test(arguments: JournalForm.allCases)
  func `saving the same again is nothing`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)

    try await pair.second.save("a", 5)

    #expect(try await pair.second.runtime.pendingMutationCount() == 0)
  }

  @Test(arguments: JournalForm.allCases)
  func `a delete is taken, and the record may be written again`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    try await pair.second.save("a", nil)
    try await pair.settle()
    #expect(try await pair.first.minutes("a") == nil)

    try await pair.second.save("a", 8)
    try await pair.settle()

    #expect(try await pair.first.minutes("a") == 8)
  }

  @Test(arguments: JournalForm.allCases)
  func `a delete wins against an edit that an older program made later`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form, isSecondOlder: true)
    try await pair.first.save("a", nil)
    pair.pass()
    try await pair.second.save("a", 9)
    try await pair.second.synchronize()

    try await pair.settle()

    #expect(try await pair.first.minutes("a") == nil)
    #expect(try await pair.second.minutes("a") == nil)
    #expect(try await pair.first.conflicts().map(\.winner) == [.local])
  }

  @Test(arguments: JournalForm.allCases)
  func `a delete from elsewhere wins against what was brought back here later`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form)
    try await pair.first.save("a", nil)
    try await pair.first.synchronize()
    pair.pass()
    try await pair.second.save("a", nil)
    try await pair.second.save("a", 5)

    try await pair.settle()

    #expect(try await pair.second.minutes("a") == nil)
    #expect(try await pair.second.conflicts().map(\.winner) == [.remote])
  }

  @Test(arguments: JournalForm.allCases)
  func `a loser is not restored over frozen content and stays kept`(
    form: JournalForm
  ) async throws {
    let pair = try await pair(form, isSecondOlder: true)
    try await pair.second.save("a", 7)
    pair.pass()
    try pair.first.relaunch()
    try await pair.first.save("a", 9)
    try await pair.settle()
    let device = try await pair.first.conflicts().isEmpty ? pair.second : pair.first
    let conflict = try #require(try await device.conflicts().first)
    try device.relaunch(as: Program(.other(1, frozen: ["focusSession"])))

    let error = await #expect(throws: SyncError.self) { try await device.restore(conflict) }

    #expect(error?.code == "journal.content_frozen")
    #expect(try await device.conflicts().count == 1)
  }

  @Test(arguments: [
    (Operation.delete, Operation.upsert, ConflictRule.Resolution.keepLocal),
    (.upsert, .delete, .takeRemote), (.upsert, .upsert, .takeRemote), (.delete, .delete, .same),
  ])
  func `of frozen content a delete wins and else the Hub's version, whatever the stamps`(
    local: Operation, remote: Operation, resolution: ConflictRule.Resolution
  ) throws {
    let edit = LocalEdit(
      domain: .anchor, record: .named("a"), operation: local, occurredAt: Minute(number: 1),
      modifiedAt: Stamp(milliseconds: local == .delete ? 1 : 9), body: Array("{1}".utf8))
    let change = Change(
      cursor: Cursor(1), id: try #require(ChangeID(bytes: [UInt8](repeating: 1, count: 16))),
      domain: .anchor, record: .named("a"), operation: remote, version: Version(2),
      occurredAt: Minute(number: 1), modifiedAt: Stamp(milliseconds: 5), recordedAtMilliseconds: 1,
      origin: try #require(DeviceID(bytes: [UInt8](repeating: 2, count: 16))), body: [])

    #expect(
      ConflictRule.resolve(
        edit, change, remote: KeptContent(Array("{2}".utf8), detail: nil), isContentFrozen: true)
        == resolution)
  }
}
