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
    """,
    // Step 2: further accounts, second factors, recovery, passkeys, and what the person can look back at.
    """
    ALTER TABLE account ADD COLUMN disabled_ms INTEGER;
    -- What passkeys know the account by: 32 random bytes, made with the first of them.
    ALTER TABLE account ADD COLUMN passkey_user BLOB
      CHECK(passkey_user IS NULL OR length(passkey_user) = 32);
    CREATE UNIQUE INDEX account_passkey_user ON account(passkey_user);
    CREATE TRIGGER web_session_enabled BEFORE INSERT ON web_session
      WHEN (SELECT disabled_ms FROM account WHERE number = NEW.account) IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'the account is disabled'); END;
    CREATE TRIGGER device_session_enabled BEFORE INSERT ON device_session
      WHEN (SELECT disabled_ms FROM account WHERE number = NEW.account) IS NOT NULL
      BEGIN SELECT RAISE(ABORT, 'the account is disabled'); END;

    CREATE TABLE invitation(
      token BLOB PRIMARY KEY CHECK(length(token) = 32),
      inviter INTEGER NOT NULL REFERENCES account(number), created_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recovery_code(
      code BLOB PRIMARY KEY CHECK(length(code) = 32),
      account INTEGER NOT NULL REFERENCES account(number)) STRICT, WITHOUT ROWID;
    CREATE INDEX recovery_code_account ON recovery_code(account);

    CREATE TABLE recovery_link(
      account INTEGER PRIMARY KEY REFERENCES account(number),
      token BLOB NOT NULL UNIQUE CHECK(length(token) = 32), created_ms INTEGER NOT NULL) STRICT;

    CREATE TABLE code_generator(
      account INTEGER PRIMARY KEY REFERENCES account(number), secret BLOB NOT NULL,
      is_confirmed INTEGER NOT NULL CHECK(is_confirmed IN (0, 1)),
      used_step INTEGER NOT NULL, created_ms INTEGER NOT NULL) STRICT;

    CREATE TABLE passkey(
      id BLOB PRIMARY KEY CHECK(length(id) BETWEEN 16 AND 1023),
      account INTEGER NOT NULL REFERENCES account(number), name TEXT NOT NULL,
      public_key BLOB NOT NULL, sign_count INTEGER NOT NULL,
      can_back_up INTEGER NOT NULL CHECK(can_back_up IN (0, 1)),
      is_backed_up INTEGER NOT NULL CHECK(is_backed_up IN (0, 1)),
      created_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX passkey_account ON passkey(account);

    CREATE TABLE authorization_code(
      code BLOB PRIMARY KEY CHECK(length(code) = 32),
      account INTEGER NOT NULL REFERENCES account(number), client TEXT NOT NULL,
      document BLOB NOT NULL CHECK(length(document) = 16),
      challenge BLOB NOT NULL CHECK(length(challenge) = 32), platform TEXT NOT NULL,
      callback TEXT NOT NULL, device_name TEXT NOT NULL, created_ms INTEGER NOT NULL,
      -- The session that it gave, once it was redeemed: a second use ends it.
      session BLOB CHECK(session IS NULL OR length(session) = 16)) STRICT, WITHOUT ROWID;

    -- No words: kinds, networks and ids only. Without an account: of a name that nobody has.
    CREATE TABLE security_event(
      number INTEGER PRIMARY KEY, account INTEGER REFERENCES account(number),
      at_ms INTEGER NOT NULL, kind TEXT NOT NULL, network TEXT NOT NULL, method TEXT, client TEXT,
      times INTEGER NOT NULL CHECK(times > 0)) STRICT;
    CREATE INDEX security_event_account ON security_event(account, kind, number);

    ALTER TABLE device_session ADD COLUMN next_token BLOB CHECK(length(next_token) = 32);
    CREATE UNIQUE INDEX device_session_next ON device_session(next_token)
      WHERE next_token IS NOT NULL;
    CREATE TABLE retired_token(
      token BLOB PRIMARY KEY CHECK(length(token) = 32), account INTEGER NOT NULL,
      session BLOB NOT NULL, retired_ms INTEGER NOT NULL,
      FOREIGN KEY(account, session) REFERENCES device_session(account, id) ON DELETE CASCADE)
      STRICT, WITHOUT ROWID;
    CREATE INDEX retired_token_session ON retired_token(account, session);
    """,
    // Step 3: what the session's app says waits there for the person, in numbers.
    """
    ALTER TABLE device_session ADD COLUMN conflicts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device_session ADD COLUMN quarantined INTEGER NOT NULL DEFAULT 0;
    """,
  ])
