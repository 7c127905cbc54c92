import ToolboxSQLite

/// The tables of actions; the account leads every key.
///
/// - `asked_action.position`: in the order in which they were proposed, within the account.
/// - `required_*` is the precondition; `undoes` and `for_document` are of an action that takes another
///   back; `by_document` is the store that did it; `refs` are ids parted by spaces.
/// - `performed_action`: what each session's app says that it performs; it goes with the session.
let actionSchema = Schema(
  component: "hub.actions",
  steps: [
    """
    CREATE TABLE asked_action(
      account INTEGER NOT NULL, id BLOB NOT NULL CHECK(length(id) = 16),
      position INTEGER NOT NULL, domain INTEGER NOT NULL, name TEXT NOT NULL,
      parameters BLOB NOT NULL, required_ref TEXT, required_version INTEGER,
      undoes BLOB CHECK(undoes IS NULL OR length(undoes) = 16), for_document BLOB,
      proposer BLOB NOT NULL, proposed_ms INTEGER NOT NULL, approved_ms INTEGER,
      ended_ms INTEGER, state TEXT NOT NULL, fence INTEGER NOT NULL, holder BLOB,
      lease_end_ms INTEGER NOT NULL, not_before_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL, by_document BLOB, refusal TEXT, refs TEXT NOT NULL,
      inverse_name TEXT, inverse_parameters BLOB, inverse_ref TEXT, inverse_version INTEGER,
      PRIMARY KEY(account, id),
      CHECK((required_ref IS NULL) = (required_version IS NULL)),
      CHECK((undoes IS NULL) = (for_document IS NULL)),
      CHECK((inverse_name IS NULL) = (inverse_version IS NULL))) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX asked_action_by_position ON asked_action(account, position);
    CREATE INDEX asked_action_by_time ON asked_action(account, proposed_ms);
    CREATE INDEX asked_action_open ON asked_action(account, domain, position)
      WHERE state IN ('proposed', 'queued', 'leased');
    CREATE UNIQUE INDEX asked_action_undoing ON asked_action(account, undoes)
      WHERE undoes IS NOT NULL;

    CREATE TABLE performed_action(
      account INTEGER NOT NULL, session BLOB NOT NULL, domain INTEGER NOT NULL,
      name TEXT NOT NULL, PRIMARY KEY(account, session, domain, name),
      FOREIGN KEY(account, session) REFERENCES device_session(account, id) ON DELETE CASCADE)
      STRICT, WITHOUT ROWID;
    """,
    // Step 2: the product whose session proposed it; NULL where the person did.
    """
    ALTER TABLE asked_action ADD COLUMN client TEXT;
    """,
    // Step 3: the store whose session had the newest lease.
    """
    ALTER TABLE asked_action ADD COLUMN holder_document BLOB;
    """,
    // Step 4: the agent that proposed it; `proposer` is then its id, too.
    """
    ALTER TABLE asked_action ADD COLUMN agent BLOB;
    """,
  ])
