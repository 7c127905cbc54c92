import HubContracts
import ToolboxSQLite

/// What the app's store holds now: the records behind one, in rising order of their ids, at most so many.
///
/// Nil begins with the first; no records say that there are no more. Give what would be queued for
/// each record if it were edited now; leave out what never travels and what is computed from others.
/// Only the transaction may be used.
public typealias CurrentRecords =
  @Sendable (RecordID?, Int, borrowing Transaction) throws -> [RecordChange]

/// The same for an app whose store is not SQLite.
public typealias CurrentRecordsElsewhere =
  @Sendable (RecordID?, Int) async throws -> [RecordChange]

/// How the app is asked what its store holds.
enum StoreContent: Sendable {
  case inTransaction(CurrentRecords)
  case elsewhere(CurrentRecordsElsewhere)
  /// It cannot be asked: what is missing at the Hub is left alone.
  case unknown

  var isKnown: Bool {
    switch self {
    case .inTransaction, .elsewhere: true
    case .unknown: false
    }
  }
}
