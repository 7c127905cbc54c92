import ToolboxSQLite

/// The tables of records; account and domain lead every key.
///
/// The feed is clustered by position, so that new changes are appended and a pull reads pages in a
/// row; one narrow index finds a record by its id. A record has one row, at its newest cursor.
///
/// - `record.type`: as in the body, so that looking back reads an index alone; empty where deleted.
/// - `hub_epoch.floor`: cursors and versions given from now on are above it. It is raised by a
///   restore, so that no number of before the restore is given a second time.
/// - `purge_horizon`: the newest place of a tombstone that was purged, for each account and domain.
let syncSchema = Schema(
  component: "hub.sync",
  steps: [
    """
    CREATE TABLE hub_epoch(
      one INTEGER PRIMARY KEY CHECK(one = 1), epoch INTEGER NOT NULL) STRICT;
    INSERT INTO hub_epoch VALUES(1, 1);

    CREATE TABLE feed(account INTEGER PRIMARY KEY, cursor INTEGER NOT NULL) STRICT;

    CREATE TABLE record(
      account INTEGER NOT NULL, domain INTEGER NOT NULL, cursor INTEGER NOT NULL,
      id TEXT NOT NULL, version INTEGER NOT NULL CHECK(version > 0),
      is_deleted INTEGER NOT NULL CHECK(is_deleted IN (0, 1)),
      occurred_minute INTEGER NOT NULL, modified_ms INTEGER NOT NULL,
      recorded_ms INTEGER NOT NULL, origin BLOB NOT NULL CHECK(length(origin) = 16),
      change BLOB NOT NULL CHECK(length(change) = 16), body BLOB NOT NULL,
      PRIMARY KEY(account, domain, cursor)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX record_by_id ON record(account, domain, id);
    CREATE INDEX record_by_time ON record(account, occurred_minute);

    CREATE TABLE mutation_key(
      account INTEGER NOT NULL, key BLOB NOT NULL CHECK(length(key) = 16),
      digest BLOB NOT NULL CHECK(length(digest) = 16), version INTEGER NOT NULL,
      cursor INTEGER NOT NULL, PRIMARY KEY(account, key)) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE hub_epoch ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE purge_horizon(
      account INTEGER NOT NULL, domain INTEGER NOT NULL, cursor INTEGER NOT NULL,
      PRIMARY KEY(account, domain)) STRICT, WITHOUT ROWID;
    CREATE INDEX record_tombstone ON record(recorded_ms) WHERE is_deleted = 1;

    ALTER TABLE record ADD COLUMN type TEXT NOT NULL DEFAULT '';
    UPDATE record SET type = substr(CAST(substr(body, 10, 33) AS TEXT), 1,
      instr(CAST(substr(body, 10, 33) AS TEXT), '"') - 1) WHERE is_deleted = 0;
    DROP INDEX record_by_time;
    CREATE INDEX record_by_time ON record(account, is_deleted, occurred_minute, domain, type);
    """,
  ])
