import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// A lease belongs to one session: also to the account's own other sessions it is a stranger's (ACT-04).
@Suite struct LeaseTests {
  @Test func `only the session that leased an action may say what became of it`() async throws {
    let house = try await House()
    let fence = try await house.hub.lease(house.action, to: house.victimDevice).fence
    let phone = try await house.hub.connect(house.victim)
    let otherApp = try await house.hub.connect(house.victim, client: "calorie")
    let before = try await action(of: house)
    let bearers = [
      (phone.bearer.text, 409, "lease_lost"), (otherApp.bearer.text, 404, "not_found"),
      (house.bearers.guest, 404, "not_found"),
    ]

    for (bearer, status, code) in bearers {
      let answer = await receipt(fence, by: bearer, in: house)
      #expect(answer.status == status && answer.headers[HTTPResponse.errorHeader] == code)
    }

    #expect(try await action(of: house) == before)
    #expect(await receipt(fence, by: house.victimDevice.bearer.text, in: house).status == 200)
  }

  private func action(of house: House) async throws -> AskedAction? {
    try await house.hub.database.action(house.action, of: house.victim.session.account.number)
  }

  private func receipt(_ fence: Int64, by bearer: String, in house: House) async -> HTTPResponse {
    await house.door.send(
      .post, "/v1/actions/\(house.action)/receipt",
      headers: ["Authorization": "Bearer \(bearer)", "Content-Type": "application/json"],
      body: #"{"fence":\#(fence),"result":"applied","refs":[]}"#)
  }
}
