import ToolboxSQLite

/// Anchor's tables; a step that has shipped is never edited, a change is a new step.
///
/// - `session`: one row for each ``FocusSession``. Times are whole seconds since 1970 UTC.
///   `phase_s` is since when it runs or is paused, or when it ended; `tags` are one a line; `pauses`
///   are `from-to`, one a line. `is_full` is 0 where another device knows more.
/// - `undo_step`, `undo_change`: what was done, newest last, and each session as it was before and
///   after. An import is taken back by its batch and lists no sessions.
/// - `provisional_summary`: days that were sent with the streak of the day before, because they
///   were not over.
/// - `session_removed`: sessions that another device deleted, whole as they were here, for 30 days: one
///   that comes back finds its words.
/// - `habit`, `check_in`: one row for each ``Habit`` and ``CheckIn``. `schedule` is `day cadence`, one
///   stretch a line; a target and an amount are thousandths, a `day` is days since 1970. `is_legacy`
///   is 1 for what came from the product Habits and was not changed here since: it has no record of ours.
/// - `undo_item`, `item_removed`: as `undo_change` and `session_removed`, for all other kinds; what a
///   thing was is the JSON of its detail.
/// - `plan_item`: blocks and templates of plans, and reviews: `detail` is the JSON that also travels, sealed;
///   NULL where this device cannot read it. `day` is days since 1970, NULL for a template.
/// - `plan_applied`: the days for which the templates have made their blocks.
/// - `imported_row`: from which row of a file a session was imported, as a hash that never travels.
/// - `legacy_check_in`: which record of the product Habits said what.
let anchorSchema = Schema(
  component: "anchor",
  steps: [
    """
    CREATE TABLE session(
      id TEXT PRIMARY KEY NOT NULL, started_s INTEGER NOT NULL,
      planned_s INTEGER NOT NULL CHECK(planned_s >= 0),
      banked_s INTEGER NOT NULL CHECK(banked_s >= 0),
      phase TEXT NOT NULL CHECK(phase IN ('running', 'paused', 'finished', 'elsewhere')),
      phase_s INTEGER, reason TEXT, title TEXT NOT NULL, tags TEXT NOT NULL,
      notes TEXT NOT NULL, pauses TEXT NOT NULL, batch TEXT, is_full INTEGER NOT NULL) STRICT;
    CREATE INDEX session_by_start ON session(started_s);
    CREATE INDEX session_active ON session(phase) WHERE phase IN ('running', 'paused');
    CREATE INDEX session_by_batch ON session(batch) WHERE batch IS NOT NULL;
    CREATE INDEX session_for_streak ON session(started_s)
      WHERE phase = 'finished' AND banked_s >= 60;

    CREATE TABLE undo_step(
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, made_s INTEGER NOT NULL,
      batch TEXT) STRICT;
    CREATE TABLE undo_change(
      step INTEGER NOT NULL REFERENCES undo_step ON DELETE CASCADE, place INTEGER NOT NULL,
      side TEXT NOT NULL CHECK(side IN ('before', 'after')),
      id TEXT NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
      banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
      title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
      batch TEXT, is_full INTEGER NOT NULL, PRIMARY KEY(step, place, side)) STRICT;

    CREATE TABLE provisional_summary(day INTEGER PRIMARY KEY) STRICT;
    """,
    """
    CREATE TABLE session_removed(
      id TEXT PRIMARY KEY NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
      banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
      title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
      batch TEXT, is_full INTEGER NOT NULL, removed_s INTEGER NOT NULL) STRICT;
    """,
    """
    CREATE TABLE habit(
      id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, question TEXT NOT NULL,
      notes TEXT NOT NULL, unit TEXT, target INTEGER,
      bound TEXT CHECK(bound IN ('atLeast', 'atMost')), schedule TEXT NOT NULL,
      is_full INTEGER NOT NULL, is_legacy INTEGER NOT NULL) STRICT;
    CREATE TABLE check_in(
      id TEXT PRIMARY KEY NOT NULL, habit TEXT NOT NULL, day INTEGER NOT NULL,
      at_s INTEGER NOT NULL, status TEXT NOT NULL CHECK(status IN ('done', 'skipped', 'planned')),
      amount INTEGER, note TEXT NOT NULL, is_full INTEGER NOT NULL,
      is_legacy INTEGER NOT NULL) STRICT;
    CREATE INDEX check_in_by_habit ON check_in(habit, day);
    CREATE INDEX check_in_by_day ON check_in(day);

    CREATE TABLE undo_item(
      step INTEGER NOT NULL REFERENCES undo_step ON DELETE CASCADE, place INTEGER NOT NULL,
      kind TEXT NOT NULL, id TEXT NOT NULL, before TEXT, after TEXT,
      PRIMARY KEY(step, place)) STRICT;
    CREATE TABLE item_removed(
      kind TEXT NOT NULL, id TEXT NOT NULL, image TEXT NOT NULL, removed_s INTEGER NOT NULL,
      PRIMARY KEY(kind, id)) STRICT;

    CREATE TABLE legacy_check_in(
      record TEXT PRIMARY KEY NOT NULL, habit TEXT NOT NULL, day INTEGER NOT NULL) STRICT;
    """,
    """
    CREATE TABLE plan_item(
      kind TEXT NOT NULL CHECK(kind IN ('block', 'template', 'review')), id TEXT NOT NULL,
      day INTEGER, detail TEXT, PRIMARY KEY(kind, id)) STRICT;
    CREATE INDEX plan_item_by_day ON plan_item(day, kind) WHERE day IS NOT NULL;
    CREATE TABLE plan_applied(day INTEGER PRIMARY KEY) STRICT;
    """,
    """
    CREATE TABLE imported_row(
      digest BLOB PRIMARY KEY NOT NULL,
      session TEXT NOT NULL REFERENCES session ON DELETE CASCADE) STRICT, WITHOUT ROWID;
    CREATE INDEX imported_row_by_session ON imported_row(session);
    """,
  ])
