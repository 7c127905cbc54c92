import HubContracts
import HubCore
import HubTesting
import Testing
import ToolboxSQLite

@testable import HubStorageSQLite

/// The second wall behind the service: what the tables themselves refuse.
@Suite struct IdentitySchemaTests {
  let hub: TestIdentity

  init() throws { hub = try TestIdentity() }

  func open() throws -> Database {
    try Database(path: hub.folder.appendingPathComponent("hub.db").path)
  }

  @Test(arguments: [
    "UPDATE document SET account = 2", "UPDATE OR REPLACE document SET account = 2",
    "DELETE FROM document", "INSERT OR REPLACE INTO document SELECT id, 2, client, 0 FROM document",
    "REPLACE INTO document SELECT id, 2, client, 0 FROM document",
    "INSERT INTO document SELECT id, 2, client, 0 FROM document WHERE true "
      + "ON CONFLICT(id) DO UPDATE SET account = excluded.account",
  ])
  func `KIT-14: a document never changes hands, whatever is tried`(sql: String) async throws {
    let owner = try await hub.makeOwner()
    _ = try await hub.makeGuest()
    let signIn = try await hub.connect(owner)
    _ = try await hub.service.device(bearer: signIn.bearer.text, isUse: true)
    let database = try open()

    #expect(throws: SQLiteError.self) { try database.execute(script: sql) }

    let holder = try database.read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT account FROM document") { $0.integer(0) }
    }
    #expect(holder == owner.session.account.number.value)
  }

  @Test func `a database of step 1 opens with its account, and everything new is there`()
    async throws
  {
    let path = hub.folder.appendingPathComponent("old.db").path
    let first = Schema(
      component: identitySchema.component, steps: Array(identitySchema.steps.prefix(1)))
    let old = try Database(path: path)
    try first.migrate(old)
    try old.execute(
      script: """
        INSERT INTO account(id, name, name_key, time_zone, password, is_owner, created_ms)
        VALUES(zeroblob(16), 'Ada', 'ada', 'UTC', x'00', 1, 5);
        """)

    let opened = try HubDatabase.open(path: path)

    let accounts = try await opened.accounts()
    #expect(accounts.map(\.account.name) == ["Ada"] && accounts.allSatisfy { !$0.isDisabled })
    #expect(try await opened.openInvitations(at: 0).isEmpty)
  }

  @Test(arguments: ["web_session", "device_session"])
  func `a disabled account gets no session, whatever the order of things`(table: String)
    async throws
  {
    let owner = try await hub.makeOwner()
    _ = try await hub.connect(owner)
    let database = try open()
    try database.execute(script: "UPDATE account SET disabled_ms = 1")

    #expect(throws: SQLiteError.self) {
      try database.execute(
        script: "INSERT OR REPLACE INTO \(table) SELECT * FROM \(table)")
    }
  }

  @Test func `a Hub has one owner`() async throws {
    _ = try await hub.makeOwner()
    _ = try await hub.makeGuest()
    let database = try open()

    #expect(throws: SQLiteError.self) {
      try database.execute(script: "UPDATE account SET is_owner = 1")
    }
  }

  @Test func `a session of an account that is not there cannot be stored`() throws {
    let database = try open()

    #expect(throws: SQLiteError.self) {
      try database.execute(
        script: """
          INSERT INTO web_session VALUES(9, zeroblob(16), zeroblob(32), 'unknown', 0, 0, 0)
          """)
    }
  }

  @Test func `a value that the Hub never wrote is told as damage`() async throws {
    let owner = try await hub.makeOwner()
    let signIn = try await hub.connect(owner)
    try open().execute(script: "UPDATE device_session SET platform = 'toaster'")

    await #expect {
      try await hub.database.deviceSession(signIn.bearer.hash)
    } throws: { error in
      guard case .damaged = error as? StorageError else { return false }
      return true
    }
  }

  @Test func `a full disk is told as such, what was there stays, and space mends it`() async throws
  {
    let owner = try await hub.makeOwner()
    try await limitPages(to: 1)
    var kept = 1
    var failure: (any Error)?
    while failure == nil, kept < 1_000 {
      do {
        try await insertSession(of: owner.session.account)
        kept += 1
      } catch { failure = error }
    }

    #expect(failure as? StorageError == .full)
    #expect(try await hub.service.webSession(cookie: owner.token.text) == owner.session)
    try await limitPages(to: 10_000)
    try await insertSession(of: owner.session.account)
    let count = try open().read { (transaction) throws(SQLiteError) in
      try transaction.first("SELECT count(*) FROM web_session") { $0.integer(0) }
    }
    #expect(count == Int64(kept) + 1)
  }

  func insertSession(of account: Account) async throws {
    let session = NewWebSession(
      id: try hub.identifier(), token: SecretToken(.web, random: hub.random).hash,
      network: "unknown", signedInAtMilliseconds: 0, freshUntilMilliseconds: 0)
    let stored = try #require(try await hub.database.password(of: account.number))
    _ = try await hub.database.signIn(
      NewSignIn(
        session: session, account: account.number, replaced: nil,
        credential: .password(sealed: stored.sealed, nil),
        event: SecurityEvent(.signedIn, atMilliseconds: 0, network: "unknown")),
      countMax: 1_000)
  }

  /// A limit below what is used stands for a disk that has just become full.
  func limitPages(to count: Int) async throws {
    let script = "PRAGMA max_page_count=\(count)"
    try await hub.database.pool.write { (transaction) throws(SQLiteError) in
      try transaction.execute(script: script)
    }
  }
}
