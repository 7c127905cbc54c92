import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// Says what the journal keeps for the person in the app's own words.
struct MatterWriter {
  let records: any SyncedRecords

  func matters(
    of journal: Journal, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Matters {
    let (conflicts, refused, trash) = try inStore { () throws(JournalError) in
      (
        try journal.conflicts(transaction), try journal.quarantined(transaction),
        try journal.trash(transaction)
      )
    }
    return Matters(
      conflicts: try conflicts.map { (conflict) throws(StoreError) in
        try words(conflict, transaction)
      },
      refused: try refused.map { (edit) throws(StoreError) in try words(edit, transaction) },
      trashed: try trash.map { (record) throws(StoreError) in try words(record, transaction) })
  }

  private func words(
    _ conflict: KeptConflict, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Matters.Conflict {
    let (local, remote) = (conflict.local, conflict.remote)
    let here = try words(
      local.domain, local.record, local.operation, local.body, local.detail, transaction)
    let elsewhere = try words(
      local.domain, local.record, remote.operation, remote.body, conflict.remoteDetail,
      transaction)
    let isAsideFromHere = conflict.winner == .remote
    return Matters.Conflict(
      number: conflict.id, kept: isAsideFromHere ? elsewhere : here,
      aside: isAsideFromHere ? here : elsewhere, isAsideFromHere: isAsideFromHere,
      keptAtMilliseconds: conflict.keptAtMilliseconds)
  }

  private func words(
    _ refused: QuarantinedEdit, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Matters.Refused {
    let edit = refused.edit
    return Matters.Refused(
      what: try words(
        edit.domain, edit.record, edit.operation, edit.body, edit.detail, transaction),
      code: refused.code, field: refused.field, rule: refused.reason)
  }

  private func words(
    _ trashed: TrashedRecord, _ transaction: borrowing Transaction
  ) throws(StoreError) -> Matters.Trashed {
    Matters.Trashed(
      domain: trashed.domain, record: trashed.record,
      what: try words(
        trashed.domain, trashed.record, .upsert, trashed.body, trashed.detail, transaction),
      trashedAtMilliseconds: trashed.trashedAtMilliseconds)
  }

  private func words(
    _ domain: Domain, _ record: RecordID, _ operation: Operation, _ bytes: [UInt8],
    _ detail: [UInt8]?, _ transaction: borrowing Transaction
  ) throws(StoreError) -> String {
    guard operation == .upsert else {
      return try records.words(record, nil, detail: nil, transaction)
    }
    let body: RecordBody
    do throws(RecordRefusal) { body = try RecordBody.read(bytes, domain: domain) } catch {
      return "What this version cannot read"
    }
    return try records.words(record, body, detail: detail, transaction)
  }
}
