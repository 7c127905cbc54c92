import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxSQLite

/// Why an account was not added.
public enum AddingRefusal: Error, Equatable, Sendable {
  /// The account is here already.
  case isHere
  /// Another account is called so.
  case nameTaken
  /// Two of its actions have one id, or take the same one back.
  case actionTwice
}

/// What an account is made of; each gives one thing after another until nil, and is asked only after
/// the one before has ended.
public struct AccountSource<Failure: SQLiteFailing> {
  let records: () throws(Failure) -> Change?
  let actions: () throws(Failure) -> AskedAction?
  /// The entries of its audit chain, which is sound and begins with its first; their contents are
  /// events that this Hub knows.
  let chain: () throws(Failure) -> AuditRow?

  public init(
    records: @escaping () throws(Failure) -> Change?,
    actions: @escaping () throws(Failure) -> AskedAction?,
    chain: @escaping () throws(Failure) -> AuditRow?
  ) {
    self.records = records
    self.actions = actions
    self.chain = chain
  }
}

extension HubDatabase {
  /// Adds an account with all that `source` gives, as one transaction, which its audit chain tells.
  ///
  /// The account has no password and no session. Of two records with one id the later is kept. Only
  /// where no Hub runs on the file: it holds the write lock as long as `source` gives. On throw
  /// nothing was added. Returns how many records it has. `random` salts the audit entry.
  public static func addAccount<Failure: SQLiteFailing>(
    path: String, _ new: NewAccount, from source: AccountSource<Failure>,
    random: any RandomBytes = SystemRandom(), refused: (AddingRefusal) -> Failure
  ) throws(Failure) -> Int {
    let database: Database
    do { database = try Database(path: path) } catch { throw Failure(sqlite: error) }
    return try database.write { (transaction) throws(Failure) in
      let account = try account(new, refused, transaction)
      let count = try add(source.records, to: account, transaction)
      while let action = try source.actions() {
        do throws(SQLiteError) {
          try AskedActionTable(account: account).take(action, transaction)
        } catch {
          if case .constraint = error { throw refused(.actionTwice) }
          throw Failure(sqlite: error)
        }
      }
      let chain = AuditTable(account: account)
      while let row = try source.chain() {
        do throws(SQLiteError) { try chain.take(row, transaction) } catch {
          throw Failure(sqlite: error)
        }
      }
      do throws(SQLiteError) {
        try chain.begin(try SyncTable.epoch(transaction), from: 0, transaction)
        try chain.append(
          .keeping(KeepingEvent(.imported, atMilliseconds: new.createdAtMilliseconds)),
          salt: random.bytes(AuditChain.saltBytes), transaction)
      } catch { throw Failure(sqlite: error) }
      return count
    }
  }

  private static func add<Failure: SQLiteFailing>(
    _ next: () throws(Failure) -> Change?, to account: AccountNumber,
    _ transaction: borrowing Transaction
  ) throws(Failure) -> Int {
    var (count, end) = (0, Cursor.start)
    while let change = try next() {
      do throws(SQLiteError) {
        try SyncTable(account: account).add(change, transaction)
      } catch { throw Failure(sqlite: error) }
      end = max(end, change.cursor)
      count += 1
    }
    do throws(SQLiteError) {
      try SyncTable(account: account).setEnd(end, transaction)
    } catch { throw Failure(sqlite: error) }
    return count
  }

  private static func account<Failure: SQLiteFailing>(
    _ new: NewAccount, _ refused: (AddingRefusal) -> Failure,
    _ transaction: borrowing Transaction
  ) throws(Failure) -> AccountNumber {
    let refusal: AddingRefusal
    do throws(SQLiteError) {
      if try AccountTable.all(transaction).contains(where: { $0.account.id == new.id }) {
        refusal = .isHere
      } else if try AccountTable.isTaken(new.name, transaction) {
        refusal = .nameTaken
      } else {
        let isFirst = try !AccountTable.hasOwner(transaction)
        return try AccountTable.insert(new, isOwner: isFirst, transaction).number
      }
    } catch { throw Failure(sqlite: error) }
    throw refused(refusal)
  }
}
