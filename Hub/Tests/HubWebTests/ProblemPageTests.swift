import HubCore
import HubHTTP
import Testing
import ToolboxHTTP
import WebInterface

@testable import HubWeb

/// What a person reads when the Hub's storage does not answer.
@Suite struct ProblemPageTests {
  @Test(
    arguments: [
      (.full, 507, nil, "disk is full"), (.busy, 503, "1", "The Hub is busy"),
      (.damaged(code: 11), 503, nil, "database is damaged"),
      (.unavailable(code: "sqlite_read_only"), 503, nil, "cannot use its database now"),
    ] as [(StorageError, Int, String?, String)])
  func `a failure of storage has a page and an answer of its own`(
    error: StorageError, status: Int, retryAfter: String?, words: String
  ) throws {
    let origin = try #require(SiteOrigin("http://hub.localhost:8765"))

    let page = HubProblemPages(address: HubAddress(origin)).response(to: error)
    let answer = HTTPResponse.failure(error)

    for response in [page, answer] {
      let text = String(decoding: try #require(response.bytes), as: UTF8.self)
      #expect(response.status == status)
      #expect(response.headers["Retry-After"] == retryAfter)
      #expect(text.contains(words) && text.contains("Nothing was stored"))
    }
  }
}
