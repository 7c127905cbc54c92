import Foundation
import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

/// Checkpoints, retention, restores and verifying, on a Hub's own database.
@Suite struct AuditServiceTests {
  let hub: TestIdentity
  let audit: AuditService

  init() throws {
    hub = try TestIdentity()
    audit = AuditService(
      storage: hub.database, identity: hub.service.identity, clock: hub.clock)
  }

  /// Ada, with a chain of three entries.
  func ada() async throws -> Account {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)
    _ = try await hub.connect(owner)
    return owner.session.account
  }

  func checkpoint(of account: Account) async throws -> SignedCheckpoint {
    guard let signed = try await audit.checkpoint(of: account.number, named: account.id) else {
      throw Unexpected.answer
    }
    return signed
  }

  func report(of account: Account, against others: [SignedCheckpoint] = []) async throws
    -> AuditReport
  {
    try await audit.verify(account.number, named: account.id, against: others)
  }

  /// Somebody who may write the file, and takes the tables' own locks off first.
  func tamper(_ sql: String) throws {
    let database = try Database(path: hub.folder.appendingPathComponent("hub.db").path)
    try database.execute(
      script: """
        DROP TRIGGER IF EXISTS audit_entry_stays; DROP TRIGGER IF EXISTS audit_entry_kept;
        DROP TRIGGER IF EXISTS audit_entry_once; \(sql);
        """)
  }

  @Test func `LOG-05: a checkpoint is signed, and made at most once in a minute`() async throws {
    let account = try await ada()
    let first = try await checkpoint(of: account)
    _ = try await hub.signIn()

    let soon = try await checkpoint(of: account)
    hub.clock.advance(AuditService.checkpointMilliseconds)
    let later = try await checkpoint(of: account)

    #expect(audit.isOurs(first, of: account.id) && first.checkpoint.size == 3)
    #expect(soon == first && later.checkpoint.size == 4)
    let entries = try await audit.commitments(after: 3, upTo: 4, of: account.number)
    #expect(entries.count == 1)
    #expect(
      later.checkpoint.link
        == AuditLink.link(after: first.checkpoint.link, number: 4, commitment: entries[0]))
  }

  @Test func `a checkpoint of another account, or with a bit changed, is not the Hub's`()
    async throws
  {
    let account = try await ada()
    let guest = try await hub.makeGuest()
    let signed = try await checkpoint(of: account)

    #expect(!audit.isOurs(signed, of: guest.session.account.id))
    for place in signed.signature.indices {
      var signature = signed.signature
      signature[place] ^= 1
      let forged = SignedCheckpoint(
        signed.checkpoint, keyHint: signed.keyHint, signature: signature)
      #expect(!audit.isOurs(forged, of: account.id))
    }
    let longer = AuditCheckpoint(
      hub: signed.checkpoint.hub, account: account.id, size: 9, link: signed.checkpoint.link,
      epochs: signed.checkpoint.epochs)
    #expect(
      !audit.isOurs(
        SignedCheckpoint(longer, keyHint: signed.keyHint, signature: signed.signature),
        of: account.id))
  }

  @Test func `LOG-03: what is due is erased, and the chain still verifies`() async throws {
    let account = try await ada()
    let before = try await checkpoint(of: account)
    hub.clock.advance(400 * Milliseconds.day)

    try await audit.eraseDue()

    let report = try await report(of: account, against: [before])
    #expect(report.verdict == .intact && report.size == 3 && report.erased == 3)
    #expect(try await hub.database.auditEvents(of: account.number, countMax: 9).isEmpty)
    #expect(try await hub.service.securityEvents(of: account).isEmpty)
  }

  @Test func `a day before it is due nothing is erased`() async throws {
    let account = try await ada()
    hub.clock.advance(399 * Milliseconds.day)

    try await audit.eraseDue()

    #expect(try await report(of: account).erased == 0)
  }

  @Test(arguments: [
    ("UPDATE audit_entry SET commitment = zeroblob(32) WHERE number = 2", .altered),
    ("UPDATE audit_entry SET link = zeroblob(32) WHERE number = 3", .altered),
    ("UPDATE audit_content SET content = x'7B7D' WHERE number = 1", .altered),
    ("UPDATE audit_content SET salt = zeroblob(32) WHERE number = 1", .altered),
    ("UPDATE audit_head SET size = 2", .altered),
    ("UPDATE audit_head SET link = zeroblob(32)", .altered),
    ("DELETE FROM audit_head", .altered), ("DELETE FROM audit_content WHERE number = 2", .missing),
    ("DELETE FROM audit_entry WHERE number = 2", .missing),
    ("DELETE FROM audit_entry WHERE number = 3", .missing), ("DELETE FROM audit_entry", .missing),
    (
      """
      DELETE FROM audit_entry WHERE number > 1; DELETE FROM audit_content WHERE number > 1;
      UPDATE audit_head SET size = 1, link = (SELECT link FROM audit_entry)
      """, AuditReport.Verdict.missing
    ),
  ])
  func `what somebody does to the file is named`(sql: String, verdict: AuditReport.Verdict)
    async throws
  {
    let account = try await ada()
    _ = try await checkpoint(of: account)
    #expect(try await report(of: account).verdict == .intact)

    try tamper(sql)

    #expect(try await report(of: account).verdict == verdict)
  }

  @Test(arguments: [
    "UPDATE audit_checkpoint SET note = replace(note, 'A', 'B')",
    "UPDATE audit_checkpoint SET note = ''", "UPDATE audit_checkpoint SET size = 2",
  ])
  func `a kept checkpoint that somebody changes is named, and vouches for nothing`(sql: String)
    async throws
  {
    let account = try await ada()
    let signed = try await checkpoint(of: account)
    #expect(try await report(of: account).signed == 3)

    try tamper(sql)

    let report = try await report(of: account, against: [signed])
    #expect(report.verdict == .altered && report.findings == [.checkpointAltered])
    #expect(report.signed == 0)
    #expect(try await audit.checkpoint(of: account.number, named: account.id) == nil)
  }

  @Test func `a content that somebody calls erased is missing while an older one stands`()
    async throws
  {
    let account = try await ada()

    try tamper(
      """
      DELETE FROM audit_content WHERE number = 2;
      UPDATE audit_entry SET is_erased = 1 WHERE number = 2
      """)

    let report = try await report(of: account)
    #expect(report.verdict == .missing && report.findings == [.contentMissing(2)])
    #expect(report.erased == 0)
  }

  @Test func `a chain that was rewritten before the last checkpoint is not signed again`()
    async throws
  {
    let account = try await ada()
    _ = try await checkpoint(of: account)
    #expect(try await audit.overview(of: account, eventCountMax: 1).goesOnFromSigned)

    try tamper(
      """
      DELETE FROM audit_entry WHERE number = 3; DELETE FROM audit_content WHERE number = 3;
      UPDATE audit_head SET size = 2, link = (SELECT link FROM audit_entry WHERE number = 2)
      """)
    _ = try await hub.signIn()
    hub.clock.advance(AuditService.checkpointMilliseconds)

    #expect(try await audit.checkpoint(of: account.number, named: account.id) == nil)
    #expect(try await !audit.overview(of: account, eventCountMax: 1).goesOnFromSigned)
    #expect(try await report(of: account).verdict == .forked)
  }

  @Test func `two chains from one file are a fork, each by the other's checkpoint`() async throws {
    let account = try await ada()
    let copy = hub.folder.appendingPathComponent("copy.db").path
    try Database(path: hub.folder.appendingPathComponent("hub.db").path)
      .execute(script: "VACUUM INTO '\(copy)'")
    let other = AuditService(
      storage: try HubDatabase.open(path: copy), identity: hub.service.identity, clock: hub.clock)
    try await HubDatabase.open(path: copy).note(
      SecurityEvent(.signedIn, atMilliseconds: 1, network: "unknown"), of: account.number)
    _ = try await hub.signIn()

    let seen = try await checkpoint(of: account)

    let report = try await other.verify(account.number, named: account.id, against: [seen])
    #expect(report.verdict == .forked && report.findings == [.forked(4)])
  }

  @Test func `LOG-07: a restore says in the chain what it left, and is no fork`() async throws {
    let account = try await ada()
    let copy = hub.folder.appendingPathComponent("copy.db").path
    try Database(path: hub.folder.appendingPathComponent("hub.db").path)
      .execute(script: "VACUUM INTO '\(copy)'")
    for _ in 0..<3 { _ = try await hub.signIn() }
    let seen = try await checkpoint(of: account)

    let epoch = try await HubDatabase.beginNewEpoch(
      path: copy, nowMilliseconds: hub.clock.nowMilliseconds)

    let restored = try HubDatabase.open(path: copy)
    let service = AuditService(
      storage: restored, identity: hub.service.identity, clock: hub.clock)
    let signed = try #require(
      try await service.checkpoint(of: account.number, named: account.id))
    #expect(
      signed.checkpoint.epochs.all
        == [AuditEpoch(Epoch(1), from: 0), AuditEpoch(epoch, from: 3)])
    let newest = try await restored.auditEvents(of: account.number, countMax: 1)
    #expect(
      newest == [
        .keeping(
          KeepingEvent(.restored, atMilliseconds: hub.clock.nowMilliseconds, epoch: epoch))
      ])
    let report = try await service.verify(account.number, named: account.id, against: [seen])
    #expect(report.verdict == .intact && report.lostByRestore == 4...6)
  }

  @Test func `a device's word is kept, and compared with the chain`() async throws {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    let device = try await hub.connect(owner).session
    let signed = try await checkpoint(of: account).checkpoint
    try await audit.note(
      size: signed.size, link: signed.link, by: device.id, of: account.number)
    #expect(try await hub.database.auditWitnesses(of: account.number).map(\.agrees) == [true])

    try await audit.note(size: 1, link: signed.link, by: device.id, of: account.number)

    let witness = try await hub.database.auditWitnesses(of: account.number)
    #expect(witness.map(\.agrees) == [false] && witness.map(\.deviceName) == ["Desk"])
    _ = try await hub.service.revokeDevice(
      device.id, of: account.number, from: TestIdentity.home)
    #expect(try await hub.database.auditWitnesses(of: account.number).isEmpty)
  }

  @Test func `of an account that is deleted its last link stays, and nothing else`() async throws {
    let account = try await ada()
    let head = try await hub.database.auditStanding(of: account.number).head

    try await hub.database.write { (transaction) throws(SQLiteError) in
      try AuditTable(account: account.number).close(at: 5, transaction)
    }

    #expect(try await hub.database.auditStanding(of: account.number).head == nil)
    let database = try Database(path: hub.folder.appendingPathComponent("hub.db").path)
    let root = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT link FROM audit_root") { $0.blob(0) }
    }
    #expect(root == head?.link)
    let left = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT (SELECT count(*) FROM audit_entry) + (SELECT count(*) FROM audit_content)"
      ) { $0.integer(0) }
    }
    #expect(left == 0)
  }
}
