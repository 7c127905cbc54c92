import ToolboxSQLite

/// The kit's tables of actions, beside those of the journal.
///
/// - `sync_action`: what this store has done or refused, for as long as an action could come again;
///   `is_told` is 1 once the Hub has the receipt.
/// - `sync_performed`: what the Hub was last told that this app performs, and in which session.
/// - `sync_action_question`: actions of high risk that wait for the person's word in the app; `answer`
///   is NULL until there is one.
let actionJournalSchema = Schema(
  component: "sync.actions",
  steps: [
    """
    CREATE TABLE sync_action(
      id BLOB PRIMARY KEY CHECK(length(id) = 16), domain INTEGER NOT NULL,
      receipt BLOB NOT NULL, done_ms INTEGER NOT NULL,
      is_told INTEGER NOT NULL CHECK(is_told IN (0, 1))) STRICT, WITHOUT ROWID;
    CREATE INDEX sync_action_untold ON sync_action(id) WHERE is_told = 0;
    CREATE TABLE sync_performed(
      one INTEGER PRIMARY KEY CHECK(one = 1), session BLOB NOT NULL, actions TEXT NOT NULL) STRICT;
    CREATE TABLE sync_action_question(
      id BLOB PRIMARY KEY CHECK(length(id) = 16), domain INTEGER NOT NULL, name TEXT NOT NULL,
      answer INTEGER CHECK(answer IN (0, 1))) STRICT, WITHOUT ROWID;
    """
  ])
