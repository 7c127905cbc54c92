import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

/// LOG-01: what happens to an account is added to its chain in the transaction in which it happens.
@Suite struct AuditAppendTests {
  let hub: TestIdentity

  init() throws { hub = try TestIdentity() }

  struct Row: Equatable {
    var number: Int64
    var commitment: [UInt8]
    var link: [UInt8]
    var salt: [UInt8]
    var content: [UInt8]
  }

  func rows(of account: AccountNumber) throws -> [Row] {
    let database = try Database(path: hub.folder.appendingPathComponent("hub.db").path)
    return try database.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        """
        SELECT e.number, e.commitment, e.link, c.salt, c.content
        FROM audit_entry e JOIN audit_content c ON c.account = e.account AND c.number = e.number
        WHERE e.account = ? ORDER BY e.number
        """, .integer(account.value)
      ) {
        Row(
          number: $0.integer(0), commitment: $0.blob(1), link: $0.blob(2), salt: $0.blob(3),
          content: $0.blob(4))
      }
    }
  }

  @Test func `each entry commits to its event, and each link to all before it`() async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)

    let rows = try rows(of: owner.session.account.number)

    #expect(rows.map(\.number) == [1, 2])
    var link = AuditChain.start
    for row in rows {
      #expect(row.commitment == AuditLink.commitment(salt: row.salt, content: row.content))
      link = AuditLink.link(after: link, number: row.number, commitment: row.commitment)
      #expect(row.link == link)
    }
    #expect(rows[0].salt != rows[1].salt)
    #expect(
      rows.map { AuditEvent(json: $0.content)?.securityEvent?.kind }
        == [.ownerCreated, .deviceApproved])
  }

  @Test func `a change that is not made adds nothing`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let device = try await hub.connect(owner)
    let before = try rows(of: guest.session.account.number)

    let isEnded = try await hub.service.revokeDevice(
      device.session.id, of: guest.session.account.number, from: TestIdentity.home)

    #expect(!isEnded)
    #expect(try rows(of: guest.session.account.number) == before)
  }

  @Test func `what a stranger tries is in the chain once in an hour`() async throws {
    let owner = try await hub.makeOwner()
    let number = owner.session.account.number
    for peer in ["198.51.100.9", "203.0.113.4", "192.0.2.1"] {
      _ = try await hub.service.signIn(
        name: "Ada", with: .init(password: "wrong"), replacing: nil,
        from: NetworkPrefix(peer: peer))
    }
    #expect(try rows(of: number).count == 2)

    hub.clock.advance(Milliseconds.hour)
    _ = try await hub.service.signIn(
      name: "Ada", with: .init(password: "wrong"), replacing: nil, from: TestIdentity.home)

    #expect(try rows(of: number).count == 3)
    #expect(try await hub.service.securityEvents(of: owner.session.account).count == 5)
  }

  @Test(arguments: [
    "UPDATE audit_entry SET commitment = zeroblob(32)",
    "UPDATE audit_entry SET link = zeroblob(32)",
    "UPDATE audit_entry SET number = number + 5", "DELETE FROM audit_entry",
    "INSERT OR REPLACE INTO audit_entry SELECT account, number, zeroblob(32), link, 0 FROM audit_entry",
  ])
  func `the tables refuse what would change an entry`(sql: String) async throws {
    let owner = try await hub.makeOwner()
    let before = try rows(of: owner.session.account.number)
    let database = try Database(path: hub.folder.appendingPathComponent("hub.db").path)

    #expect(throws: SQLiteError.self) { try database.execute(script: sql) }

    #expect(try rows(of: owner.session.account.number) == before)
  }

  @Test func `the list of an older Hub becomes the beginning of the chains`() async throws {
    let path = hub.folder.appendingPathComponent("old.db").path
    let old = try Database(path: path)
    try identitySchema.migrate(old)
    try old.execute(
      script: """
        INSERT INTO account(number, id, name, name_key, time_zone, password, is_owner, created_ms)
        VALUES(1, zeroblob(16), 'Ada', 'ada', 'UTC', x'00', 1, 5);
        INSERT INTO security_event(account, at_ms, kind, network, method, client, times)
        VALUES(1, 5, 'owner.created', 'unknown', 'setup_link', NULL, 1),
          (1, 6, 'signin.failed', 'unknown', 'password', NULL, 7),
          (1, 7, 'device.approved', 'unknown', NULL, 'anchor', 1),
          (NULL, 8, 'signin.failed', 'unknown', 'password', NULL, 2);
        """)

    for _ in 0..<2 { _ = try HubDatabase.open(path: path) }

    let opened = try HubDatabase.open(path: path)
    let events = try await opened.securityEvents(of: AccountNumber(1), countMax: 9)
    #expect(events.map(\.kind) == [.deviceApproved, .signInFailed, .ownerCreated])
    #expect(events.map(\.times) == [1, 7, 1])
    let head = try await opened.read { (transaction) throws(SQLiteError) in
      try AuditTable(account: AccountNumber(1)).head(transaction)
    }
    #expect(head?.size == 2)
  }
}
