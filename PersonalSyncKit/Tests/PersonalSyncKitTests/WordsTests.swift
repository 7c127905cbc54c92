import HubContracts
import PersonalSyncKit
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient
import ToolboxSQLite

/// What the kit says to a person where an app prints it as it is.
@Suite struct WordsTests {
  private static let record = RecordID(type: "habit", uuid: "00000000-0000-4000-8000-000000000001")

  private static let journal: [JournalError] = [
    .diskFull, .damaged(code: 11), .newerSchema, .unavailable(code: "sqlite.busy"), .detailLocked,
    .contentFrozen, .contentUnknown, .idOfAnotherType(record: record, type: "focusSession"),
  ]

  private static let network: [HTTPClientError] = [
    .cannotConnect, .tlsFailed, .timedOut, .connectionLost, .responseTooLarge, .malformedResponse,
    .invalidRequest, .cancelled,
  ]

  private static let refusals = HubErrorCode.allCases.map(\.rawValue) + ["http_502"]

  private static let identity: [IdentityError] =
    [
      .address(.malformed), .address(.pathNotAllowed), .address(.plainHTTPNotAllowed),
      .sessionChanged, .invalidResponse, .hubKeyChanged, .differentAccount,
      .secrets(.unreadable), .secrets(.unavailable(code: "token_store.locked")),
    ] + refusals.map { .refused(code: $0) } + network.map { .unreachable($0) }
    + journal.map { .journal($0) }

  private struct AppFailed: Error, CustomStringConvertible {
    let description = "no such list."
  }

  private static let sync: [SyncError] =
    [
      .ownership(.approvalRequired), .ownership(.differentAccount), .sessionChanged, .signInNeeded,
      .hubKeyChanged, .hubWentBack, .invalidResponse, .applyFailed(AppFailed()),
      .recursiveSynchronize,
    ] + refusals.map { .hubRefused(code: $0, retryAfterSeconds: 7) }
    + network.map { .unreachable($0) } + journal.map { .journal($0) }

  private func check(_ error: any Error, code: String) {
    let text = "\(error)"

    #expect(text.hasSuffix(" (\(code))"), "\(text)")
    #expect(text.contains(". ") && text.first?.isUppercase == true, "\(text)")
    #expect(!text.contains("Error") && !text.contains("Optional"), "\(text)")
  }

  @Test(arguments: journal)
  func `an error of the journal says what happened, what to do, and its code`(error: JournalError) {
    check(error, code: error.code)
  }

  @Test(arguments: identity)
  func `an error of signing in says what happened, what to do, and its code`(error: IdentityError) {
    check(error, code: error.code)
  }

  @Test func `an error of a pass says what happened, what to do, and its code`() {
    for error in Self.sync { check(error, code: error.code) }
  }

  @Test func `a refusal says when to try again, and a failed save what the app said`() {
    #expect("\(SyncError.hubRefused(code: "busy", retryAfterSeconds: 7))".contains("in 7 s."))
    #expect("\(SyncError.applyFailed(AppFailed()))".contains("store: no such list. It"))
    #expect("\(SyncError.applyFailed(SQLiteError.busy))".contains("store: sqlite.busy. It"))
  }

  @Test func `a status is one line, from not connected to up to date`() async throws {
    let pair = try PairOfDevices(.attached)
    let device = pair.first
    func line() async throws -> String {
      let journal = device.store.journal
      return try await device.store.pool.read { (transaction) throws(JournalError) in
        try journal.syncStatus(transaction).description
      }
    }
    try await device.save("a", 25)
    var lines = [try await line()]
    let account = try await device.signIn(to: pair.hub, as: pair.ada)
    lines.append(try await line())
    try await device.runtime.bindAccount(account, adoptingUnownedData: true)
    lines.append(try await line())
    lines.append(try await device.synchronize().description)
    lines.append(try await line())
    lines.append(try await device.identity.signOut().description)
    lines.append(try await line())
    lines.append(try await device.synchronize().description)

    #expect(
      lines == [
        "Not connected to a Hub; 1 change waits",
        "Signed in; nobody has said yet that this account owns the store; 1 change waits",
        "1 change waits", "Synchronised: 1 sent, 0 received", "Up to date",
        "Signed out; everything stays on this device", "Signed out",
        "Not connected to a Hub: nothing was synchronised",
      ])
  }
}
