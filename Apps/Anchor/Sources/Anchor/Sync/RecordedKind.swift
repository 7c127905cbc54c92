import AnchorModel
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// The kinds of things that have a record each, in the order of their records' ids.
enum RecordedKind: CaseIterable {
  case session, habit, checkIn, block, review, template

  var type: String {
    switch self {
    case .session: FocusSessionFacts.contract.record.type
    case .habit: HabitRecord.type
    case .checkIn: CheckInRecord.type
    case .block: PlanBlock.sealedType.rawValue
    case .review: ReviewNotes.sealedType.rawValue
    case .template: PlanTemplate.sealedType.rawValue
    }
  }

  /// Whether records of this kind may stand behind `record`.
  func mayFollow(_ record: RecordID) -> Bool { "\(type)-~" > record.description }

  /// Those behind `record`, what they would say if they were edited now, at most `limit`.
  func changes(
    after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [RecordChange] {
    switch self {
    case .session:
      try SessionTable.recorded(
        after: record.flatMap(SessionRecord.sessionID(of:)), limit: limit, transaction
      ).map(SessionRecord.change(for:))
    case .habit:
      try HabitTable.recorded(
        after: record.flatMap(HabitRecord.habitID(of:)), limit: limit, transaction
      ).map(HabitRecord.change(for:))
    case .checkIn:
      try CheckInTable.recorded(
        after: record.flatMap(CheckInRecord.checkInID(of:)), limit: limit, transaction
      ).map(CheckInRecord.change(for:))
    case .block: try Self.changes(of: PlanBlock.self, after: record, limit: limit, transaction)
    case .review: try Self.changes(of: ReviewNotes.self, after: record, limit: limit, transaction)
    case .template:
      try Self.changes(of: PlanTemplate.self, after: record, limit: limit, transaction)
    }
  }

  private static func changes<Item: PlanItem>(
    of item: Item.Type, after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [RecordChange] {
    let items: [Item] = try PlanItemTable.recorded(
      after: record.flatMap(Item.id(of:)), limit: limit, transaction)
    return items.map(\.recordChange)
  }
}
