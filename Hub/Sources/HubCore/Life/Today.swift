import HubContracts

/// What an account's apps have said about its present day.
public struct Today: Sendable {
  public let clock: AccountClock
  public let day: Day
  /// From the day's first minute up to the next day's.
  public let span: Range<Minute>
  public let nowMilliseconds: Int64
  /// One for each product that was asked for, in that order.
  public let apps: [AppDay]
  /// By the time at which it happened, earliest first.
  public let timeline: [TimelineEntry]
  /// Whether the day has more records than ``TodayService/timelineRecordsMax``; the latest are then
  /// missing.
  public let isTimelineCut: Bool
  /// How many of the day's records this Hub cannot read; they are in no figure and no entry.
  public let unreadableRecords: Int

  public var now: Minute { Minute(containingMilliseconds: nowMilliseconds) }

  /// The newest arrival of an entry that counts in the product's figures and came after `summary`.
  ///
  /// Nil where there is none, so that figures and timeline agree as far as the Hub can see.
  public func newestArrival(after summary: DaySummary, of product: Product) -> Int64? {
    timeline.filter {
      $0.product.name == product.name && $0.happening.countsInFigures
        && $0.recordedAtMilliseconds > summary.recordedAtMilliseconds
    }.map(\.recordedAtMilliseconds).max()
  }
}

/// One product's part of a day.
public struct AppDay: Sendable {
  public enum State: Sendable, Equatable {
    /// The app has said something about today.
    case today(DaySummary)
    /// Nothing about today yet, which is not the same as zero.
    case nothingYet
    /// No device of the account has the app connected, and nothing lately came from it.
    case notConnected
    /// There is a summary of today that this Hub cannot read.
    case unavailable
    /// Its service is being asked.
    case asking
    /// Its service does not say anything that counts.
    case silent(ServiceSilence)
  }

  public let product: Product
  public let state: State
  /// How many of the account's devices have the app connected.
  public let devices: Int
  /// What waits for the person on those devices, all together; nil where none could tell: without
  /// a device, and of a service.
  public let attention: AttentionCounts?
  /// The last days up to today, ``TodayService/weekDays`` of them, or none where the product has no
  /// summaries.
  public let week: [WeekDay]
  /// What its service said beside the summary; nil for apps on devices, and where it said nothing.
  public let service: ServiceDay?

  init(
    _ product: Product, _ state: State, on devices: [DeviceSession], week: [WeekDay] = [],
    service: ServiceDay? = nil
  ) {
    self.product = product
    self.state = state
    self.devices = devices.count
    attention =
      devices.isEmpty || product.authority == .service
      ? nil : devices.map(\.attention).reduce(.nothing, +)
    self.week = week
    self.service = service
  }

  /// The newest summary of a day before today, of this week.
  public var latestBefore: DaySummary? { week.dropLast().last { $0.summary != nil }?.summary }
}

/// A day and what was said about it; nil where nothing was, or nothing that can be read.
public struct WeekDay: Sendable, Equatable {
  public let day: Day
  public let summary: DaySummary?
}
