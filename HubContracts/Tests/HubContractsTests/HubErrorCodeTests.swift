import HubContracts
import Testing

@Suite struct HubErrorCodeTests {
  private struct Row: Equatable {
    var code: String
    var status: String
    var stored: String
    var again: String
    var advice: String
  }

  /// The rows of every table of docs/protocol/errors.md.
  private static func rows() throws -> [Row] {
    try Fixture.tableRows(ofProtocolPage: "errors.md").map { cells in
      try #require(cells.count == 5, "\(cells)")
      return Row(
        code: cells[0].replacing("`", with: ""), status: cells[1], stored: cells[2],
        again: cells[3], advice: cells[4])
    }
  }

  @Test func `no two codes are the same`() {
    #expect(Set(HubErrorCode.allCases.map(\.rawValue)).count == HubErrorCode.allCases.count)
  }

  @Test func `the page lists every code once, with its status`() throws {
    let rows = try Self.rows()

    #expect(
      rows.map(\.code).sorted() == HubErrorCode.allCases.map(\.rawValue).sorted())
    for row in rows {
      #expect(HubErrorCode(rawValue: row.code).map { "\($0.status)" } == row.status, "\(row.code)")
    }
  }

  @Test func `the page says of every code what was stored, whether to repeat and what to do`()
    throws
  {
    for row in try Self.rows() {
      #expect(["nothing", "unknown"].contains(row.stored), "\(row.code)")
      #expect(["never", "later"].contains(row.again), "\(row.code)")
      #expect(row.advice.count > 30, "\(row.code)")
    }
  }

  @Test func `what may succeed later is what a client may send again`() throws {
    let later = Set(try Self.rows().filter { $0.again == "later" }.map(\.code))

    #expect(
      later == [
        "request_timeout", "unauthorized", "too_many_requests", "authorization_pending",
        "slow_down", "action_held", "action_not_ready",
        "busy", "too_many_streams", "storage_full", "storage_unavailable", "hub.bug",
        "invalid_answer",
      ])
  }

  @Test func `every reason of a contract violation is on the page`() throws {
    let page = try Fixture.protocolPage("errors.md").joined(separator: " ")

    for reason in ContractViolation.Reason.allCases {
      #expect(page.contains("`\(reason.rawValue)`"))
    }
  }
}

@Suite struct HubErrorBodyTests {
  @Test(arguments: [
    "", "<html>Bad gateway</html>", "{}", #"{"error":"busy"}"#, #"{"error":{"code":"busy"}}"#,
    #"{"error":{"code":7,"message":"x"}}"#, #"{"error":{"code":"busy","message":"x"}}}"#,
  ])
  func `what a proxy or somebody else answers is no error of a Hub`(body: String) {
    #expect(HubErrorBody(json: Array(body.utf8)) == nil)
  }

  @Test func `details and codes of a newer Hub do no harm`() {
    let body = #"{"error":{"code":"moon_phase","message":"x","details":{"n":[1]}},"id":"y"}"#

    #expect(HubErrorBody(json: Array(body.utf8))?.code == "moon_phase")
  }

  @Test func `an answer of more than 64 KiB is not read`() {
    let message = String(repeating: "x", count: 66_000)

    #expect(HubErrorBody(json: HubErrorBody(code: "busy", message: message).json) == nil)
  }
}
