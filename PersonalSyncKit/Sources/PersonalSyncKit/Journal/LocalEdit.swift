import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// An edit made on this device that the Hub has not acknowledged.
public struct LocalEdit: Sendable, Equatable {
  public var domain: Domain
  public var record: RecordID
  public var operation: Operation
  public var occurredAt: Minute
  public var modifiedAt: Stamp
  /// Canonical bytes of the record; `RecordBody.tombstone` for a delete.
  public var body: [UInt8]
  /// The detail in plain, sealed only when the edit is sent; nil where there is none.
  public var detail: [UInt8]?

  init(
    domain: Domain, record: RecordID, operation: Operation, occurredAt: Minute,
    modifiedAt: Stamp, _ content: KeptContent
  ) {
    self.domain = domain
    self.record = record
    self.operation = operation
    self.occurredAt = occurredAt
    self.modifiedAt = modifiedAt
    body = content.body
    detail = content.detail
  }

  init(
    domain: Domain, record: RecordID, operation: Operation, occurredAt: Minute,
    modifiedAt: Stamp, body: [UInt8]
  ) {
    self.init(
      domain: domain, record: record, operation: operation, occurredAt: occurredAt,
      modifiedAt: modifiedAt, KeptContent(body, detail: nil))
  }

  var content: KeptContent { KeptContent(body, detail: detail) }

  /// 16 bytes that are equal for equal content, whenever and however it was written.
  ///
  /// Bodies are canonical, so key order, absent members and number spelling do not count, and a
  /// delete is its id alone.
  var fingerprint: [UInt8] { Self.fingerprint(operation, content) }

  /// The sealed detail that this edit carries; nil where there is none, or none that can be read here.
  func sealed(_ vocabulary: Vocabulary) -> String? {
    // A canonical body without a detail ends with its facts, so most need not be read.
    guard operation == .upsert, !body.suffix(2).elementsEqual("}}".utf8) else { return nil }
    do throws(RecordRefusal) { return try vocabulary.read(body, domain).sealed } catch {
      return nil
    }
  }

  /// Whether this may be sent on `change`, a version that is older than the one it was made of.
  ///
  /// Not on a later deletion: the Hub had forgotten that, or lost it, when the record came back, and remembers
  /// it again.
  func mayFollow(_ change: Change) -> Bool {
    change.operation == .upsert || modifiedAt > change.modifiedAt
  }

  /// That of every delete.
  package static let deletedFingerprint = fingerprint(.delete, RecordBody.tombstone)

  /// Of the detail in plain: sealed twice, it is other bytes.
  static func fingerprint(_ operation: Operation, _ content: KeptContent) -> [UInt8] {
    fingerprint(operation, content.column)
  }

  static func fingerprint(_ operation: Operation, _ body: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(operation == .delete ? RecordBody.tombstone : body).prefix(16))
  }
}

extension LocalEdit {
  /// Reads `domain, record, is_delete, occurred_minute, modified_ms, body` from `first` on.
  init(row: borrowing Row, from first: Int32 = 0) throws(SQLiteError) {
    guard let domain = Domain(number: row.integer(first)),
      let record = RecordID(row.text(first + 1))
    else { throw row.damaged() }
    self.init(
      domain: domain, record: record, operation: row.integer(first + 2) == 1 ? .delete : .upsert,
      occurredAt: Minute(number: row.integer(first + 3)),
      modifiedAt: Stamp(milliseconds: row.integer(first + 4)),
      KeptContent(column: row.blob(first + 5)))
  }
}

extension SQLiteValue {
  static func domain(_ domain: Domain) -> SQLiteValue { .integer(domain.number) }
  static func record(_ record: RecordID) -> SQLiteValue { .text(record.description) }
  static func stamp(_ stamp: Stamp) -> SQLiteValue { .integer(stamp.milliseconds) }
  static func isDelete(_ operation: Operation) -> SQLiteValue {
    .integer(operation == .delete ? 1 : 0)
  }
}
