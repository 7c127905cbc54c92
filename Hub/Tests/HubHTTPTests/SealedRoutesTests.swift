import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// The signed list of a domain's devices, as sessions see it (docs/protocol/sealed.md, 5.1).
@Suite struct SealedRoutesTests {
  private let door: FrontDoor
  private var hub: TestIdentity { door.identity }

  init() throws {
    door = try FrontDoor { identity, _ in SealedRoutes(storage: identity.database).routes }
  }

  @Test func `entries are kept in order, and only the next one is taken`() async throws {
    let anchor = try await hub.connect(try await hub.makeOwner())

    #expect(try await append("Zmlyc3Q", at: 0, by: anchor) == .init(isAppended: true, size: 1))
    #expect(try await append("b3RoZXI", at: 0, by: anchor) == .init(isAppended: false, size: 1))
    #expect(try await append("dGhpcmQ", at: 2, by: anchor) == .init(isAppended: false, size: 1))
    #expect(try await append("c2Vjb25k", at: 1, by: anchor) == .init(isAppended: true, size: 2))

    #expect(try await entries(by: anchor) == ["Zmlyc3Q", "c2Vjb25k"])
  }

  @Test func `another account, and another app, have a directory of their own`() async throws {
    let owner = try await hub.makeOwner()
    let guest = try await hub.makeGuest()
    let anchor = try await hub.connect(owner)
    let theirs = try await hub.connect(guest)
    let kith = try await hub.connect(owner, client: "kith")
    _ = try await append("Zmlyc3Q", at: 0, by: anchor)

    #expect(try await entries(by: theirs) == [])
    #expect(try await append("dGhlaXJz", at: 0, by: theirs) == .init(isAppended: true, size: 1))
    #expect(await send(.get, "?domain=anchor", by: kith).status == 403)
    #expect(await send(.post, "", by: kith, body("eA", at: 1)).status == 403)
    #expect(try await entries(by: anchor) == ["Zmlyc3Q"])
  }

  @Test(arguments: [
    #"{"domain":"anchor","index":0}"#, #"{"domain":"anchor","index":0,"entry":""}"#,
    #"{"domain":"anchor","index":0,"entry":"a b"}"#,
    #"{"domain":"anchor","index":-1,"entry":"eA"}"#,
    #"{"domain":"anchor","index":4096,"entry":"eA"}"#,
    #"{"domain":"anchor","index":0,"entry":"eA","title":"x"}"#,
    #"{"domain":"none","index":0,"entry":"eA"}"#, "[]", "",
  ])
  func `what is no entry is refused, and nothing is stored`(text: String) async throws {
    let anchor = try await hub.connect(try await hub.makeOwner())

    #expect(await send(.post, "", by: anchor, text).status == 400)

    #expect(try await entries(by: anchor) == [])
  }

  @Test func `an entry that is too long is refused`() async throws {
    let anchor = try await hub.connect(try await hub.makeOwner())
    let long = String(repeating: "A", count: SealedDirectoryPage.entryBytesMax * 2)

    #expect(await send(.post, "", by: anchor, body(long, at: 0)).status >= 400)

    #expect(try await entries(by: anchor) == [])
  }

  // MARK: - Steps

  private func body(_ entry: String, at index: Int) -> String {
    #"{"domain":"anchor","index":\#(index),"entry":"\#(entry)"}"#
  }

  private func append(
    _ entry: String, at index: Int, by device: DeviceSignIn
  ) async throws -> SealedDirectoryAnswer {
    let answer = await send(.post, "", by: device, body(entry, at: index))
    #expect(answer.status == 200)
    return try SealedDirectoryAnswer.read(answer.bytes ?? [])
  }

  private func entries(by device: DeviceSignIn) async throws -> [String] {
    let answer = await send(.get, "?domain=anchor", by: device)
    #expect(answer.status == 200)
    return try SealedDirectoryPage.read(answer.bytes ?? []).entries
  }

  private func send(
    _ method: HTTPMethod, _ query: String, by device: DeviceSignIn, _ body: String = ""
  ) async -> HTTPResponse {
    var headers: HTTPHeaders = ["Authorization": "Bearer \(device.bearer.text)"]
    if method == .post { headers["Content-Type"] = "application/json" }
    return await door.send(method, SealedDirectoryPage.path + query, headers: headers, body: body)
  }
}
