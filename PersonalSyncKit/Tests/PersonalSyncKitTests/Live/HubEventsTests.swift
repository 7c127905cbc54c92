import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTPClient

@testable import PersonalSyncKit

@Suite struct HubEventsTests {
  @Test func `the head of now comes first, and each that another device makes after it`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    var heads = try await pair.second.runtime.events().makeAsyncIterator()
    let first = try await heads.next()

    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let second = try await heads.next()

    #expect(first?.cursor == .start)
    #expect(second?.cursor == Cursor(1))
  }

  @Test func `a head is news until a pass has read it`() async throws {
    let pair = try await PairOfDevices.connected()
    try await pair.first.save("a", 25)
    try await pair.first.synchronize()
    let events = try await pair.second.runtime.events()
    let head = try #require(try await events.first { _ in true })

    let before = try await events.isBehind(head)
    try await pair.second.synchronize()

    #expect(before)
    #expect(try await events.isBehind(head) == false)
  }

  @Test(arguments: [
    "data: {\n\nevent: head\ndata: {}\n\n", "event: head\ndata: {\"domain\":1}\n\n", "\u{1}\n",
    String(repeating: "x", count: 5_000),
  ])
  func `what is no event of a Hub ends the stream with an error`(text: String) async throws {
    let pair = try await PairOfDevices.connected()
    var heads = try await pair.second.runtime.events().makeAsyncIterator()
    _ = try await heads.next()

    pair.hub.say(text)

    let error = await #expect(throws: SyncError.self) { try await heads.next() }
    #expect(error?.code == "sync.invalid_response")
  }

  @Test func `events of other kinds and of other domains are skipped`() async throws {
    let pair = try await PairOfDevices.connected()
    var heads = try await pair.second.runtime.events().makeAsyncIterator()
    _ = try await heads.next()

    pair.hub.say("event: party\ndata: now\n\n: quiet\n\n")
    pair.hub.say("event: head\ndata: {\"domain\":\"habits\",\"cursor\":7,\"epoch\":1}\n\n")
    pair.hub.say("event: head\ndata: {\"domain\":\"anchor\",\"cursor\":8,\"epoch\":1}\n\n")

    #expect(try await heads.next()?.cursor == Cursor(8))
  }

  @Test func `a session that changes here ends the stream with the next piece (O5)`() async throws {
    let pair = try await PairOfDevices.connected()
    var heads = try await pair.second.runtime.events().makeAsyncIterator()
    _ = try await heads.next()

    try await pair.second.identity.signOut()
    _ = try await pair.second.signIn(to: pair.hub, as: pair.ada)
    pair.hub.say("event: head\ndata: {\"domain\":\"anchor\",\"cursor\":8,\"epoch\":1}\n\n")

    let error = await #expect(throws: SyncError.self) { try await heads.next() }
    #expect(error?.code == "sync.session_changed")
  }

  @Test func `a session that the Hub has ended is removed here, and nobody is signed in`()
    async throws
  {
    let pair = try await PairOfDevices.connected()
    pair.second.link.next(nil, nil, .unauthorized)

    let error = await #expect(throws: SyncError.self) { try await pair.second.runtime.events() }

    #expect(error?.code == "sync.sign_in_needed")
    #expect(try await pair.second.status().account == nil)
  }

  @Test func `no stream is asked for before the store has an owner, or without a session`()
    async throws
  {
    let pair = try PairOfDevices()
    let signedOut = await #expect(throws: SyncError.self) { try await pair.first.runtime.events() }
    _ = try await pair.first.signIn(to: pair.hub, as: pair.ada)

    let unowned = await #expect(throws: SyncError.self) { try await pair.first.runtime.events() }

    #expect(signedOut?.code == "sync.sign_in_needed")
    #expect(unowned?.code == "ownership.approval_required")
    #expect(pair.hub.streamCount == 0)
  }

  @Test func `a Hub that refuses streams is told with its wish`() async throws {
    let pair = try await PairOfDevices.connected()
    pair.second.link.next(nil, nil, .busy)

    let error = await #expect(throws: SyncError.self) { try await pair.second.runtime.events() }

    guard case .hubRefused(_, retryAfterSeconds: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the end of the Hub is the end of the stream, not an error`() async throws {
    let pair = try await PairOfDevices.connected()
    var heads = try await pair.second.runtime.events().makeAsyncIterator()
    _ = try await heads.next()

    pair.hub.endStreams()

    #expect(try await heads.next() == nil)
  }
}
