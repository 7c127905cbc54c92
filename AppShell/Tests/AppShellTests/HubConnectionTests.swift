import AppShell
import AppShellTesting
import PersonalSyncKit
import Testing

@Suite struct HubConnectionTests {
  private let bench = Bench()

  @Test func `a person connects, approves, and what waited is at the Hub`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    try await SampleApp.save(2, minutes: 50, in: connection.store, on: bench)
    #expect(try await connection.standing().headline == "Not connected to a Hub")

    let ada = bench.hub.account("Ada")
    try await bench.signIn(connection, as: ada)
    #expect(try await connection.standing().headline == "Approval needed, 2 changes wait")
    let question = try #require(try await connection.approval().question)
    #expect((question.records, question.waiting) == (2, 2))
    #expect(question.account.name == "Ada")
    try await connection.approve(question)
    let outcome = try await connection.synchronize()

    #expect(outcome.report?.pushed == 2)
    #expect(bench.hub.feed(of: ada, .anchor).count == 2)
    #expect(try await connection.standing().headline == "Up to date")
  }

  @Test func `nothing is sent before the person approved`() async throws {
    let connection = try await SampleApp.connection(on: bench)
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    let ada = bench.hub.account("Ada")
    try await bench.signIn(connection, as: ada)

    let error = await #expect(throws: ConnectionError.self) { try await connection.synchronize() }

    #expect(error?.code == "ownership.approval_required")
    #expect(bench.hub.feed(of: ada, .anchor).isEmpty)
    #expect(try await connection.standing().status.waiting == 1)
  }

  @Test func `another account is refused in words that say what to do, and the queue stays`()
    async throws
  {
    let connection = try await connected()
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    try await SampleApp.save(2, minutes: 25, in: connection.store, on: bench)

    let error = await #expect(throws: ConnectionError.self) {
      try await bench.signIn(connection, as: bench.hub.account("Bob"))
    }

    let trouble = await connection.trouble(try #require(error))
    #expect(trouble.kind == .personNeeded)
    #expect(trouble.what == "This store belongs to another account, for ever.")
    #expect(trouble.remedy.contains("--data DIR"))
    #expect(trouble.remedy.hasSuffix("Your 2 waiting changes are safe."))
    #expect(try await connection.standing().status.waiting == 2)
    #expect(try await connection.standing().status.account?.name == "Ada")
  }

  @Test func `offline is said with its beginning, until a pass goes through`() async throws {
    let connection = try await connected()
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    bench.setOffline(true)
    for _ in 0..<3 {
      await #expect(throws: ConnectionError.self) { try await connection.synchronize() }
      bench.clock.advance(milliseconds: 600_000)
    }
    let offline = try await connection.standing()
    bench.setOffline(false)
    _ = try await connection.synchronize()

    #expect(offline.headline == "Offline since 09:00, 1 change waits")
    #expect(try await connection.standing().headline == "Up to date")
  }

  @Test func `S10 an old success is told with its age, whoever has stopped synchronising`()
    async throws
  {
    let connection = try await connected()
    _ = try await connection.synchronize()

    bench.clock.advance(milliseconds: 2 * 3_600_000)

    #expect(try await connection.standing().headline == "Up to date, as of 09:00")
  }

  @Test func `after signing out the store keeps its owner and its records`() async throws {
    let connection = try await connected()
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)

    try await connection.signOut()

    let standing = try await connection.standing()
    #expect(standing.status.state == .signedOut)
    #expect(standing.headline == "Sign in again, 1 change waits")
    #expect(try await SampleApp.minutes(1, in: connection.store) == 25)
    #expect(try await connection.synchronize() == .signedOut)
  }

  @Test func `days are counted by the account's zone after the first pass, and after signing out`()
    async throws
  {
    let bench = Bench(zone: "Asia/Tokyo")
    let connection = try await SampleApp.connection(on: bench)
    #expect(try await zone(of: connection) == "Asia/Tokyo")
    try await bench.connect(
      connection, as: bench.hub.account("Ada", timeZone: "America/New_York"))

    _ = try await connection.synchronize()
    try await connection.signOut()

    #expect(try await zone(of: connection) == "America/New_York")
  }

  @Test func `a session that the Hub has ended asks the person to sign in`() async throws {
    let connection = try await connected()
    try await SampleApp.save(1, minutes: 25, in: connection.store, on: bench)
    bench.hub.endSessions(of: bench.hub.account("Ada"))

    #expect(try await connection.synchronize() == .signedOut)
    #expect(try await connection.standing().headline == "Sign in again, 1 change waits")
  }

  @Test(arguments: [
    ("hub.example.org", "http_origin.malformed"), ("ftp://hub", "http_origin.scheme_not_supported"),
    ("https://hub/x", "http_origin.path_not_allowed"),
    ("http://hub.example.org", "http_origin.plain_http_not_allowed"),
  ])
  func `an address that is none is refused by name`(text: String, code: String) async throws {
    let connection = try await SampleApp.connection(on: bench)

    let error = #expect(throws: ConnectionError.self) { try connection.origin(text) }

    #expect(error?.code == code)
  }

  // MARK: - Steps

  private func connected() async throws -> HubConnection {
    let connection = try await SampleApp.connection(on: bench)
    try await bench.connect(connection, as: bench.hub.account("Ada"))
    return connection
  }

  private func zone(of connection: HubConnection) async throws -> String {
    let store = connection.store
    return try await store.database.read { (transaction) throws(StoreError) in
      try store.zone(transaction).name
    }
  }
}

extension Approval {
  fileprivate var question: ApprovalQuestion? {
    guard case .asked(let question) = self else { return nil }
    return question
  }
}

extension SyncOutcome {
  fileprivate var report: PassReport? {
    guard case .completed(let report) = self else { return nil }
    return report
  }
}
