import AnchorImport
import AnchorModel
import AppShell
import ToolboxSQLite

/// Why Anchor did not do what was asked; its store is as it was before the call.
enum AnchorError: SQLiteFailing, Equatable {
  case store(StoreError)
  /// The rules of sessions do not allow it.
  case refused(SessionRefusal)
  /// The rules of habits do not allow it.
  case habit(HabitRefusal)
  /// The rules of plans do not allow it.
  case plan(PlanRefusal)
  /// The last action cannot be taken back.
  case undo(UndoRefusal)
  /// The file cannot be imported.
  case file(ImportRefusal)

  init(sqlite: SQLiteError) { self = .store(StoreError(sqlite: sqlite)) }

  /// The name in `--json` output; never renamed, never reused.
  var code: String {
    switch self {
    case .store(let error): error.code
    case .refused(let error): error.code
    case .habit(let error): error.code
    case .plan(let error): error.code
    case .undo(let error): error.code
    case .file(let error): error.code
    }
  }
}

/// Runs a step of the store and says its failures as Anchor does.
func inAnchor<Result>(
  _ body: () throws(StoreError) -> Result
) throws(AnchorError) -> Result {
  do throws(StoreError) { return try body() } catch { throw .store(error) }
}

/// Runs SQL and says its failures as Anchor does.
func inAnchor<Result>(
  _ body: () throws(SQLiteError) -> Result
) throws(AnchorError) -> Result {
  do throws(SQLiteError) { return try body() } catch { throw AnchorError(sqlite: error) }
}
