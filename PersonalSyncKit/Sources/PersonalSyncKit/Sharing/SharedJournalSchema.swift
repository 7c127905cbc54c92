import ToolboxSQLite

/// The kit's tables of what other apps have said of their days, as far as the person shares it.
///
/// - `sync_shared`: whose days are shared, in which session and when that was read.
/// - `sync_shared_day`: what was read. All of it goes with the session.
let sharedJournalSchema = Schema(
  component: "sync.shared",
  steps: [
    """
    CREATE TABLE sync_shared(
      one INTEGER PRIMARY KEY CHECK(one = 1), generation INTEGER NOT NULL,
      read_ms INTEGER NOT NULL, domains TEXT NOT NULL) STRICT;
    CREATE TABLE sync_shared_day(
      domain INTEGER NOT NULL, day INTEGER NOT NULL, facts BLOB NOT NULL,
      recorded_ms INTEGER NOT NULL, PRIMARY KEY(domain, day)) STRICT, WITHOUT ROWID;
    """
  ])
