import Foundation
import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxSQLite

@testable import HubStorageSQLite

/// LIFE-02: an account that is given up can be kept for 7 days; then nothing of it is left.
@Suite struct AccountDeletionTests {
  let hub: TestIdentity
  let owner: SignedIn
  let guest: SignedIn

  init() async throws {
    hub = try TestIdentity()
    owner = try await hub.makeOwner()
    guest = try await hub.makeGuest()
  }

  private var path: String { hub.folder.appendingPathComponent("hub.db").path }
  private var number: AccountNumber { guest.session.account.number }

  /// Each place where a row says whose it is: a table, and its column.
  private func places(_ database: Database) throws -> [(table: String, column: String)] {
    try database.read { (transaction) throws(SQLiteError) in
      try transaction.all(
        """
        SELECT DISTINCT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
        LEFT JOIN pragma_foreign_key_list(t.name) f
          ON f."from" = c.name AND f."table" = 'account'
        WHERE t.type = 'table' AND (c.name = 'account' OR f."from" IS NOT NULL
          OR t.name = 'account' AND c.name = 'number')
        """
      ) { ($0.text(0), $0.text(1)) }
    }
  }

  /// How many rows of each place are the account's.
  private func rows(of account: Int64) throws -> [String: Int64] {
    let database = try Database(path: path)
    var counts: [String: Int64] = [:]
    for place in try places(database) {
      let script = """
        CREATE TEMP TABLE IF NOT EXISTS counted(name TEXT PRIMARY KEY, rows INTEGER);
        INSERT OR REPLACE INTO counted SELECT '\(place.table).\(place.column)', count(*)
          FROM \(place.table) WHERE \(place.column) = \(account);
        """
      try database.execute(script: script)
    }
    try database.read { (transaction) throws(SQLiteError) in
      try transaction.forEach("SELECT name, rows FROM temp.counted") {
        (row) throws(SQLiteError) in
        counts[row.text(0)] = row.integer(1)
        return true
      }
    }
    return counts
  }

  /// Puts a row of the account into every table that lacks one.
  private func fill(_ account: Int64, seed: UInt8) throws {
    let hash = Hex.encode([UInt8](repeating: seed, count: 32))
    let id = String(hash.prefix(32))
    try Database(path: path).execute(
      script: """
        INSERT OR IGNORE INTO device_session(account, id, token, revoke, client, document, platform,
          name, created_ms, seen_ms, is_in_use) VALUES(\(account), x'\(id)', x'\(hash)', x'\(hash)',
          'anchor', x'\(id)', 'linux', 'Desk', 0, 0, 1);
        INSERT INTO sharing_grant VALUES(\(account), x'\(id)', 'summary.read:setline');
        INSERT INTO sealed_entry VALUES(\(account), 1, 0, 'Zmlyc3Q');
        INSERT INTO retired_token VALUES(x'\(hash)', \(account), x'\(id)', 0);
        INSERT INTO device_grant VALUES(x'\(hash)', 'CODE\(seed)', 'anchor', x'\(id)', x'\(hash)',
          'linux', 0, '', 0, 'approved', \(account), 'Desk');
        INSERT INTO document VALUES(x'\(id)', \(account), 'anchor', 0);
        INSERT INTO invitation VALUES(x'\(hash)', \(account), 0);
        INSERT INTO recovery_code VALUES(x'\(hash)', \(account));
        INSERT INTO recovery_link VALUES(\(account), x'\(hash)', 0);
        INSERT INTO code_generator VALUES(\(account), x'\(hash)', 1, 0, 0);
        INSERT INTO agent VALUES(\(account), x'\(id)', x'\(hash)', 'Agent', '', 0, 0);
        INSERT INTO passkey VALUES(x'\(hash)', \(account), 'Key', x'00', 0, 0, 0, 0, 0);
        INSERT INTO authorization_code VALUES(x'\(hash)', \(account), 'anchor', x'\(id)', x'\(hash)',
          'linux', '', 'Desk', 0, NULL);
        INSERT INTO web_session VALUES(\(account), x'\(id)', x'\(hash)', '', 0, 0, 0);
        INSERT INTO feed VALUES(\(account), 1500);
        INSERT INTO purge_horizon VALUES(\(account), 1, 3);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
        INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
          modified_ms, recorded_ms, origin, change, body)
          SELECT \(account), 1, i, 'r' || i, 1, 0, 1, 1, 1, x'\(id)', x'\(id)', x'7b7d' FROM n;
        INSERT INTO performed_action VALUES(\(account), x'\(id)', 1, 'startFocus');
        INSERT INTO asked_action(account, id, position, domain, name, parameters, proposer,
          proposed_ms, state, fence, lease_end_ms, not_before_ms, expires_ms, refs)
          VALUES(\(account), x'\(id)', 1, 1, 'startFocus', x'7b7d', x'00', 0, 'queued', 0, 0, 0, 0, '');
        INSERT OR IGNORE INTO audit_epoch VALUES(\(account), 7, 0);
        INSERT OR IGNORE INTO audit_checkpoint VALUES(\(account), 1, 0, 'note');
        INSERT INTO audit_witness VALUES(\(account), x'\(id)', 1, 0, 1);
        INSERT INTO security_event(account, at_ms, kind, network, times)
          VALUES(\(account), 0, 'signin.failed', '', 1);
        INSERT INTO mutation_key VALUES(\(account), x'\(id)', x'\(id)', 1, 1);
        """)
  }

  private func giveUp() async throws -> DeletionAnswer {
    try await hub.service.delete(typedName: "bob", by: guest.session, from: TestIdentity.home)
  }

  @Test
  func `after the last day no table has anything of the account but its last audit link`()
    async throws
  {
    let (gone, stays) = (number.value, owner.session.account.number.value)
    _ = try await giveUp()
    try fill(gone, seed: 7)
    try fill(stays, seed: 9)
    let (before, others) = (try rows(of: gone), try rows(of: stays))
    // A table that this test cannot fill is one that nobody looked at: fill it above.
    #expect(before.filter { $0.value == 0 }.keys.sorted() == ["audit_root.account"])
    #expect(before.count >= 17)

    hub.clock.advance(AccountDeletion.graceMilliseconds)
    try await hub.service.removeDeleted()

    // The last link of its audit chain, which says nothing, is all that stays.
    #expect(try rows(of: gone).filter { $0.value != 0 } == ["audit_root.account": 1])
    #expect(try rows(of: stays) == others)
  }

  @Test func `until then nothing is removed, and the account can be kept`() async throws {
    _ = try await giveUp()
    try fill(number.value, seed: 7)
    hub.clock.advance(AccountDeletion.graceMilliseconds - 1)
    try await hub.service.removeDeleted()

    let isKept = try await hub.service.keep(guest.session.account, from: TestIdentity.home)
    hub.clock.advance(10 * AccountDeletion.graceMilliseconds)
    try await hub.service.removeDeleted()

    #expect(isKept)
    #expect(try rows(of: number.value)["record.account"] == 1_500)
    #expect(try await hub.service.deletion(of: guest.session.account) == nil)
  }

  @Test func `an account whose days are over cannot be kept any more`() async throws {
    _ = try await giveUp()
    hub.clock.advance(AccountDeletion.graceMilliseconds)

    #expect(try await !hub.service.keep(guest.session.account, from: TestIdentity.home))
  }

  @Test func `browsers and apps are signed out at once, and asking again changes nothing`()
    async throws
  {
    let device = try await hub.connect(guest)

    guard case .begun(let first) = try await giveUp() else { throw Unexpected.answer }
    hub.clock.advance(1_000)
    let second = try await hub.desk.delete(guest.session.account)

    #expect(try await hub.service.webSession(cookie: guest.token.text) == nil)
    let used = try await hub.service.device(
      bearer: device.bearer.text, isUse: true, from: TestIdentity.home)
    #expect(used == .unknown)
    #expect(second == .begun(first))
  }

  @Test func `a name that is another one gives nothing up`() async throws {
    let answer = try await hub.service.delete(
      typedName: "Ada", by: guest.session, from: TestIdentity.home)

    #expect(answer == .otherName)
    #expect(try await hub.service.deletion(of: guest.session.account) == nil)
  }

  @Test func `it needs a fresh session`() async throws {
    hub.clock.advance(SessionLifetime.freshMilliseconds)

    #expect(try await giveUp() == .needsVerification)
  }

  @Test func `the owner goes last`() async throws {
    let answer = try await hub.service.delete(
      typedName: "Ada", by: owner.session, from: TestIdentity.home)

    #expect(answer == .othersRemain)
    #expect(try await hub.service.webSession(cookie: owner.token.text) != nil)
  }

  @Test func `a store of the account that is gone can be nobody else's`() async throws {
    let document = Identifier<Named.Document>.named("store")
    let device = try await hub.connect(guest, document: document)
    _ = try await hub.service.device(
      bearer: device.bearer.text, isUse: true, from: TestIdentity.home)
    _ = try await giveUp()
    hub.clock.advance(AccountDeletion.graceMilliseconds)
    try await hub.service.removeDeleted()
    let again = try await hub.signIn("Ada")

    let asked = try await hub.ask(document: document)

    #expect(try await hub.approve(asked, by: again) == .documentOwned)
  }

  @Test func `a document is removed of no account that was not given up`() async throws {
    try fill(number.value, seed: 7)

    #expect(throws: SQLiteError.self) {
      try Database(path: path).execute(script: "DELETE FROM document")
    }
  }
}
