import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on grants, which belong to no account until one decides them.
enum DeviceGrantTable {
  /// How long a grant that is over can still be asked for, so that its app learns why.
  private static let keptMilliseconds = DeviceGrant.lifeMilliseconds + Milliseconds.hour

  static func insert(
    _ new: NewDeviceGrant, pendingMax: Int, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> GrantInsertion {
    try removeEnded(at: now, transaction)
    let grant = new.grant
    guard try makeRoom(for: grant, pendingMax: pendingMax, at: now, transaction) else {
      return .tooManyPending
    }
    try transaction.run(
      """
      INSERT INTO device_grant(device_code, user_code, client, document, challenge, platform,
        unowned_records, network, requested_ms, state)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending') ON CONFLICT(user_code) DO NOTHING
      """,
      .blob(new.deviceCode.bytes), .text(grant.userCode.description), .text(grant.client),
      .blob(grant.document.bytes), .blob(new.challenge.bytes), .text(grant.platform.rawValue),
      .integer(grant.unownedRecords), .text(grant.network),
      .integer(grant.requestedAtMilliseconds))
    return transaction.changes == 1 ? .stored : .codeTaken
  }

  /// Whether one more may wait.
  ///
  /// A network has a share. Where all places are taken, the oldest of the network that has most gives
  /// way, as long as it keeps more than the one that asks: then no few networks can keep others out.
  private static func makeRoom(
    for grant: DeviceGrant, pendingMax: Int, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    let since = now - DeviceGrant.lifeMilliseconds
    let counts = try transaction.first(
      """
      SELECT count(*), count(*) FILTER (WHERE network = ?) FROM device_grant
      WHERE state = 'pending' AND requested_ms > ?
      """, .text(grant.network), .integer(since)
    ) { (all: Int($0.integer(0)), ofNetwork: Int($0.integer(1))) }
    guard let counts, counts.ofNetwork < DeviceGrant.pendingOfNetworkMax else { return false }
    if counts.all < pendingMax { return true }
    try transaction.run(
      """
      DELETE FROM device_grant WHERE device_code = (
        SELECT device_code FROM device_grant
        WHERE state = 'pending' AND requested_ms > ?1 AND network = (
          SELECT network FROM device_grant WHERE state = 'pending' AND requested_ms > ?1
          GROUP BY network HAVING count(*) > ?2 + 1 ORDER BY count(*) DESC, network LIMIT 1)
        ORDER BY requested_ms, device_code LIMIT 1)
      """, .integer(since), .integer(counts.ofNetwork))
    return transaction.changes == 1
  }

  static func pending(
    _ code: UserCode, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceGrant? {
    try transaction.first(
      """
      SELECT user_code, client, document, platform, unowned_records, requested_ms, network
      FROM device_grant WHERE user_code = ? AND state = 'pending'
      """, .text(code.description)
    ) { (row) throws(SQLiteError) in try grant(row) }
  }

  static func stored(
    _ deviceCode: TokenHash, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoredGrant? {
    try transaction.first(
      """
      SELECT user_code, client, document, platform, unowned_records, requested_ms, network,
        challenge, state
      FROM device_grant WHERE device_code = ?
      """, .blob(deviceCode.bytes)
    ) { (row) throws(SQLiteError) in
      guard let challenge = CodeChallenge(bytes: row.blob(7)),
        let state = StoredGrant.State(rawValue: row.text(8))
      else { throw row.damaged() }
      return StoredGrant(grant: try grant(row), challenge: challenge, state: state)
    }
  }

  static func decide(
    _ code: UserCode, _ decision: GrantDecision, at now: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> GrantDecisionResult {
    guard let grant = try pending(code, transaction), grant.isLive(at: now) else { return .gone }
    let state: StoredGrant.State
    var name: String?
    switch decision {
    case .deny: state = .denied
    case .approve(let deviceName, _):
      let owner = try DocumentTable.owner(of: grant.document, transaction)
      let asked = DocumentTable.Owner(account: decision.account, client: grant.client)
      guard owner == nil || owner == asked else { return .documentOwned }
      state = .approved
      name = deviceName.text
    }
    try transaction.run(
      """
      UPDATE device_grant SET state = ?, account = ?, device_name = ?
      WHERE user_code = ? AND state = 'pending'
      """,
      .text(state.rawValue), .integer(decision.account.value), .optional(name),
      .text(code.description))
    return .decided
  }

  /// Takes an approved grant out for good.
  ///
  /// Nil where the grant is not approved, not live at `now`, or gone.
  static func take(
    _ deviceCode: TokenHash, at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> DeviceSessionTable.Approved? {
    let found = try transaction.first(
      """
      SELECT g.user_code, g.client, g.document, g.platform, g.unowned_records, g.requested_ms,
        g.network, g.device_name, a.number, a.id, a.name, a.time_zone
      FROM device_grant g JOIN account a ON a.number = g.account
      WHERE g.device_code = ? AND g.state = 'approved'
      """, .blob(deviceCode.bytes)
    ) { (row) throws(SQLiteError) in
      (try grant(row), try AccountTable.account(row, from: 8), row.text(7))
    }
    guard let (grant, account, deviceName) = found, grant.isLive(at: now) else { return nil }
    try transaction.run(
      "DELETE FROM device_grant WHERE device_code = ?", .blob(deviceCode.bytes))
    return DeviceSessionTable.Approved(
      account: account, client: grant.client, document: grant.document, platform: grant.platform,
      deviceName: deviceName)
  }

  /// Takes back what the account approved and no app has fetched yet.
  static func endApproved(
    by account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM device_grant WHERE account = ? AND state = 'approved'",
      .integer(account.value))
  }

  static func removeEnded(
    at now: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM device_grant WHERE requested_ms <= ?", .integer(now - keptMilliseconds))
  }

  /// Reads a grant from the first seven columns.
  private static func grant(_ row: borrowing Row) throws(SQLiteError) -> DeviceGrant {
    guard let code = UserCode(typed: row.text(0)), let document = DocumentID(bytes: row.blob(2)),
      let platform = Platform(rawValue: row.text(3))
    else { throw row.damaged() }
    return DeviceGrant(
      userCode: code, client: row.text(1), document: document, platform: platform,
      unownedRecords: row.integer(4), requestedAtMilliseconds: row.integer(5),
      network: row.text(6))
  }
}
