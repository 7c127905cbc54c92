import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks
import ToolboxSQLite

@testable import PersonalSyncKit

/// O5: somebody else signs in, or everybody out, at each point at which a pass waits.
@Suite struct SessionChangeTests {
  enum Change: CaseIterable { case otherAccount, signedOut }

  /// The points of one pass, counted; at one of them something happens.
  final class Points: Sendable {
    private let count = Locked(0)
    private let changed = Locked(false)
    private let target: Int?
    private let change: @Sendable () async throws -> Void

    init(at target: Int?, _ change: @escaping @Sendable () async throws -> Void) {
      self.target = target
      self.change = change
    }

    var passed: Int { count.withLock { $0 } }
    var isChanged: Bool { changed.withLock { $0 } }

    func pass() async {
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      guard index == target else { return }
      do { try await change() } catch { Issue.record("the change itself: \(error)") }
      changed.withLock { $0 = true }
    }
  }

  /// Notes who was asked for what, before and after the change.
  final class Witness: HTTPClient {
    private let hub: FakeHub
    private let points: Points
    private let bearers = Locked<[String]>([])
    private let late = Locked(0)

    init(_ hub: FakeHub, _ points: Points) {
      self.hub = hub
      self.points = points
    }

    var seenBearers: Set<String> { bearers.withLock { Set($0) } }
    /// Requests that began after the session had changed.
    var lateRequests: Int { late.withLock { $0 } }

    func send(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      if points.isChanged { late.withLock { $0 += 1 } }
      await points.pass()
      if let bearer = request.headers["Authorization"] { bearers.withLock { $0.append(bearer) } }
      let response = hub.respond(to: request, at: origin)
      await points.pass()
      return response
    }

    func stream(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      try await send(request, to: origin)
    }
  }

  /// A device of Ada's with two pushes to send, two slices to receive and one conflict.
  private func busyPair(_ form: JournalForm) async throws -> PairOfDevices {
    let pair = try await PairOfDevices.connected(form)
    try await pair.second.saveMany(70)
    try await pair.second.synchronize()
    pair.pass()
    try await pair.first.save("n1", 500)
    let (journal, now) = (pair.first.store.journal, pair.clock.nowMilliseconds)
    try await pair.first.store.pool.write { (transaction) throws(JournalError) in
      for index in 0..<101 {
        try journal.enqueue(
          NoteStore.change(.named("own \(index)"), 1), nowMilliseconds: now, in: transaction)
      }
    }
    return pair
  }

  /// What is in the journal and in the app.
  private struct Picture: Equatable {
    var notes: Set<NoteStore.Note>
    var cursor: Int64
    var waiting: Int
  }

  private func picture(_ device: TestDevice) async throws -> Picture {
    Picture(
      notes: try await device.store.notes(), cursor: try await device.cursor(),
      waiting: try await device.runtime.pendingMutationCount())
  }

  /// Makes the session another's behind the running pass's back, as another process might.
  private func replace(
    _ change: Change, on device: TestDevice, bob: FakeHub.Account, bearer: FakeHub.Session
  ) async throws {
    try await device.store.pool.write { (transaction) throws(SQLiteError) in
      switch change {
      case .signedOut:
        try transaction.run(
          "UPDATE sync_session SET generation = generation + 1, origin = NULL")
      case .otherAccount:
        try transaction.run(
          "UPDATE sync_session SET generation = generation + 1, account = ?, session = ?",
          .blob(bob.id.bytes), .blob(bearer.id.bytes))
      }
    }
    guard change == .otherAccount else { return }
    try device.tokens.update { secrets in
      secrets.sessions.append(
        SessionSecrets(
          session: bearer.id, bearer: bearer.bearer, revokeHandle: bearer.revokeHandle,
          origin: TestDevice.origin, generation: 1, bearerSinceMilliseconds: 0))
    }
  }

  /// Runs one pass of the first device; the app's save counts as two points.
  private func pass(
    _ pair: PairOfDevices, _ points: Points, _ witness: Witness
  ) async throws(SyncError) {
    let device = pair.first
    let grant: PersonalSyncAccount?
    do throws(IdentityError) { grant = try await device.identity.currentAccount() } catch {
      throw SyncError(error)
    }
    let identity = PersonalIdentityClient(
      client: "anchor", journal: device.store.journal, store: device.store.pool,
      tokens: device.tokens, http: witness, clock: pair.clock, random: pair.dice)
    if let store = device.store as? DetachedNoteStore {
      var runtime = DetachedSyncRuntime(
        domain: .anchor, journal: store.detached, identity: identity, http: witness,
        clock: pair.clock, random: pair.dice)
      runtime.runner.interlude = { await points.pass() }
      _ = try await runtime.synchronize(account: grant) { batch in
        await points.pass()
        try await store.apply(batch)
        await points.pass()
      }
    } else {
      var runtime = PersonalSyncRuntime(
        domain: .anchor, journal: device.store.journal, store: device.store.pool,
        identity: identity, http: witness, lockPath: device.folder + "/sync.lock",
        clock: pair.clock, random: pair.dice)
      runtime.runner.interlude = { await points.pass() }
      _ = try await runtime.synchronize(account: grant) { try NoteStore.apply($0, $1) }
    }
  }

  @Test(arguments: JournalForm.allCases, Change.allCases)
  func `O5 a change of session at any await ends the pass, and nothing crosses accounts`(
    form: JournalForm, change: Change
  ) async throws {
    let whole = try await busyPair(form)
    let points = Points(at: nil) {}
    try await pass(whole, points, Witness(whole.hub, points))
    #expect(points.passed > 20)

    for point in 0..<points.passed {
      let pair = try await busyPair(form)
      let bearer = pair.hub.signIn(
        pair.bob, client: "anchor", document: pair.first.store.journal.document)
      let before = Locked<Picture?>(nil)
      let points = Points(at: point) {
        try await replace(change, on: pair.first, bob: pair.bob, bearer: bearer)
        let now = try await picture(pair.first)
        before.withLock { $0 = now }
      }
      let witness = Witness(pair.hub, points)

      let error = await #expect(throws: SyncError.self, "point \(point)") {
        try await pass(pair, points, witness)
      }

      #expect(error?.code == "sync.session_changed", "point \(point)")
      #expect(witness.lateRequests == 0, "point \(point)")
      #expect(!witness.seenBearers.contains("Bearer " + bearer.bearer), "point \(point)")
      #expect(pair.hub.feed(of: pair.bob, .anchor).isEmpty, "point \(point)")
      var after = try await picture(pair.first)
      // What the app was saving at that moment is Ada's, in Ada's store; it is not noted as saved.
      if form == .detached { after.notes = before.withLock { $0?.notes } ?? [] }
      #expect(after == before.withLock { $0 }, "point \(point)")
    }
  }

  @Test(arguments: JournalForm.allCases)
  func `O5 after a change of session at any await the owner goes on and loses nothing`(
    form: JournalForm
  ) async throws {
    let whole = try await busyPair(form)
    let points = Points(at: nil) {}
    try await pass(whole, points, Witness(whole.hub, points))

    for point in 0..<points.passed {
      let pair = try await busyPair(form)
      let points = Points(at: point) { _ = try await pair.first.signIn(to: pair.hub, as: pair.ada) }
      await #expect(throws: SyncError.self, "point \(point)") {
        try await pass(pair, points, Witness(pair.hub, points))
      }

      try await pair.settle()

      #expect(try await pair.first.runtime.pendingMutationCount() == 0, "point \(point)")
      #expect(try await pair.first.minutes("n1") == 500, "point \(point)")
      #expect(try await pair.second.minutes("n1") == 500, "point \(point)")
      #expect(pair.hub.feed(of: pair.ada, .anchor).count == 171, "point \(point)")
    }
  }
}
