import HubContracts

/// Puts together what an account's apps have said about its day.
///
/// Reads only. A summary comes from its app or not at all: none is computed from records, and what
/// is not known is never shown as zero.
public struct TodayService: Sendable {
  public static let weekDays = 7
  public static let timelineRecordsMax = 500
  /// The products of the dashboard, in the order of the fleet.
  public static let dashboard = Fleet.products.filter { $0.status == .active }

  private let storage: any SyncStorage
  private let clock: any WallClock
  private let offset: AccountClock.ZoneOffset
  private let services: ServiceDesk

  public init(
    storage: any SyncStorage, clock: any WallClock, offset: @escaping AccountClock.ZoneOffset,
    services: ServiceDesk = .none
  ) {
    self.storage = storage
    self.clock = clock
    self.offset = offset
    self.services = services
  }

  public func clock(of account: Account) -> AccountClock {
    AccountClock(zone: account.timeZone, offset: offset)
  }

  /// The account's day, as it is now, for `products` only.
  ///
  /// `devices` are the account's live device sessions.
  public func today(
    of account: Account, devices: [DeviceSession], products: [Product] = Self.dashboard
  ) async throws(StorageError) -> Today {
    let zoned = clock(of: account)
    let now = clock.nowMilliseconds
    let day = zoned.day(of: Minute(containingMilliseconds: now))
    let span = zoned.span(of: day)
    let asked = products.filter { $0.authority == .service }.map(\.name)
    let readings = await services.readings(
      of: day, for: devices.filter { asked.contains($0.client) })
    var apps: [AppDay] = []
    for product in products {
      let its = devices.filter { $0.client == product.name }
      if product.authority == .service {
        apps.append(Self.app(product, readings[product.name], devices: its))
      } else {
        apps.append(try await app(product, on: day, devices: its, of: account.number))
      }
    }
    let changes = try await storage.timeline(
      span.lowerBound.number..<span.upperBound.number, of: account.number,
      limit: Self.timelineRecordsMax + 1)
    var timeline: [TimelineEntry] = []
    var unreadable = 0
    for change in changes.prefix(Self.timelineRecordsMax) {
      guard products.contains(where: { $0.domains.contains(change.domain) }) else { continue }
      switch TimelineEntry.read(change) {
      case .entry(let entry): timeline.append(entry)
      case .unreadable: unreadable += 1
      case .apart: continue
      }
    }
    return Today(
      clock: zoned, day: day, span: span, nowMilliseconds: now, apps: apps, timeline: timeline,
      isTimelineCut: changes.count > Self.timelineRecordsMax, unreadableRecords: unreadable)
  }

  /// What the account's services say about its present day, by the product's name.
  public func services(
    of account: Account, devices: [DeviceSession]
  ) async -> [String: ServiceReading] {
    let today = clock(of: account).day(of: Minute(containingMilliseconds: clock.nowMilliseconds))
    return await services.readings(of: today, for: devices)
  }

  // MARK: - Summaries

  /// A product whose service is asked; nothing of it is kept, so there is no week.
  private static func app(
    _ product: Product, _ reading: ServiceReading?, devices: [DeviceSession]
  ) -> AppDay {
    let (state, told): (AppDay.State, ServiceDay?) =
      switch reading {
      case nil: (.notConnected, nil)
      case .asking: (.asking, nil)
      case .silent(let silence): (.silent(silence), nil)
      case .told(let day, let at):
        if let summary = DaySummary(day, atMilliseconds: at) {
          (.today(summary), day)
        } else {
          (.silent(.unreadable), nil)
        }
      }
    return AppDay(product, state, on: devices, service: told)
  }

  private func app(
    _ product: Product, on day: Day, devices: [DeviceSession], of account: AccountNumber
  ) async throws(StorageError) -> AppDay {
    let contract = ContractTable.all.first {
      $0.isDaySummary && product.domains.contains($0.domain)
    }
    guard let contract else {
      return AppDay(product, devices.isEmpty ? .notConnected : .nothingYet, on: devices)
    }
    var week: [WeekDay] = []
    var ofToday = DaySummary.Reading.none
    for past in stride(from: Int64(Self.weekDays - 1), through: 0, by: -1) {
      let date = day.adding(-past)
      ofToday = DaySummary.read(
        try await storage.record(.summary(date), in: contract.domain, of: account))
      week.append(WeekDay(day: date, summary: ofToday.summary))
    }
    let state: AppDay.State =
      switch ofToday {
      case .read(let summary): .today(summary)
      case .unreadable: .unavailable
      case .none:
        devices.isEmpty && week.allSatisfy { $0.summary == nil } ? .notConnected : .nothingYet
      }
    return AppDay(product, state, on: devices, week: week)
  }
}
