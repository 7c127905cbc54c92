import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

/// One day's plan beside the day as it was lived, as a screen shows them.
struct PlanView: Sendable {
  let day: Day
  let today: Day
  let now: Instant
  let zone: ZoneOffsets
  /// With what the templates will make of a day to come.
  let plan: PlanDay
  let load: PlanLoad
  let sessions: [FocusSession]
  let notes: ReviewNotes?
  let review: DayReview
  let templates: [PlanTemplate]
  /// What was left open on the day before; empty for a day to come.
  let leftOver: [PlanBlock]
  /// The last action; nil where there is nothing to take back.
  let lastAction: LastAction?

  var calendar: AccountCalendar { AccountCalendar(rules: ZoneRules(zone: zone)) }
  var isOver: Bool { day < today }
  var minuteNow: Int { calendar.minuteOfDay(at: now) }

  init(
    _ day: Day, _ desk: Desk, zone: ZoneOffsets, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    self.day = day
    self.zone = zone
    today = desk.today
    now = desk.now
    let templates = try PlanItemTable.templates(transaction)
    plan = try Self.plan(of: day, desk, templates, transaction)
    let calendar = desk.calendar
    load = PlanLoad(
      of: plan.blocks, minuteNow: day == today ? calendar.minuteOfDay(at: now) : nil,
      isOver: day < today)
    sessions = try SessionTable.started(in: calendar.span(of: day), transaction)
    notes = try ReviewNotes.find(ReviewID(of: day), transaction)
    review = DayReview(plan, sessions: sessions, notes: notes, isOver: day < today) {
      calendar.minuteOfDay(at: $0.startedAt)
    }
    self.templates = templates.sorted {
      ($0.times.startMinute ?? 1_440, $0.id) < ($1.times.startMinute ?? 1_440, $1.id)
    }
    leftOver =
      day == today
      ? try Self.leftOver(before: day, templates: templates, transaction) : []
    lastAction = try UndoTable.lastAction(transaction)
  }

  /// What is stored of a day and, where it is to come, what the templates will make of it.
  static func plan(
    of day: Day, _ desk: Desk, _ templates: [PlanTemplate], _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> PlanDay {
    var blocks: [PlanBlock] = try PlanItemTable.on(day...day, transaction)
    if day > desk.today {
      let held = Set(blocks.map(\.id))
      blocks += templates.compactMap { $0.block(on: day) }.filter { !held.contains($0.id) }
    }
    return PlanDay(day: day, blocks: blocks)
  }

  private static func leftOver(
    before day: Day, templates: [PlanTemplate], _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [PlanBlock] {
    let yesterday = day.adding(days: -1)
    let plan = PlanDay(
      day: yesterday, blocks: try PlanItemTable.on(yesterday...yesterday, transaction))
    return plan.leftOver(for: day, templates: templates)
  }
}
