import HubContracts
import HubTesting
import Testing

@testable import HubCore

/// What Today says, and what it must not pretend to know.
@Suite struct TodayServiceTests {
  let hub: TestIdentity
  let service: TodayService
  /// The clock of the tests stands at 2027-01-15T08:00Z, which is 09:00 here.
  let today: Day

  init() throws {
    hub = try TestIdentity()
    service = TodayService(storage: hub.database, clock: hub.clock) { zone, _ in
      zone == "Europe/Berlin" ? 60 : 0
    }
    today = try #require(Day("2027-01-15"))
  }

  func anchor(_ owner: SignedIn, devices: [DeviceSession] = []) async throws -> AppDay {
    let day = try await service.today(of: owner.session.account, devices: devices)
    return try #require(day.apps.first { $0.product.name == "anchor" })
  }

  func minute(_ text: String) throws -> Minute { try #require(Minute(text)) }

  // MARK: - Summaries

  @Test func `an app's word about today is shown as it was sent`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [hub.summary(today, focusedMinutes: 125, sessions: 3, streak: 12)],
      of: owner.session.account.number)

    let app = try await anchor(owner)

    guard case .today(let summary) = app.state, case .anchor(let figures) = summary.figures else {
      Issue.record("today's summary is not there")
      return
    }
    #expect(figures.focusedMinutes == 125 && figures.sessions == 3 && figures.streak == 12)
    #expect(summary.recordedAtMilliseconds == hub.clock.nowMilliseconds)
  }

  @Test func `records alone make no summary: the Hub computes none`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [
        hub.focusSession(
          from: try minute("2027-01-15T07:00:00Z"), to: try minute("2027-01-15T07:30:00Z"),
          focusedMinutes: 30)
      ], of: owner.session.account.number)
    _ = try await hub.connect(owner)
    let devices = try await hub.service.deviceSessions(of: owner.session.account.number)

    let app = try await anchor(owner, devices: devices)

    #expect(app.state == .nothingYet)
    #expect(app.week.allSatisfy { $0.summary == nil })
  }

  @Test func `an app that no device has is not connected, whatever it is`() async throws {
    let day = try await service.today(of: try await hub.makeOwner().session.account, devices: [])

    #expect(day.apps.map(\.product.name) == TodayService.dashboard.map(\.name))
    #expect(day.apps.allSatisfy { $0.state == .notConnected })
    #expect(TodayService.dashboard.allSatisfy { $0.status == .active })
  }

  @Test func `yesterday's word is no word about today`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [hub.summary(today.adding(-1), focusedMinutes: 95, streak: 11)],
      of: owner.session.account.number)

    let app = try await anchor(owner)

    #expect(app.state == .nothingYet)
    #expect(app.latestBefore?.day == today.adding(-1))
    #expect(app.week.count == TodayService.weekDays && app.week.last?.summary == nil)
  }

  @Test func `today is the day of the account's zone`() async throws {
    let owner = try await hub.makeOwner()
    // 23:30 UTC is past midnight in Berlin.
    hub.clock.advance(15 * 3_600_000 + 30 * 60_000)

    let day = try await service.today(of: owner.session.account, devices: [])

    #expect(day.day == today.adding(1))
    #expect(day.span.lowerBound == (try minute("2027-01-15T23:00:00Z")))
  }

  @Test func `a summary that this Hub cannot read is unavailable, not zero`() async throws {
    let owner = try await hub.makeOwner()
    try await store(
      .summary(today), #"{"type":"daySummary","facts":{"focusedHours":2}}"#,
      of: owner.session.account.number)

    let app = try await anchor(owner)

    #expect(app.state == .unavailable)
    #expect(app.week.last?.summary == nil)
  }

  @Test func `a summary that was taken back is not there`() async throws {
    let owner = try await hub.makeOwner()
    let number = owner.session.account.number
    try await hub.push([hub.summary(today, focusedMinutes: 5)], of: number)
    var deletion = hub.summary(today, focusedMinutes: 5, base: 1)
    deletion.operation = .delete
    deletion.body = RecordBody.tombstone
    try await hub.push([deletion], of: number)

    #expect(try await anchor(owner).state == .notConnected)
  }

  // MARK: - Timeline

  @Test func `the timeline has the day's sessions by their facts, and no summary`() async throws {
    let owner = try await hub.makeOwner()
    let first = hub.focusSession(
      from: try minute("2027-01-15T06:40:00Z"), to: try minute("2027-01-15T07:05:00Z"),
      focusedMinutes: 25)
    let running = hub.focusSession(
      from: try minute("2027-01-15T07:50:00Z"), to: nil, focusedMinutes: 0, completed: false)
    let yesterday = hub.focusSession(
      from: try minute("2027-01-14T22:59:00Z"), to: try minute("2027-01-14T23:10:00Z"),
      focusedMinutes: 11)
    try await hub.push(
      [running, yesterday, first, hub.summary(today, focusedMinutes: 25)],
      of: owner.session.account.number)

    let day = try await service.today(of: owner.session.account, devices: [])

    #expect(day.timeline.map(\.record) == [first.record, running.record])
    #expect(day.timeline.allSatisfy { $0.product.name == "anchor" })
    #expect(day.unreadableRecords == 0 && !day.isTimelineCut)
  }

  @Test func `a record that cannot be read is counted and spoils nothing`() async throws {
    let owner = try await hub.makeOwner()
    let number = owner.session.account.number
    try await store(
      RecordID(type: "focusSession", uuid: hub.random.uuid()),
      #"{"type":"focusSession","facts":{"startedAt":"sometime"}}"#, of: number)
    try await hub.push(
      [
        hub.focusSession(
          from: try minute("2027-01-15T07:00:00Z"), to: try minute("2027-01-15T07:30:00Z"),
          focusedMinutes: 30)
      ], of: number)

    let day = try await service.today(of: owner.session.account, devices: [])

    #expect(day.timeline.count == 1)
    #expect(day.unreadableRecords == 1)
  }

  @Test func `a day with more than can be shown says so`() async throws {
    let owner = try await hub.makeOwner()
    let start = try minute("2027-01-14T23:00:00Z")
    let sessions = (0...Int64(TodayService.timelineRecordsMax)).map { place in
      hub.focusSession(
        from: Minute(number: start.number + place), to: Minute(number: start.number + place + 1),
        focusedMinutes: 1)
    }
    for batch in stride(from: 0, to: sessions.count, by: 100) {
      try await hub.push(
        Array(sessions[batch..<min(batch + 100, sessions.count)]),
        of: owner.session.account.number)
    }

    let day = try await service.today(of: owner.session.account, devices: [])

    #expect(day.timeline.count == TodayService.timelineRecordsMax)
    #expect(day.isTimelineCut)
  }

  // MARK: - Isolation

  @Test func `another account's day is nobody else's (H7)`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    try await hub.push(
      [
        hub.summary(today, focusedMinutes: 125),
        hub.focusSession(
          from: try minute("2027-01-15T07:00:00Z"), to: try minute("2027-01-15T07:30:00Z"),
          focusedMinutes: 30),
      ], of: owner.session.account.number)

    let day = try await service.today(of: guest.session.account, devices: [])

    #expect(day.apps.allSatisfy { $0.state == .notConnected })
    #expect(day.timeline.isEmpty)
  }

  @Test func `only the products that were asked for are in it`() async throws {
    let owner = try await hub.makeOwner()
    try await hub.push(
      [
        hub.focusSession(
          from: try minute("2027-01-15T07:00:00Z"), to: try minute("2027-01-15T07:30:00Z"),
          focusedMinutes: 30)
      ], of: owner.session.account.number)
    let calorie = try #require(Fleet.product(named: "calorie"))

    let day = try await service.today(
      of: owner.session.account, devices: [], products: [calorie])

    #expect(day.apps.map(\.product.name) == ["calorie"])
    #expect(day.timeline.isEmpty)
  }

  /// Stores bytes as a Hub of another version may have done.
  func store(_ record: RecordID, _ body: String, of account: AccountNumber) async throws {
    var mutation = hub.summary(today, focusedMinutes: 1)
    mutation.record = record
    mutation.body = Array(body.utf8)
    mutation.occurredAt = try minute("2027-01-15T07:00:00Z")
    let change = try hub.identifier() as ChangeID
    _ = try await hub.database.push(
      [
        StampedMutation(
          mutation: mutation, modifiedAt: Stamp(milliseconds: 0),
          digest: PushRule.digest(of: mutation, domain: .anchor), change: change,
          recordedAtMilliseconds: hub.clock.nowMilliseconds)
      ], to: .anchor, from: try hub.identifier(), of: account)
  }
}
