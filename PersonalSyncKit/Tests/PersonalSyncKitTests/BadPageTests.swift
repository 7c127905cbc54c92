import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxHTTP
import ToolboxHTTPClient

@testable import PersonalSyncKit

/// S8 and §4 of docs/protocol/sync.md: a page that no Hub would send.
@Suite struct BadPageTests {
  /// What is wrong with the pages of a Hub that knows of six changes.
  enum Wrong: CaseIterable, Sendable {
    case tooLong, otherDomain, sameCursorTwice, fallingCursors, placeBeforeLastChange
    case moreWithoutProgress, moreBehindAGap

    func spoil(_ page: PullPage, after cursor: Cursor) -> PullPage {
      var page = page
      guard let last = page.changes.last else { return page }
      switch self {
      case .tooLong:
        page.changes = (1...Int64(SyncLimits.changesPerPageMax) + 1).map { number in
          var change = last
          change.cursor = Cursor(number)
          change.record = .named("many \(number)")
          return change
        }
        page.cursor = Cursor(Int64(page.changes.count))
      case .otherDomain: page.changes[page.changes.count - 1].domain = .live
      case .sameCursorTwice: page.changes[0].cursor = page.changes[1].cursor
      case .fallingCursors: page.changes.swapAt(0, 1)
      case .placeBeforeLastChange: page.cursor = Cursor(last.cursor.number - 1)
      case .moreWithoutProgress:
        page.changes = []
        (page.cursor, page.hasMore) = (cursor, true)
      case .moreBehindAGap:
        (page.cursor, page.hasMore) = (Cursor(last.cursor.number + 1), true)
      }
      return page
    }
  }

  /// A Hub whose pages are spoiled on their way.
  struct SpoiledPages: HTTPClient {
    let hub: FakeHub
    let wrong: Wrong

    func send(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      let answer = hub.respond(to: request, at: origin)
      guard request.path == "/v1/sync/pull" else { return answer }
      do {
        let page = try PullPage.read(answer.bytes ?? [], domain: .anchor)
        return HTTPResponse(
          status: 200, body: .bytes(wrong.spoil(page, after: .start).json))
      } catch { throw .connectionLost }
    }

    func stream(
      _ request: HTTPRequest, to origin: HTTPOrigin
    ) async throws(HTTPClientError) -> HTTPResponse {
      try await hub.stream(request, to: origin)
    }
  }

  @Test(arguments: JournalForm.allCases, Wrong.allCases)
  func `S8 a page that is too long or out of order is refused whole`(
    form: JournalForm, wrong: Wrong
  ) async throws {
    let pair = try await PairOfDevices.connected(form)
    try await pair.first.saveMany(6)
    try await pair.first.synchronize()
    let victim = try TestDevice(
      "victim", form: form, link: FaultyLink(to: SpoiledPages(hub: pair.hub, wrong: wrong)),
      clock: pair.clock, random: pair.dice)
    try await victim.save("own", 9)
    try await victim.connect(to: pair.hub, as: pair.ada)

    for isReplaying in [false, true] {
      let error = await #expect(throws: SyncError.self) {
        try await victim.synchronize(replayFromStart: isReplaying)
      }
      #expect(error?.code == "sync.invalid_response")
    }

    #expect(try await victim.store.notes().count == 1)
    #expect(try await victim.cursor() == 0)
    #expect(try await victim.status().waiting == 1)
  }
}
