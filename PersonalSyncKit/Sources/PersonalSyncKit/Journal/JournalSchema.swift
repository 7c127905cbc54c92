import ToolboxSQLite

/// The kit's tables in the app's own database.
///
/// Every table of records is keyed by domain first, so that one store may serve two domains.
/// `sync_owner` is written once and never changed: the triggers hold even against `INSERT OR
/// REPLACE`, which fires no delete trigger.
///
/// Step 2 knows how a store is compared with the whole feed: `sync_reconcile` says how far that has come
/// (`kind` is NULL between two), `seen` is the generation in which a record was last met there, and
/// `lost_ms` the stamp of what the store holds where the Hub has lost it. A record of version 0 is one that
/// waits here, that the Hub does not hold, and that other devices may. Step 3 makes the store a witness
/// of the Hub's audit chain. Step 4 knows what an app whose store is not SQLite is about to delete, step 6
/// what it may hold that is no edit, because it was given that or a restored Hub has lost it.
///
/// Step 7 knows sealed details. Each `body` that waits here may have its detail in plain behind it
/// (``KeptContent``); `sent` is what travels in its place. `detail` of a record is what it says in plain,
/// `sealed` that of a detail which this device cannot open, and `sync_locked` the whole change it came
/// with: there is one exactly as long as `sealed` is that, unless that is from before step 7.
/// `sync_sealing` says that this device holds the domain's key, and how far it has come since it got it:
/// both are NULL once all is done.
///
/// Step 8 knows the newest detail that this device has seen of each record (``RollbackRule``), also of one
/// that is gone: `detail_hash` is NULL for a deletion, and empty where only the time is known, because it is
/// from before. `sync_rolled_back` holds the older one that the Hub says instead, as long as it says that.
let journalSchema = Schema(
  component: "sync.journal",
  steps: [
    """
    CREATE TABLE sync_document(
      one INTEGER PRIMARY KEY CHECK(one = 1),
      document BLOB NOT NULL CHECK(length(document) = 16),
      device BLOB NOT NULL CHECK(length(device) = 16)) STRICT;

    CREATE TABLE sync_owner(
      one INTEGER PRIMARY KEY CHECK(one = 1), hub BLOB NOT NULL CHECK(length(hub) = 16),
      hub_key BLOB NOT NULL CHECK(length(hub_key) = 32),
      account BLOB NOT NULL CHECK(length(account) = 16), bound_ms INTEGER NOT NULL) STRICT;
    CREATE TRIGGER sync_owner_keeps BEFORE UPDATE ON sync_owner
      BEGIN SELECT RAISE(ABORT, 'the owner is permanent'); END;
    CREATE TRIGGER sync_owner_stays BEFORE DELETE ON sync_owner
      BEGIN SELECT RAISE(ABORT, 'the owner is permanent'); END;
    CREATE TRIGGER sync_owner_once BEFORE INSERT ON sync_owner
      WHEN EXISTS(SELECT 1 FROM sync_owner)
      BEGIN SELECT RAISE(ABORT, 'the owner is permanent'); END;

    CREATE TABLE sync_session(
      one INTEGER PRIMARY KEY CHECK(one = 1), generation INTEGER NOT NULL,
      origin TEXT, hub BLOB, hub_key BLOB, account BLOB, account_name TEXT, time_zone TEXT,
      session BLOB) STRICT;
    INSERT INTO sync_session(one, generation) VALUES(1, 0);

    CREATE TABLE sync_outbox(
      sequence INTEGER PRIMARY KEY, domain INTEGER NOT NULL, record TEXT NOT NULL,
      is_delete INTEGER NOT NULL, occurred_minute INTEGER NOT NULL, modified_ms INTEGER NOT NULL,
      body BLOB NOT NULL, fingerprint BLOB NOT NULL, UNIQUE(domain, record)) STRICT;

    CREATE TABLE sync_in_flight(
      sequence INTEGER PRIMARY KEY, domain INTEGER NOT NULL, record TEXT NOT NULL,
      is_delete INTEGER NOT NULL, occurred_minute INTEGER NOT NULL, modified_ms INTEGER NOT NULL,
      body BLOB NOT NULL, fingerprint BLOB NOT NULL, base INTEGER NOT NULL,
      key BLOB NOT NULL CHECK(length(key) = 16), UNIQUE(domain, record)) STRICT;

    CREATE TABLE sync_quarantine(
      domain INTEGER NOT NULL, record TEXT NOT NULL, is_delete INTEGER NOT NULL,
      occurred_minute INTEGER NOT NULL, modified_ms INTEGER NOT NULL, body BLOB NOT NULL,
      fingerprint BLOB NOT NULL, code TEXT NOT NULL, field TEXT, reason TEXT,
      since_ms INTEGER NOT NULL, PRIMARY KEY(domain, record)) STRICT;

    CREATE TABLE sync_record(
      domain INTEGER NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
      fingerprint BLOB NOT NULL, modified_ms INTEGER NOT NULL, sealed TEXT,
      PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_position(
      domain INTEGER PRIMARY KEY, cursor INTEGER NOT NULL, epoch INTEGER NOT NULL,
      replay_cursor INTEGER, last_success_ms INTEGER) STRICT;

    CREATE TABLE sync_stamp(
      one INTEGER PRIMARY KEY CHECK(one = 1), highest_ms INTEGER NOT NULL) STRICT;
    INSERT INTO sync_stamp VALUES(1, 0);

    CREATE TABLE sync_conflict(
      id INTEGER PRIMARY KEY, domain INTEGER NOT NULL, record TEXT NOT NULL,
      kept_ms INTEGER NOT NULL, winner TEXT NOT NULL CHECK(winner IN ('local', 'remote')),
      local_is_delete INTEGER NOT NULL, local_occurred_minute INTEGER NOT NULL,
      local_modified_ms INTEGER NOT NULL, local_body BLOB NOT NULL,
      remote_change BLOB NOT NULL) STRICT;

    CREATE TABLE sync_parked(
      domain INTEGER NOT NULL, record TEXT NOT NULL,
      reason TEXT NOT NULL CHECK(reason IN ('waits', 'unknown')), change BLOB NOT NULL,
      PRIMARY KEY(domain, record)) STRICT;

    CREATE TABLE sync_summary(
      domain INTEGER NOT NULL, day INTEGER NOT NULL, is_due INTEGER NOT NULL,
      sent_ms INTEGER, PRIMARY KEY(domain, day)) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE sync_handed(
      domain INTEGER NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
      fingerprint BLOB NOT NULL, own_version INTEGER, own_occurred_minute INTEGER,
      own_modified_ms INTEGER, own_body BLOB, PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;
    CREATE INDEX sync_handed_own ON sync_handed(domain, record) WHERE own_version IS NOT NULL;

    ALTER TABLE sync_document ADD COLUMN install BLOB CHECK(length(install) = 16);

    CREATE TABLE sync_pending_revocation(
      handle TEXT PRIMARY KEY, origin TEXT NOT NULL,
      hub_key BLOB CHECK(length(hub_key) = 32), since_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    ALTER TABLE sync_record ADD COLUMN body BLOB;

    ALTER TABLE sync_outbox ADD COLUMN refused_under TEXT;
    ALTER TABLE sync_in_flight ADD COLUMN refused_under TEXT;
    ALTER TABLE sync_quarantine ADD COLUMN refused_under TEXT NOT NULL DEFAULT '';
    ALTER TABLE sync_parked ADD COLUMN parked_under TEXT NOT NULL DEFAULT '';
    ALTER TABLE sync_position ADD COLUMN hub_contracts TEXT;

    CREATE TABLE sync_unreadable(
      sequence INTEGER PRIMARY KEY, domain INTEGER NOT NULL, record TEXT NOT NULL,
      is_delete INTEGER NOT NULL, occurred_minute INTEGER NOT NULL, modified_ms INTEGER NOT NULL,
      body BLOB NOT NULL, fingerprint BLOB NOT NULL, found_under TEXT NOT NULL) STRICT;

    ALTER TABLE sync_record ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sync_record ADD COLUMN lost_ms INTEGER;
    ALTER TABLE sync_parked ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE sync_reconcile(
      domain INTEGER PRIMARY KEY, generation INTEGER NOT NULL,
      kind TEXT CHECK(kind IN ('expired', 'restored')), epoch INTEGER NOT NULL,
      begun_ms INTEGER NOT NULL, stage TEXT NOT NULL CHECK(stage IN ('read', 'compare', 'sweep')),
      cursor INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
    CREATE TABLE sync_trash(
      domain INTEGER NOT NULL, record TEXT NOT NULL, trashed_ms INTEGER NOT NULL,
      occurred_minute INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;

    ALTER TABLE sync_position ADD COLUMN failing_since_ms INTEGER;
    ALTER TABLE sync_position ADD COLUMN failure_code TEXT;
    """,
    """
    -- What this store, as a witness, knows of the Hub's audit chain.
    CREATE TABLE sync_audit(
      one INTEGER PRIMARY KEY CHECK(one = 1), note BLOB, size INTEGER NOT NULL,
      checked_ms INTEGER NOT NULL, alarm TEXT, alarm_ms INTEGER,
      lost_from INTEGER, lost_to INTEGER, lost_ms INTEGER) STRICT;
    CREATE TABLE sync_audit_mark(
      size INTEGER PRIMARY KEY, link BLOB NOT NULL CHECK(length(link) = 32)) STRICT;
    CREATE TABLE sync_audit_evidence(
      number INTEGER PRIMARY KEY, found_ms INTEGER NOT NULL, alarm TEXT NOT NULL, kept BLOB,
      offered BLOB NOT NULL) STRICT;
    """,
    """
    CREATE TABLE sync_intended_delete(
      domain INTEGER NOT NULL, record TEXT NOT NULL, occurred_minute INTEGER NOT NULL,
      PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;
    """,
    """
    -- When the person let another chain count than the one that this store had checked.
    ALTER TABLE sync_audit ADD COLUMN accepted_ms INTEGER;
    """,
    """
    CREATE TABLE sync_given(
      domain INTEGER NOT NULL, record TEXT NOT NULL, fingerprint BLOB NOT NULL,
      PRIMARY KEY(domain, record, fingerprint)) STRICT, WITHOUT ROWID;
    INSERT INTO sync_given(domain, record, fingerprint)
      SELECT domain, record, fingerprint FROM sync_handed;
    """,
    """
    ALTER TABLE sync_in_flight ADD COLUMN sent BLOB;
    ALTER TABLE sync_record ADD COLUMN detail BLOB;
    ALTER TABLE sync_conflict ADD COLUMN remote_detail BLOB;

    CREATE TABLE sync_locked(
      domain INTEGER NOT NULL, record TEXT NOT NULL, change BLOB NOT NULL,
      PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;
    CREATE TRIGGER sync_record_said_anew AFTER UPDATE OF sealed ON sync_record
      WHEN OLD.sealed IS NOT NULL AND NEW.sealed IS NOT OLD.sealed
      BEGIN DELETE FROM sync_locked WHERE domain = OLD.domain AND record = OLD.record; END;
    CREATE TRIGGER sync_record_gone AFTER DELETE ON sync_record WHEN OLD.sealed IS NOT NULL
      BEGIN DELETE FROM sync_locked WHERE domain = OLD.domain AND record = OLD.record; END;

    CREATE TABLE sync_sealing(
      domain INTEGER PRIMARY KEY, opened_to TEXT, sealed_to TEXT) STRICT;
    """,
    """
    CREATE TABLE sync_newest(
      domain INTEGER NOT NULL, record TEXT NOT NULL, modified_ms INTEGER NOT NULL,
      detail_hash BLOB, PRIMARY KEY(domain, record)) STRICT, WITHOUT ROWID;
    INSERT INTO sync_newest(domain, record, modified_ms, detail_hash)
      SELECT domain, record, modified_ms, x'' FROM sync_record
      WHERE detail IS NOT NULL AND lost_ms IS NULL;

    CREATE TABLE sync_rolled_back(
      domain INTEGER NOT NULL, record TEXT NOT NULL, change BLOB NOT NULL,
      found_ms INTEGER NOT NULL, PRIMARY KEY(domain, record)) STRICT;
    CREATE TRIGGER sync_record_went_on AFTER UPDATE OF modified_ms ON sync_record
      BEGIN DELETE FROM sync_rolled_back WHERE domain = OLD.domain AND record = OLD.record; END;
    """,
  ])

/// All tables of the kit, in the order in which they are made.
let journalSchemas = [journalSchema, actionJournalSchema, sharedJournalSchema]

extension Journal {
  /// The journal's tables; an app that is about to open a store compares their version.
  public static var schema: Schema { journalSchema }
}
