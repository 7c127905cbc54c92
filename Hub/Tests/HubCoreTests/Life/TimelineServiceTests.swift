import HubContracts
import HubTesting
import Testing

@testable import HubCore

/// What looking back shows, and what it must not pretend to know.
@Suite struct TimelineServiceTests {
  let hub: TestIdentity
  let service: TimelineService
  /// The clock of the tests stands at 2027-01-15T08:00Z, which is 09:00 here.
  let today: Day

  init() throws {
    hub = try TestIdentity()
    service = TimelineService(storage: hub.database, clock: hub.clock) { zone, _ in
      zone == "Europe/Berlin" ? 60 : 0
    }
    today = try #require(Day("2027-01-15"))
  }

  /// A minute of a day on the clocks of Berlin.
  func minute(_ day: Day, _ minuteOfDay: Int64) -> Minute {
    Minute(number: day.number * 1_440 + minuteOfDay - 60)
  }

  func water(_ day: Day, _ minuteOfDay: Int64, ml: Int = 250) -> Mutation {
    var facts = WaterEntryFacts()
    facts.at = minute(day, minuteOfDay)
    facts.ml = ml
    return hub.record(facts, at: facts.at)
  }

  func session(_ day: Day, _ minuteOfDay: Int64) -> Mutation {
    let start = minute(day, minuteOfDay)
    return hub.focusSession(
      from: start, to: Minute(number: start.number + 25), focusedMinutes: 25)
  }

  @Test func `happenings of all apps are told, newest first`() async throws {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    try await hub.push([session(today, 480)], of: account.number)
    try await hub.push(
      [water(today, 500), water(today.adding(-1), 500)], to: .calorie, of: account.number)

    let page = try await service.page(TimelineQuery(), of: account)

    #expect(page.entries.map(\.product.name) == ["calorie", "anchor", "calorie"])
    #expect(page.days.suffix(2).map(\.entries) == [1, 2])
    #expect(page.days.last?.day == today && page.days.count == 371)
    #expect(page.earlier == nil && !page.hasMoreOfDay)
  }

  @Test func `a day begins at midnight of the account's clocks`() async throws {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    try await hub.push([session(today, 0), session(today, -1)], of: account.number)

    let page = try await service.page(TimelineQuery(), of: account)

    #expect(page.days.suffix(2).map(\.entries) == [1, 1])
  }

  @Test func `a domain and a type leave the rest out`() async throws {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    try await hub.push([session(today, 480)], of: account.number)
    try await hub.push([water(today, 490)], to: .calorie, of: account.number)

    let calorie = try await service.page(TimelineQuery(domain: .calorie), of: account)
    let food = try await service.page(
      TimelineQuery(domain: .calorie, type: "foodEntry"), of: account)

    #expect(calorie.entries.map(\.type) == ["waterEntry"])
    #expect(food.entries.isEmpty && food.days.allSatisfy { $0.entries == 0 })
  }

  @Test func `a domain's days are compared by what its app says, and are unknown without`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    try await hub.push(
      [hub.summary(today.adding(-1), focusedMinutes: 0), hub.summary(today, focusedMinutes: 125)],
      of: account.number)

    let page = try await service.page(TimelineQuery(domain: .anchor), of: account)

    #expect(page.hasFigures)
    #expect(page.days.suffix(3).map(\.figure) == [nil, 0, 125])
    #expect(page.entries.isEmpty, "a sum is no happening")
  }

  @Test func `a page ends where the next day would be too much, and says which day follows`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    let last = today.adding(-400)
    try await hub.push(
      (0..<60).map { water(today, 100 + $0) } + (0..<40).map { water(today.adding(-2), 100 + $0) },
      to: .calorie, of: account.number)
    try await hub.push(
      [water(today.adding(-3), 100), water(last, 100)], to: .calorie, of: account.number)

    let first = try await service.page(TimelineQuery(), of: account)
    let second = try await service.page(TimelineQuery(newest: first.earlier), of: account)
    let third = try await service.page(TimelineQuery(newest: second.earlier), of: account)

    #expect(first.entries.count == 100 && first.earlier == today.adding(-3))
    #expect(second.entries.count == 1 && second.earlier == last)
    #expect(third.entries.count == 1 && third.earlier == nil)
  }

  @Test func `a page has two weeks of days that have something, whatever lies between`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    let days = (0..<20).map { today.adding(-2 * $0) }
    try await hub.push(days.map { water($0, 100) }, to: .calorie, of: account.number)

    let first = try await service.page(TimelineQuery(), of: account)
    let second = try await service.page(TimelineQuery(newest: first.earlier), of: account)

    #expect(first.entries.count == 14 && first.earlier == days[14])
    #expect(second.entries.count == 6 && second.earlier == nil)
  }

  @Test func `a day of more entries than a page is shown part by part`() async throws {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    try await hub.push((0..<100).map { water(today, 100 + $0) }, to: .calorie, of: account.number)
    try await hub.push((0..<50).map { water(today, 300 + $0) }, to: .calorie, of: account.number)

    let first = try await service.page(TimelineQuery(), of: account)
    let rest = try await service.page(TimelineQuery(skipped: 100), of: account)

    #expect(first.entries.count == 100 && first.hasMoreOfDay && first.matchingEntries == 150)
    #expect(rest.entries.count == 50 && !rest.hasMoreOfDay)
    #expect(Set((first.entries + rest.entries).map(\.record)).count == 150)
  }

  @Test func `another account's days and deleted records are in none of it`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    var entry = water(today, 480)
    try await hub.push([entry], to: .calorie, of: owner.session.account.number)
    let kept = try await service.page(TimelineQuery(), of: owner.session.account)
    let foreign = try await service.page(TimelineQuery(), of: guest.session.account)
    #expect(kept.entries.count == 1 && foreign.entries.isEmpty)

    entry.operation = .delete
    entry.base = Version(1)
    entry.body = RecordBody.tombstone
    entry.key = try hub.identifier()
    try await hub.push([entry], to: .calorie, of: owner.session.account.number)

    let page = try await service.page(TimelineQuery(), of: owner.session.account)
    #expect(page.entries.isEmpty && page.days.allSatisfy { $0.entries == 0 })
  }
}

@Suite struct DirectoryServiceTests {
  let hub: TestIdentity
  let service: DirectoryService

  init() throws {
    hub = try TestIdentity()
    service = DirectoryService(storage: hub.database)
  }

  @Test func `every product is listed with its devices, its counts and when it was last heard`()
    async throws
  {
    let owner = try await hub.makeOwner()
    let account = owner.session.account
    let session = try await hub.connect(owner).session
    try await hub.push(
      [
        hub.summary(Day(number: 20_833), focusedMinutes: 1),
        hub.focusSession(from: Minute(number: 30_000_000), to: nil, focusedMinutes: 1),
      ], of: account.number)

    let products = try await service.products(of: account, devices: [session])

    let lineUp = Fleet.products.filter { $0.status != .sample }
    #expect(products.map(\.product.name) == lineUp.map(\.name))
    let anchor = try #require(products.first)
    #expect(anchor.devices.map(\.document) == [session.document] && anchor.recordCount == 2)
    #expect(anchor.newestArrivalMilliseconds == hub.clock.nowMilliseconds)
    #expect(products.dropFirst().allSatisfy { $0.recordCount == 0 && $0.devices.isEmpty })
  }

  @Test func `kinds are counted in the order of the table, for one account alone`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    try await hub.push(
      [hub.focusSession(from: Minute(number: 30_000_000), to: nil, focusedMinutes: 1)],
      of: owner.session.account.number)

    let own = try await service.kinds(of: owner.session.account)
    let foreign = try await service.kinds(of: guest.session.account)

    let lineUp = ContractTable.all.filter { $0.domain != .sample }
    #expect(own.map(\.contract.type) == lineUp.map(\.type))
    #expect(own.map(\.count).reduce(0, +) == 1 && own.first?.count == 1)
    #expect(foreign.allSatisfy { $0.count == 0 })
  }
}
