import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// What a device says waits there for its person, and how the Hub says it back.
@Suite struct AttentionRoutesTests {
  private let door: FrontDoor
  private static let two = AttentionCounts(conflicts: 2, quarantined: 0)

  init() throws { door = try FrontDoor { hub, _ in SyncRoutes(sync: hub.sync).routes } }

  private func tell(_ body: String, by device: DeviceSignIn) async -> HTTPResponse {
    await door.send(
      .put, AttentionCounts.path,
      headers: [
        "Authorization": "Bearer \(device.bearer.text)", "Content-Type": "application/json",
      ], body: body)
  }

  /// What the Hub says that it was told, on an answer to a pull.
  private func told(by device: DeviceSignIn) async -> String? {
    await door.send(
      .get, "/v1/sync/pull?domain=anchor&cursor=0",
      headers: ["Authorization": "Bearer \(device.bearer.text)", "Sync-Protocol": "2"]
    ).headers[AttentionCounts.header]
  }

  private func counts(of person: SignedIn) async throws -> [AttentionCounts] {
    try await door.identity.service.deviceSessions(of: person.session.account.number)
      .map(\.attention)
  }

  @Test func `what a session says is its own, and comes back with its next answer`() async throws {
    let owner = try await door.identity.makeOwner()
    let (desk, phone) = (
      try await door.identity.connect(owner), try await door.identity.connect(owner)
    )
    let before = await told(by: desk)

    let answer = await tell(#"{"conflicts":2,"quarantined":0}"#, by: desk)

    #expect(before == "0 0" && answer.status == 204)
    #expect(await told(by: desk) == "2 0")
    #expect(await told(by: phone) == "0 0")
    #expect(try await counts(of: owner).filter { $0 != .nothing } == [Self.two])
  }

  @Test func `it ends with the session`() async throws {
    let owner = try await door.identity.makeOwner()
    let desk = try await door.identity.connect(owner)
    _ = await tell(#"{"conflicts":2,"quarantined":0}"#, by: desk)

    _ = try await door.identity.service.signOutDevice(token: desk.bearer.text)
    let again = try await door.identity.connect(owner, document: desk.session.document)

    #expect(try await counts(of: owner) == [.nothing])
    #expect(await told(by: again) == "0 0")
  }

  @Test(arguments: [
    #"{"conflicts":2}"#, #"{"conflicts":2,"quarantined":1001}"#,
    #"{"conflicts":2,"quarantined":"0"}"#, #"{"conflicts":2,"quarantined":0,"title":"Zanzibar"}"#,
  ])
  func `anything but the two numbers is refused, and what was said stays`(
    body: String
  ) async throws {
    let owner = try await door.identity.makeOwner()
    let desk = try await door.identity.connect(owner)
    _ = await tell(#"{"conflicts":2,"quarantined":0}"#, by: desk)

    let answer = await tell(body, by: desk)

    #expect(answer.status == 400)
    #expect(try await counts(of: owner) == [Self.two])
  }
}
