import HubContracts
import HubCore
import ToolboxSQLite

/// Why an account was not added.
public enum AddingRefusal: Error, Equatable, Sendable {
  /// The account is here already.
  case isHere
  /// Another account is called so.
  case nameTaken
}

extension HubDatabase {
  /// Adds an account with the records that `next` gives until nil, as one transaction.
  ///
  /// The account has no password and no session. Of two records with one id the later is kept. Only
  /// where no Hub runs on the file: it holds the write lock as long as `next` gives records. On throw
  /// nothing was added. Returns how many records it has.
  public static func addAccount<Failure: SQLiteFailing>(
    path: String, _ new: NewAccount, refused: (AddingRefusal) -> Failure,
    next: () throws(Failure) -> Change?
  ) throws(Failure) -> Int {
    let database: Database
    do { database = try Database(path: path) } catch { throw Failure(sqlite: error) }
    return try database.write { (transaction) throws(Failure) in
      let account = try account(new, refused, transaction)
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
