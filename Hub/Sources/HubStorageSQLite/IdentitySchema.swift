import ToolboxSQLite

/// The tables of accounts, sessions and grants.
///
/// The only tables with words that people chose: the account's name and its devices' names.
let identitySchema = Schema(
  component: "hub.identity",
  steps: [
    """
    CREATE TABLE account(
      number INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE CHECK(length(id) = 16),
      name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, time_zone TEXT NOT NULL,
      password BLOB NOT NULL, is_owner INTEGER NOT NULL CHECK(is_owner IN (0, 1)),
      created_ms INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX account_owner ON account(is_owner) WHERE is_owner = 1;

    CREATE TABLE web_session(
      account INTEGER NOT NULL REFERENCES account(number),
      id BLOB NOT NULL CHECK(length(id) = 16),
      token BLOB NOT NULL UNIQUE CHECK(length(token) = 32), network TEXT NOT NULL,
      signed_in_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, fresh_until_ms INTEGER NOT NULL,
      PRIMARY KEY(account, id)) STRICT, WITHOUT ROWID;

    CREATE TABLE device_session(
      account INTEGER NOT NULL REFERENCES account(number),
      id BLOB NOT NULL CHECK(length(id) = 16),
      token BLOB NOT NULL UNIQUE CHECK(length(token) = 32),
      revoke BLOB NOT NULL UNIQUE CHECK(length(revoke) = 32),
      client TEXT NOT NULL, document BLOB NOT NULL CHECK(length(document) = 16),
      platform TEXT NOT NULL, name TEXT NOT NULL, created_ms INTEGER NOT NULL,
      seen_ms INTEGER NOT NULL, is_in_use INTEGER NOT NULL CHECK(is_in_use IN (0, 1)),
      PRIMARY KEY(account, id)) STRICT, WITHOUT ROWID;

    CREATE TABLE device_grant(
      device_code BLOB PRIMARY KEY CHECK(length(device_code) = 32),
      user_code TEXT NOT NULL UNIQUE, client TEXT NOT NULL,
      document BLOB NOT NULL CHECK(length(document) = 16),
      challenge BLOB NOT NULL CHECK(length(challenge) = 32), platform TEXT NOT NULL,
      unowned_records INTEGER NOT NULL, network TEXT NOT NULL, requested_ms INTEGER NOT NULL,
      state TEXT NOT NULL CHECK(state IN ('pending', 'approved', 'denied')),
      account INTEGER REFERENCES account(number), device_name TEXT,
      CHECK((state = 'pending') = (account IS NULL)),
      CHECK((state = 'approved') = (device_name IS NOT NULL))) STRICT, WITHOUT ROWID;

    CREATE TABLE document(
      id BLOB PRIMARY KEY CHECK(length(id) = 16),
      account INTEGER NOT NULL REFERENCES account(number), client TEXT NOT NULL,
      claimed_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TRIGGER document_no_update BEFORE UPDATE ON document
      BEGIN SELECT RAISE(ABORT, 'a document never changes hands'); END;
    CREATE TRIGGER document_no_delete BEFORE DELETE ON document
      BEGIN SELECT RAISE(ABORT, 'a document never changes hands'); END;
    -- INSERT OR REPLACE runs neither of the two above.
    CREATE TRIGGER document_once BEFORE INSERT ON document
      WHEN EXISTS(SELECT 1 FROM document WHERE id = NEW.id)
      BEGIN SELECT RAISE(ABORT, 'a document never changes hands'); END;
    """
  ])
