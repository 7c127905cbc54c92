import ToolboxSQLite

/// The tables of audit chains; the account leads every key.
///
/// - `audit_entry`: what stays for ever. Nothing can change or remove a row of it, unless the account's
///   last link is in `audit_root`, which is all that stays of an account that is deleted.
/// - `audit_content`: what an entry's commitment was made of; erased when its time is over.
/// - `audit_head`: how long the chain is.
/// - `audit_epoch`: how long the chain was when each epoch began.
/// - `audit_checkpoint`: the newest signed note.
/// - `audit_witness`: what each device said last that it has checked.
let auditSchema = Schema(
  component: "hub.audit",
  steps: [
    """
    CREATE TABLE audit_head(
      account INTEGER NOT NULL, size INTEGER NOT NULL CHECK(size >= 0),
      link BLOB NOT NULL CHECK(length(link) = 32), PRIMARY KEY(account)) STRICT, WITHOUT ROWID;

    CREATE TABLE audit_epoch(
      account INTEGER NOT NULL, epoch INTEGER NOT NULL,
      from_size INTEGER NOT NULL CHECK(from_size >= 0),
      PRIMARY KEY(account, epoch)) STRICT, WITHOUT ROWID;

    CREATE TABLE audit_root(
      account INTEGER NOT NULL, size INTEGER NOT NULL,
      link BLOB NOT NULL CHECK(length(link) = 32), at_ms INTEGER NOT NULL,
      PRIMARY KEY(account)) STRICT, WITHOUT ROWID;

    CREATE TABLE audit_entry(
      account INTEGER NOT NULL, number INTEGER NOT NULL CHECK(number > 0),
      commitment BLOB NOT NULL CHECK(length(commitment) = 32),
      link BLOB NOT NULL CHECK(length(link) = 32),
      is_erased INTEGER NOT NULL CHECK(is_erased IN (0, 1)),
      PRIMARY KEY(account, number)) STRICT, WITHOUT ROWID;
    CREATE TRIGGER audit_entry_stays BEFORE UPDATE OF account, number, commitment, link
      ON audit_entry BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;
    CREATE TRIGGER audit_entry_kept BEFORE DELETE ON audit_entry
      WHEN NOT EXISTS(SELECT 1 FROM audit_root WHERE account = OLD.account)
      BEGIN SELECT RAISE(ABORT, 'an audit entry stays'); END;
    -- INSERT OR REPLACE runs neither of the two above.
    CREATE TRIGGER audit_entry_once BEFORE INSERT ON audit_entry
      WHEN EXISTS(
        SELECT 1 FROM audit_entry WHERE account = NEW.account AND number = NEW.number)
      BEGIN SELECT RAISE(ABORT, 'an audit entry never changes'); END;

    CREATE TABLE audit_content(
      account INTEGER NOT NULL, number INTEGER NOT NULL, subject INTEGER NOT NULL,
      kept_until_ms INTEGER NOT NULL, salt BLOB NOT NULL CHECK(length(salt) = 32),
      content BLOB NOT NULL, PRIMARY KEY(account, number)) STRICT, WITHOUT ROWID;
    CREATE INDEX audit_content_subject ON audit_content(account, subject, number);
    CREATE INDEX audit_content_due ON audit_content(kept_until_ms);

    CREATE TABLE audit_checkpoint(
      account INTEGER NOT NULL, size INTEGER NOT NULL, made_ms INTEGER NOT NULL,
      note TEXT NOT NULL, PRIMARY KEY(account)) STRICT, WITHOUT ROWID;

    CREATE TABLE audit_witness(
      account INTEGER NOT NULL, session BLOB NOT NULL CHECK(length(session) = 16),
      size INTEGER NOT NULL, at_ms INTEGER NOT NULL,
      agrees INTEGER NOT NULL CHECK(agrees IN (0, 1)),
      PRIMARY KEY(account, session),
      FOREIGN KEY(account, session) REFERENCES device_session(account, id) ON DELETE CASCADE)
      STRICT, WITHOUT ROWID;
    """
  ])
