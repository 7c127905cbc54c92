import HubContracts
import HubCore
import HubHTTP
import HubTesting
import Testing
import ToolboxHTTP

/// What one account's people and devices do is told to no stream of another's.
@Suite struct StreamTests {
  @Test func `no stream of others tells that the victim pushed, acted or disconnected`()
    async throws
  {
    let house = try await House()
    var others = try await Self.streams(of: house)
    var own = try await Self.stream(
      "/live", ["Cookie": "hub_dev=\(house.victim.token.text)"], house)
    for index in others.indices { _ = await others[index].next() }
    _ = await own.next()

    #expect(await Self.act(in: house) == [303, 303])
    for _ in 0..<ChangeFeed.beatsPerRound { house.hub.feed.beat() }

    for index in others.indices {
      let chunk = await others[index].next().map { String(decoding: $0, as: UTF8.self) }
      #expect(chunk?.hasPrefix(": ") == true, "stream \(index): \(chunk ?? "ended")")
    }
    let told = await own.next().map { String(decoding: $0, as: UTF8.self) }
    #expect(told?.contains("event: changed") == true, "the checks would see a stream that tells")
  }

  private typealias Chunks = AsyncStream<[UInt8]>.AsyncIterator

  private static func streams(of house: House) async throws -> [Chunks] {
    [
      try await stream("/live", ["Cookie": "hub_dev=\(house.owner.token.text)"], house),
      try await stream("/live", ["Cookie": "hub_dev=\(house.guest.token.text)"], house),
      try await stream(
        "/v1/sync/events", ["Authorization": "Bearer \(house.bearers.owner)"], house),
    ]
  }

  private static func stream(
    _ path: String, _ headers: HTTPHeaders, _ house: House
  ) async throws -> Chunks {
    var headers = headers
    headers["Sec-Fetch-Site"] = "same-origin"
    guard case .stream(let chunks) = await house.door.send(.get, path, headers: headers).body else {
      throw Unexpected.answer
    }
    return chunks.makeAsyncIterator()
  }

  /// The victim asks an app for something, and disconnects their device.
  private static func act(in house: House) async -> [Int] {
    let forms = [
      ("/actions/anchor/finishFocus", "id=\(house.hub.actions.newID())"),
      ("/devices/\(house.victimDevice.session.id)", ""),
    ]
    var statuses: [Int] = []
    for (path, body) in forms {
      let answer = await house.door.send(
        .post, path,
        headers: [
          "Cookie": "hub_dev=\(house.victim.token.text)", "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/x-www-form-urlencoded",
        ], body: body)
      statuses.append(answer.status)
    }
    return statuses
  }
}
