import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxCrypto
import ToolboxHTTP

/// `/v1/actions` as a device and a browser see it.
@Suite struct ActionRoutesTests {
  private let door: FrontDoor

  init() throws {
    door = try FrontDoor { identity, _ in
      ActionRoutes(actions: identity.actions).routes
        + ActionRequestRoutes(actions: identity.actions).routes
        + EventRoutes(
          sync: identity.sync, actions: identity.actions, identity: identity.service
        ).routes
    }
  }

  @Test func `an app is given an action in bytes that the Hub has signed (ACT-06)`() async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    let id = try await door.identity.ask(for: StartFocus(minutes: 25), by: owner)

    let answer = await send(.post, "/v1/actions/\(id)/lease", by: device)

    let bytes = answer.bytes ?? []
    let lease = try ActionLease.read(bytes)
    let signature = answer.headers[ActionLease.signatureHeader].flatMap { Base64URL.decode($0) }
    #expect(answer.status == 200 && lease.action == ActionProposal(id, StartFocus(minutes: 25)))
    #expect(lease.usableMilliseconds == ActionLife.leaseMilliseconds)
    #expect(
      door.identity.key.publicKey.isValid(try #require(signature), over: bytes))
  }

  @Test func `a receipt is kept, its repetition changes nothing, and an old number is refused`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    let id = try await door.identity.ask(for: FinishFocus(), by: owner)
    _ = await send(.post, "/v1/actions/\(id)/lease", by: device)
    _ = await send(.post, "/v1/actions/\(id)/lease", by: device)
    let path = "/v1/actions/\(id)/receipt"
    let receipt = { (fence: Int) in #"{"fence":\#(fence),"result":"applied","refs":[]}"# }

    let old = await send(.post, path, by: device, receipt(1))
    let kept = await send(.post, path, by: device, receipt(2))
    let again = await send(.post, path, by: device, receipt(2))

    #expect(old.status == 409 && old.headers[HTTPResponse.errorHeader] == "lease_lost")
    #expect(kept.status == 200 && again.bytes == kept.bytes)
    #expect(try await door.identity.state(of: id, of: owner) == .applied)
  }

  @Test func `an app proposes nothing, and a page of another site neither (ACT-05)`() async throws {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    let path = "/v1/domains/anchor/actions/startFocus"
    let body =
      #"{"id":"3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f","parameters":{"minutes":25}}"#

    let byDevice = await send(.post, path, by: device, body)
    let crossSite = await door.send(
      .post, path,
      headers: [
        "Cookie": "hub_dev=\(owner.token.text)", "Sec-Fetch-Site": "cross-site",
        "Content-Type": "application/json",
      ], body: body)
    let own = await door.send(
      .post, path,
      headers: [
        "Cookie": "hub_dev=\(owner.token.text)", "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/json",
      ], body: body)

    #expect(byDevice.status == 403 && crossSite.status == 403 && own.status == 200)
    let account = owner.session.account.number
    #expect(try await door.identity.database.actions(before: nil, limit: 9, of: account).count == 1)
  }

  @Test func `an open stream is told at once that an action waits, and a new one at its beginning`()
    async throws
  {
    let owner = try await door.identity.makeOwner()
    let device = try await door.identity.connect(owner)
    let told = "event: actions\ndata: {\"domain\":\"anchor\"}\n\n"
    var stream = try await events(device)
    _ = await stream.next()

    try await door.identity.ask(for: FinishFocus(), by: owner)
    let next = await stream.next()
    var second = try await events(device)
    let first = await second.next()

    #expect(next.map { String(decoding: $0, as: UTF8.self) } == told)
    #expect(first.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix(told) == true)
  }

  @Test func `an unknown action, domain or parameter is refused by its code`() async throws {
    let owner = try await door.identity.makeOwner()
    let id = "3f2b8c1e-7a4d-4e9b-9c1d-0a1b2c3d4e5f"
    var codes: [String?] = []

    for (path, body) in [
      ("nowhere/actions/startFocus", "{}"), ("anchor/actions/fly", "{}"),
      ("anchor/actions/takeBack", "{}"), ("anchor/actions/startFocus", "{}"),
      ("anchor/actions/startFocus", #"{"id":"\#(id)","parameters":{"minutes":999}}"#),
      ("anchor/actions/startFocus", #"{"id":"\#(id)","parameters":{"note":"secret"}}"#),
    ] {
      let answer = await door.send(
        .post, "/v1/domains/\(path)",
        headers: [
          "Cookie": "hub_dev=\(owner.token.text)", "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/json",
        ], body: body)
      codes.append(answer.headers[HTTPResponse.errorHeader])
      #expect(!String(decoding: answer.bytes ?? [], as: UTF8.self).contains("secret"))
    }

    #expect(
      codes == [
        "unknown_domain", "unknown_action", "unknown_action", "invalid_request",
        "contract_violation", "contract_violation",
      ])
  }

  private func send(
    _ method: HTTPMethod, _ path: String, by device: DeviceSignIn, _ body: String = ""
  ) async -> HTTPResponse {
    await door.send(
      method, path,
      headers: [
        "Authorization": "Bearer \(device.bearer.text)", "Content-Type": "application/json",
      ], body: body)
  }

  private func events(_ device: DeviceSignIn) async throws -> AsyncStream<[UInt8]>.AsyncIterator {
    let answer = await send(.get, "/v1/sync/events", by: device)
    guard case .stream(let chunks) = answer.body else { throw Unexpected.answer }
    return chunks.makeAsyncIterator()
  }
}
