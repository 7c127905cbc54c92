import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// What a device is told whose cursor is older than what the Hub remembers of deletions.
@Suite struct ExpiredCursorTests {
  let door: FrontDoor

  init() throws {
    door = try FrontDoor { identity, _ in
      SyncRoutes(sync: Self.service(identity, clock: identity.clock)).routes
    }
  }

  private static func service(_ identity: TestIdentity, clock: HandMovedClock) -> SyncService {
    SyncService(storage: identity.database, clock: clock, random: identity.random)
  }

  @Test func `H5: it is answered 410 cursor_expired, and a reading from the start is not`()
    async throws
  {
    let signIn = try await door.identity.connect(try await door.identity.makeOwner())
    let headers: HTTPHeaders = [
      "Authorization": "Bearer \(signIn.bearer.text)", "Content-Type": "application/json",
      "Sync-Protocol": "2",
    ]
    for mutation in ["upsert", "delete"] {
      let body = Self.push(mutation, base: mutation == "upsert" ? 0 : 1)
      #expect(await door.send(.post, "/v1/sync/push", headers: headers, body: body).status == 200)
    }
    // The session would not outlive so long a silence.
    let later = HandMovedClock(door.identity.clock.nowMilliseconds + 181 * 86_400_000)
    try await Self.service(door.identity, clock: later).purgeTombstones()

    let expired = await door.send(.get, "/v1/sync/pull?domain=anchor&cursor=1", headers: headers)
    let whole = await door.send(.get, "/v1/sync/pull?domain=anchor&cursor=0", headers: headers)

    #expect(expired.status == 410 && expired.headers["Hub-Error"] == "cursor_expired")
    #expect(whole.status == 200)
  }

  private static func push(_ operation: String, base: Int) -> String {
    """
    {"domain":"anchor","deviceId":"b1e6f0a3-92c4-4d58-a7e1-6f4d3c2b1a09","mutations":[
     {"id":"focusSession-3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f",
      "idempotencyKey":"7d0c4a52-1f3e-4b7a-8d21-5c6e7f80911\(base)",
      "operation":"\(operation)","baseVersion":\(base),"occurredAt":"2026-11-30T08:30:00Z",
      "modifiedAt":1796027412345,
      "record":{"type":"focusSession","facts":{"startedAt":"2026-11-30T08:05:00Z",
       "endedAt":"2026-11-30T08:30:00Z","focusedMinutes":25,"completed":true}}}]}
    """
  }
}
