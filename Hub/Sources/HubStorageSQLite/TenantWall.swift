import ToolboxSQLite

/// The second wall between accounts: no statement touches records or actions unless SQLite finds the rows by
/// the account.
///
/// The first wall is that no table of either can be asked without an account. This one does not
/// trust it: whatever a statement says, its query plan has to look each of these tables up by
/// `account=?`. So a condition that was forgotten is refused before it gives a row
/// (docs/decisions/0021-walls-between-accounts.md).
public enum TenantWall {
  public static let rules = StatementRules(admits: admits)

  private static let tables: Set<Substring> = [
    "record", "feed", "mutation_key", "purge_horizon", "asked_action", "performed_action",
    "audit_head", "audit_entry", "audit_content", "audit_checkpoint", "audit_witness",
    "audit_epoch", "sharing_grant", "sealed_entry",
  ]

  /// Work on every account's records alike, which gives no row to anybody.
  private static let acrossAccounts = [
    "SELECT account, domain, cursor FROM record WHERE is_deleted = 1 AND recorded_ms < ?",
    "UPDATE hub_epoch SET epoch = ?1, floor = max(",
    "SELECT account, number FROM audit_content WHERE kept_until_ms <= ?",
  ]

  static func admits(_ sql: String, _ plan: [String]) -> Bool {
    if acrossAccounts.contains(where: sql.hasPrefix) { return true }
    let words = sql.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "(" || $0 == ".") }
    var isAdmitted = true
    for (place, word) in words.enumerated() {
      let name = word.prefix { $0 != "(" }
      guard place > 0, tables.contains(name) else { continue }
      switch words[place - 1] {
      case "FROM", "JOIN", "UPDATE":
        let alias = alias(of: name, before: words.dropFirst(place + 1))
        isAdmitted = isAdmitted && isFoundByAccount(name, alias, plan)
      case "INTO": isAdmitted = isAdmitted && word.hasSuffix("(account")
      default: continue
      }
    }
    return isAdmitted
  }

  /// What a plan calls the table: the alias that follows it, or itself.
  private static func alias(
    of table: Substring, before rest: ArraySlice<Substring>
  ) -> Substring {
    guard let next = rest.first, next.allSatisfy(\.isLowercase) else { return table }
    return next
  }

  private static func isFoundByAccount(
    _ table: Substring, _ alias: Substring, _ plan: [String]
  ) -> Bool {
    let steps = plan.filter { $0.hasPrefix("SCAN \(alias)") || $0.hasPrefix("SEARCH \(alias) ") }
    // A feed has one row an account, whose key is its rowid.
    let key = table == "feed" ? "(rowid=?)" : "(account=?"
    return !steps.isEmpty && steps.allSatisfy { $0.hasPrefix("SEARCH") && $0.contains(key) }
  }
}
