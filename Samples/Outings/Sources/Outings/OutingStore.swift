import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// What the service keeps: its people, their outings with titles, and what Hubs asked of it.
public struct OutingStore: Sendable {
  let pool: DatabasePool

  public init(path: String) throws(Schema.Failure) {
    pool = try DatabasePool.open(path: path) { (database) throws(Schema.Failure) in
      try Self.schema.migrate(database)
    }
  }

  /// - `person.link` is what their Hub calls them; it counts once `is_linked`.
  /// - `item.version` rises with each change; `step` is how an item was before the version that it
  ///   names, with nothing in `status` where it was not there.
  /// - `receipt` answers an action that comes again.
  private static let schema = Schema(
    component: "outings",
    steps: [
      """
      CREATE TABLE person(
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, key_hash BLOB NOT NULL UNIQUE,
        link TEXT NOT NULL UNIQUE, is_linked INTEGER NOT NULL, state TEXT, verifier TEXT,
        bearer TEXT, revoke_handle TEXT) STRICT;
      CREATE TABLE item(
        person INTEGER NOT NULL REFERENCES person(number), id TEXT NOT NULL, title TEXT NOT NULL,
        category TEXT NOT NULL, status TEXT NOT NULL, target_day TEXT, done_on TEXT,
        version INTEGER NOT NULL, PRIMARY KEY(person, id)) STRICT, WITHOUT ROWID;
      CREATE TABLE step(
        person INTEGER NOT NULL, item TEXT NOT NULL, version INTEGER NOT NULL,
        status TEXT, target_day TEXT, done_on TEXT,
        PRIMARY KEY(person, item, version)) STRICT, WITHOUT ROWID;
      CREATE TABLE receipt(
        person INTEGER NOT NULL, action TEXT NOT NULL, digest BLOB NOT NULL, result BLOB NOT NULL,
        PRIMARY KEY(person, action)) STRICT, WITHOUT ROWID;
      CREATE TABLE nonce(nonce TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      """
    ])
}

/// Somebody who uses the service.
public struct Person: Sendable, Equatable {
  public let number: Int64
  public let name: String
  public let link: DocumentID
  public let isLinked: Bool
}

/// An outing; its title goes nowhere.
public struct Outing: Sendable, Equatable {
  public var id: RecordID
  public var title: String
  public var facts: LiveItemFacts
  public var version: Int64
}
