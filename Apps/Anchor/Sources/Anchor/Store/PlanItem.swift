import AnchorModel
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// A thing of a plan: sealed whole, so that its row, its image and what travels are one detail.
protocol PlanItem: StoredItem where ID == AnchorModel.Identifier<Self> {
  associatedtype Detail: SealedDetail

  static var sealedType: AnchorSealedType { get }

  /// The day of which it is; nil for what is of no one day.
  var dayPlanned: AnchorModel.Day? { get }
  /// The day under which its record stands in time.
  var dayOfRecord: AnchorModel.Day { get }
  var sealed: Detail { get }

  /// Nil for a detail that breaks a rule of this program, as a newer one's may.
  static func of(_ detail: Detail, id: ID) -> Self?
}

extension PlanItem {
  static func find(_ id: ID, _ transaction: borrowing Transaction) throws(SQLiteError) -> Self? {
    try PlanItemTable.find(id, transaction)
  }

  static func remove(_ id: ID, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try PlanItemTable.remove(Self.self, id, transaction)
  }

  func put(_ transaction: borrowing Transaction) throws(SQLiteError) {
    try PlanItemTable.put(self, transaction)
  }

  static func putUnread(
    _ id: ID, occurredAt minute: Minute, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try PlanItemTable.putUnread(Self.self, id, on: AnchorModel.Day(minute.day), transaction)
  }

  var image: String? { ItemImage.write(sealed) }

  static func of(image: String, id: String) -> Self? {
    guard let id = ID(id), let detail = ItemImage.read(image, as: Detail.self) else { return nil }
    return of(detail, id: id)
  }

  var recordChange: RecordChange {
    RecordChange(
      .anchor, Self.recordID(of: id),
      body: RecordBody(type: Self.sealedType.rawValue, facts: Array("{}".utf8)),
      detail: DetailDraft(sealed), occurredAt: Minute(dayOfRecord.startInUTC))
  }

  var recordDeletion: RecordChange {
    .delete(.anchor, Self.recordID(of: id), occurredAt: Minute(dayOfRecord.startInUTC))
  }

  static func recordID(of id: ID) -> RecordID {
    RecordID(type: sealedType.rawValue, uuid: id.description)
  }

  /// Nil for a record of another kind.
  static func id(of record: RecordID) -> ID? {
    record.type == sealedType.rawValue ? ID(String(record.description.suffix(36))) : nil
  }
}

extension PlanBlock: PlanItem {
  static var itemKind: ItemKind { .block }
  static var sealedType: AnchorSealedType { .planBlock }
  var dayPlanned: AnchorModel.Day? { day }
  var dayOfRecord: AnchorModel.Day { day }
  var sealed: PlanBlockDetail { PlanBlockDetail(of: self) }
  static func of(_ detail: PlanBlockDetail, id: PlanBlockID) -> PlanBlock? { detail.block(id) }
}

extension PlanTemplate: PlanItem {
  static var itemKind: ItemKind { .template }
  static var sealedType: AnchorSealedType { .template }
  var dayPlanned: AnchorModel.Day? { nil }
  var dayOfRecord: AnchorModel.Day { since }
  var sealed: PlanTemplateDetail { PlanTemplateDetail(of: self) }
  static func of(_ detail: PlanTemplateDetail, id: PlanTemplateID) -> PlanTemplate? {
    detail.template(id)
  }
}

extension ReviewNotes: PlanItem {
  static var itemKind: ItemKind { .review }
  static var sealedType: AnchorSealedType { .review }
  var dayPlanned: AnchorModel.Day? { day }
  var dayOfRecord: AnchorModel.Day { day }
  var sealed: ReviewDetail { ReviewDetail(of: self) }
  static func of(_ detail: ReviewDetail, id: ReviewID) -> ReviewNotes? { detail.notes(id) }
}
