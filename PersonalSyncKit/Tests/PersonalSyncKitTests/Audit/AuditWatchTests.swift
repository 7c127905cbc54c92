import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncKit

/// LOG-06: each device is a witness of the Hub's audit chain, and whatever it finds stops nothing.
@Suite struct AuditWatchTests {
  let pair: PairOfDevices
  var hub: FakeHub { pair.hub }
  var device: TestDevice { pair.first }

  init() async throws { pair = try await PairOfDevices.connected() }

  /// The device has seen a chain of `count` entries.
  func seen(_ count: Int) async throws {
    append(count)
    try await device.synchronize()
    #expect(try await device.status().audit?.size == Int64(count))
  }

  func append(_ count: Int) {
    hub.audit(of: pair.ada) { chain in
      let before = chain.commitments.count
      chain.append((0..<count).map { "entry \(before + $0)" })
    }
  }

  /// Synchronises an edit, which must arrive whatever is wrong with the chain.
  func passWithEdit(_ minutes: Int) async throws -> AuditStatus? {
    pair.pass()
    try await device.save("edit", minutes)
    try await device.synchronize()
    let status = try await device.status()
    #expect(status.waiting == 0 && status.failure == nil)
    #expect(hub.feed(of: pair.ada, .anchor).count == 1)
    return status.audit
  }

  func evidence() async throws -> [AuditEvidence] {
    let journal = device.store.journal
    return try await device.store.pool.read { (transaction) throws(JournalError) in
      try journal.auditEvidence(transaction)
    }
  }

  @Test func `a chain that goes on is checked, kept over a restart, and told to the Hub`()
    async throws
  {
    try await seen(3)
    append(4)
    try await device.synchronize()
    try device.relaunch()

    let status = try await device.status().audit

    #expect(status?.size == 7 && status?.alarm == nil && status?.evidence == 0)
    let said = hub.audit(of: pair.ada) { $0.testimonies }
    #expect(said.map(\.size) == [3, 7])
    #expect(said.last?.link == hub.auditCheckpoint(of: pair.ada)?.checkpoint.link)
  }

  @Test func `a chain that has not grown costs no request`() async throws {
    try await seen(3)
    let before = device.link.requests
    try await device.synchronize()
    let quiet = device.link.requests - before
    hub.audit(of: pair.ada) { $0.isHidden = true }
    let other = pair.second.link.requests
    try await pair.second.synchronize()

    #expect(pair.second.link.requests - other == quiet)
  }

  @Test func `a long chain is proved in pages`() async throws {
    try await seen(2)
    append(2_500)
    let before = device.link.requests
    try await device.synchronize()

    #expect(try await device.status().audit?.size == 2_502)
    #expect(device.link.requests - before < 10)
  }

  @Test func `an entry that was rewritten is a fork: it is kept and told, and data goes on`()
    async throws
  {
    try await seen(3)
    hub.audit(of: pair.ada) { chain in
      chain.commitments[1][0] ^= 1
      chain.append(["more"])
    }

    let status = try await passWithEdit(25)

    #expect(status?.alarm == .forked && status?.size == 3 && status?.evidence == 1)
    let kept = try #require(try await evidence().first)
    #expect(kept.offered == hub.auditCheckpoint(of: pair.ada)?.note)
    #expect(kept.kept.flatMap(SignedCheckpoint.init(note:))?.checkpoint.size == 3)
  }

  @Test func `another chain of the same size is a fork`() async throws {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.commitments[2][31] ^= 1 }

    #expect(try await passWithEdit(25)?.alarm == .forked)
  }

  @Test func `a chain that is shorter, with no restore, is told as such`() async throws {
    try await seen(5)
    hub.audit(of: pair.ada) { $0.commitments.removeLast(2) }

    #expect(try await passWithEdit(25)?.alarm == .shortened)
  }

  @Test func `a chain that another key has signed is told as such`() async throws {
    try await seen(3)
    let stranger = try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32)))
    hub.audit(of: pair.ada) { $0.signer = stranger }
    append(1)

    let status = try await passWithEdit(25)

    #expect(status?.alarm == .unsigned && status?.size == 3)
  }

  @Test func `the first chain that is seen must be signed as well`() async throws {
    let stranger = try #require(SigningKey(seed: [UInt8](repeating: 5, count: 32)))
    hub.audit(of: pair.ada) { $0.signer = stranger }
    append(1)

    let status = try await passWithEdit(25)

    #expect(status?.alarm == .unsigned && status?.size == 0)
  }

  @Test func `a chain that is no longer shown, or not proved, is withheld`() async throws {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.isHidden = true }
    #expect(try await passWithEdit(25)?.alarm == .withheld)

    hub.audit(of: pair.ada) { chain in
      chain.isHidden = false
      chain.leftOut = 1
    }
    append(2)
    #expect(try await passWithEdit(26)?.alarm == .withheld)
  }

  @Test func `an alarm is over once the chain fits again, and its evidence stays`() async throws {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.commitments[1][0] ^= 1 }
    _ = try await passWithEdit(25)
    hub.audit(of: pair.ada) { $0.commitments[1][0] ^= 1 }

    let same = try await passWithEdit(26)
    append(1)
    let longer = try await passWithEdit(27)

    #expect(same?.alarm == nil && same?.evidence == 1)
    #expect(longer?.size == 4 && longer?.alarm == nil && longer?.evidence == 1)
  }

  @Test func `the same evidence is kept once, and never more than its limit`() async throws {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.commitments[1][0] ^= 1 }
    for minutes in 1...3 { _ = try await passWithEdit(minutes) }
    #expect(try await evidence().count == 1)

    for minutes in 4...30 {
      append(1)
      _ = try await passWithEdit(minutes)
    }

    #expect(try await evidence().count == Journal.auditEvidenceMax)
  }

  @Test func `LOG-07: after a restore the person is told what is gone, and it goes on`()
    async throws
  {
    for count in [3, 2, 4] {
      append(count)
      try await device.synchronize()
    }
    hub.audit(of: pair.ada) { $0.restore(to: 6, epoch: Epoch(9)) }

    let restored = try await passWithEdit(25)
    append(5)
    let later = try await passWithEdit(26)

    #expect(restored?.alarm == nil && restored?.lost == 7...9 && restored?.size == 7)
    #expect(later?.alarm == nil && later?.size == 12 && later?.lost == 7...9)
  }

  @Test func `a restore that rewrites what was before it is a fork`() async throws {
    for count in [3, 2, 4] {
      append(count)
      try await device.synchronize()
    }
    hub.audit(of: pair.ada) { chain in
      chain.commitments[1][0] ^= 1
      chain.restore(to: 6, epoch: Epoch(9))
    }

    let status = try await passWithEdit(25)

    #expect(status?.alarm == .forked && status?.size == 9 && status?.lost == nil)
  }

  @Test func `a Hub that cannot be reached for the proof changes nothing, and a later one counts`()
    async throws
  {
    try await seen(3)
    append(2)
    device.link.always(.lostRequest, at: AuditPage.path)
    try await device.synchronize()
    #expect(try await device.status().audit?.size == 3)
    #expect(try await device.status().audit?.alarm == nil)

    device.link.always(nil, at: AuditPage.path)
    try await device.synchronize()

    #expect(try await device.status().audit?.size == 5)
  }

  @Test func `a fork is noticed before anything is sent, also where the pass then fails`()
    async throws
  {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.commitments[1] = SHA256.hash(Array("another".utf8)) }
    try await device.save("edit", 25)

    device.link.always(.lostRequest, at: "/v1/sync/pull")
    await #expect(throws: SyncError.self) { try await device.synchronize() }

    #expect(try await device.status().audit?.alarm == .forked)
    #expect(hub.feed(of: pair.ada, .anchor).isEmpty)
  }

  @Test func `an alarm that the person accepts is over, told, and its evidence stays`()
    async throws
  {
    try await seen(3)
    hub.audit(of: pair.ada) { $0.commitments[1] = SHA256.hash(Array("another".utf8)) }
    try await device.synchronize()
    let now = pair.clock.nowMilliseconds

    let isAccepted = try await device.inJournal { (journal, transaction) throws(JournalError) in
      try journal.acceptAudit(nowMilliseconds: now, transaction)
    }
    append(1)
    try await device.synchronize()
    try device.relaunch()

    let status = try await device.status().audit
    #expect(isAccepted && status?.alarm == nil && status?.size == 4)
    #expect(status?.acceptedAtMilliseconds == now)
    #expect(try await evidence().map(\.alarm) == [.forked])
  }

  @Test func `where nothing is wrong there is nothing to accept`() async throws {
    try await seen(3)

    let isAccepted = try await device.inJournal { (journal, transaction) throws(JournalError) in
      try journal.acceptAudit(nowMilliseconds: 1, transaction)
    }

    let status = try await device.status().audit
    #expect(!isAccepted && status?.size == 3 && status?.acceptedAtMilliseconds == nil)
  }
}
