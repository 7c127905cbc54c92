import ToolboxSQLite

/// What the shell itself keeps in an app's store: one row.
///
/// - `zone`: the account's time zone as the Hub last said it; NULL until a first pass.
/// - `failing_since_ms`, `failure_code`: since when passes fail, and the last reason; NULL after one
///   that went through.
/// - `checked_ms`: when the file was last looked through for damage.
/// - `allows_plain_http`: whether the person agreed to speak to a Hub without encryption.
let shellSchema = Schema(
  component: "app.shell",
  steps: [
    """
    CREATE TABLE shell_state(
      one INTEGER PRIMARY KEY CHECK(one = 1), zone TEXT, failing_since_ms INTEGER,
      failure_code TEXT, checked_ms INTEGER NOT NULL DEFAULT 0,
      allows_plain_http INTEGER NOT NULL DEFAULT 0) STRICT;
    INSERT INTO shell_state(one) VALUES(1);
    """
  ])
