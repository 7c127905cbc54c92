import Foundation
import HubContracts
import Outings
import ServiceBinding
import ServiceConformance
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient

/// The sample does all that a Hub needs of a service.
@Suite struct OutingConformanceTests {
  static let nowMilliseconds: Int64 = 1_796_000_000_000

  @Test func `the sample meets every requirement, on disk`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try OutingStore(path: folder.appendingPathComponent("outings.db").path)
    let key = try #require(SigningKey(seed: [UInt8](repeating: 7, count: 32)))
    let (link, otherLink) = (try Self.link(2), try Self.link(3))
    #expect(try await store.add("Ada", key: "a", link: link, isLinked: true))
    #expect(try await store.add("Bob", key: "b", link: otherLink, isLinked: true))
    #expect(try await store.add("Cy", key: "c", link: try Self.link(4)))
    let endpoints = ServiceEndpoints(
      service: OutingService(
        store: store, nowMilliseconds: { Self.nowMilliseconds }, random: SystemRandom()),
      verifier: RequestVerifier(
        hubs: [PinnedHub(key: key.publicKey)], audience: "https://live.example",
        nonces: StoredNonces(store: store), nowMilliseconds: { Self.nowMilliseconds }))
    let suite = Conformance(
      of: try HTTPOrigin(parsing: "https://live.example"), by: Direct(endpoints: endpoints),
      key: key, link: link, otherLink: otherLink, nowMilliseconds: { Self.nowMilliseconds },
      random: SystemRandom())

    for finding in await suite.run() {
      #expect(finding.outcome == .passed, "\(finding.requirement)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  private static func link(_ digit: Int) throws -> DocumentID {
    try #require(DocumentID("\(digit)2222222-2222-4222-8222-222222222222"))
  }
}

private struct Direct: HTTPClient {
  let endpoints: ServiceEndpoints

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    guard let answer = await endpoints.answer(to: request) else { throw .malformedResponse }
    return answer
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { throw .invalidRequest }
}
