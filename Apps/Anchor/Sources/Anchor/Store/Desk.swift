import AnchorModel
import AppShell
import ToolboxSQLite

/// One moment of the store: the clock, the calendar and what reads and writes by them.
///
/// Made at the start of each transaction, because the zone may have changed since the last.
struct Desk {
  let now: Instant
  let calendar: AccountCalendar
  let today: Day
  let ledger: SessionLedger
  let items: ItemLedger
  let figures: FigureReader

  init(
    _ store: AppStore, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let zone = try store.zone(transaction)
    self.init(store, zone: zone, nowMilliseconds: nowMilliseconds)
  }

  init(_ store: AppStore, zone: ZoneOffsets, nowMilliseconds: Int64) {
    now = Instant(clamping: nowMilliseconds)
    calendar = AccountCalendar(rules: ZoneRules(zone: zone))
    today = calendar.day(of: now)
    let marks = DayMarks(journal: store.journal, calendar: calendar, today: today)
    ledger = SessionLedger(journal: store.journal, marks: marks, now: now)
    items = ItemLedger(journal: store.journal, marks: marks, now: now)
    figures = FigureReader(calendar: calendar, today: today)
  }

  /// The active session, after a plan that was met meanwhile has been written down as met.
  func settle(_ transaction: borrowing Transaction) throws(StoreError) -> FocusSession? {
    let active = try inStore { () throws(SQLiteError) in try SessionTable.active(transaction) }
    guard let active else { return nil }
    var settled = active
    settled.settle(at: now)
    if settled == active { return active }
    try ledger.write([.changed(from: active, to: settled)], transaction)
    return nil
  }
}

/// The system's zone as the model asks for it.
struct ZoneRules: TimeZoneRules {
  let zone: ZoneOffsets

  func offsetSeconds(at instant: Instant) -> Int { zone.offsetSeconds(at: instant.wholeSeconds) }
}
