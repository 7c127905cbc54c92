import HubContracts
import ServiceBinding
import ToolboxCrypto
import ToolboxSQLite

extension OutingStore {
  /// Keeps a new person, who signs in with `key`; false where the name is taken.
  public func add(
    _ name: String, key: String, link: DocumentID, isLinked: Bool = false
  ) async throws(SQLiteError) -> Bool {
    let hash = SHA256.hash(Array(key.utf8))
    return try await pool.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO person(name, key_hash, link, is_linked) VALUES(?, ?, ?, ?)
        ON CONFLICT(name) DO NOTHING
        """,
        .text(name), .blob(hash), .text(link.description), .integer(isLinked ? 1 : 0))
      return transaction.changes == 1
    }
  }

  /// Whose key this is; nil for nobody's.
  public func person(key: String) async throws(SQLiteError) -> Person? {
    let hash = SHA256.hash(Array(key.utf8))
    return try await pool.read { (transaction) throws(SQLiteError) in
      try transaction.first(
        "SELECT number, name, link, is_linked FROM person WHERE key_hash = ?", .blob(hash)
      ) { (row) throws(SQLiteError) in try Person(row) }
    }
  }

  /// Who has linked their Hub under this id; nil for nobody.
  static func person(
    linkedAs link: DocumentID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Person? {
    try transaction.first(
      "SELECT number, name, link, is_linked FROM person WHERE link = ? AND is_linked = 1",
      .text(link.description)
    ) { (row) throws(SQLiteError) in try Person(row) }
  }

  // MARK: - Linking

  func beginLink(
    of person: Person, state: String, verifier: String
  ) async throws(SQLiteError) {
    try await pool.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "UPDATE person SET state = ?, verifier = ? WHERE number = ?", .text(state),
        .text(verifier), .integer(person.number))
    }
  }

  /// The secret of the link that the person has begun with this state, once.
  func takeVerifier(of person: Person, state: String) async throws(SQLiteError) -> String? {
    try await pool.write { (transaction) throws(SQLiteError) in
      let verifier = try transaction.first(
        "SELECT verifier FROM person WHERE number = ? AND state = ?", .integer(person.number),
        .text(state)
      ) { $0.optionalText(0) }
      try transaction.run(
        "UPDATE person SET state = NULL, verifier = NULL WHERE number = ?",
        .integer(person.number))
      return verifier ?? nil
    }
  }

  func finishLink(of person: Person, _ secrets: LinkSecrets) async throws(SQLiteError) {
    try await pool.write { (transaction) throws(SQLiteError) in
      try transaction.run(
        "UPDATE person SET is_linked = 1, bearer = ?, revoke_handle = ? WHERE number = ?",
        .text(secrets.bearer), .text(secrets.revokeHandle), .integer(person.number))
    }
  }
}

extension Person {
  fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
    guard let link = DocumentID(row.text(2)) else { throw row.damaged() }
    self.init(
      number: row.integer(0), name: row.text(1), link: link, isLinked: row.integer(3) == 1)
  }
}
