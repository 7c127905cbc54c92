import ToolboxSQLite

/// Accounts that were given up, and what is remembered of those that are gone.
let deletionSchema = Schema(
  component: "hub.deletion",
  steps: [
    """
    CREATE TABLE account_deletion(
      account INTEGER PRIMARY KEY REFERENCES account(number), asked_ms INTEGER NOT NULL) STRICT;

    -- SHA-256 of the ids of documents whose account is gone: nobody else can have them.
    CREATE TABLE deleted_document(
      digest BLOB PRIMARY KEY CHECK(length(digest) = 32)) STRICT, WITHOUT ROWID;

    DROP TRIGGER document_no_delete;
    CREATE TRIGGER document_no_delete BEFORE DELETE ON document
      WHEN NOT EXISTS(SELECT 1 FROM account_deletion WHERE account = OLD.account)
      BEGIN SELECT RAISE(ABORT, 'a document never changes hands'); END;
    """
  ])
