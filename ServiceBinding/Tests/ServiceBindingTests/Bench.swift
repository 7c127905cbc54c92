import HubContracts
import ServiceBinding
import ServiceConformance
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// A service and somebody who plays its Hub, in one process, with a clock that stands.
struct Bench: Sendable {
  static let origin = "https://live.example"
  static let nowMilliseconds: Int64 = 1_796_000_000_000

  let key: SigningKey
  let random = CountedBytes()
  let link: DocumentID
  let otherLink: DocumentID

  init() throws {
    key = try #require(SigningKey(seed: [UInt8](repeating: 7, count: 32)))
    link = try #require(DocumentID("22222222-2222-4222-8222-222222222222"))
    otherLink = try #require(DocumentID("33333333-3333-4333-8333-333333333333"))
  }

  func endpoints(
    _ fault: Notebook.Fault = .none, pinning hub: PinnedHub? = nil,
    audience: String = Bench.origin, nonces: any NonceStore = InMemoryNonces(),
    skewMilliseconds: Int64 = 0
  ) -> ServiceEndpoints {
    let (now, random) = (Self.nowMilliseconds + skewMilliseconds, random)
    let notebook = Notebook(fault, of: [link, otherLink], now: { now }) {
      RecordID(type: "item", uuid: random.uuid())
    }
    return ServiceEndpoints(
      service: notebook,
      verifier: RequestVerifier(
        hubs: [hub ?? PinnedHub(key: key.publicKey)], audience: audience, nonces: nonces
      ) { now })
  }

  /// Which requirements a service does not meet.
  func shortfalls(of client: any HTTPClient) async throws -> [Requirement] {
    let suite = Conformance(
      of: try HTTPOrigin(parsing: Self.origin), by: client, key: key, link: link,
      otherLink: otherLink, nowMilliseconds: { Self.nowMilliseconds }, random: random)
    return await suite.run().compactMap { finding in
      if case .failed = finding.outcome { finding.requirement } else { nil }
    }
  }
}

/// Leads requests straight to a service, or through something that spoils them or the answers.
struct DirectClient: HTTPClient {
  let endpoints: ServiceEndpoints
  var spoil: @Sendable (inout HTTPRequest) -> Void = { _ in }
  var spoilAnswer: @Sendable (inout HTTPResponse) -> Void = { _ in }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    var request = request
    spoil(&request)
    guard var answer = await endpoints.answer(to: request) else { throw .malformedResponse }
    spoilAnswer(&answer)
    return answer
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { throw .invalidRequest }
}

/// Bytes that never repeat within a run.
final class CountedBytes: RandomBytes {
  private let count = Locked<UInt64>(0)

  func bytes(_ wanted: Int) -> [UInt8] {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let hash = SHA256.hash(Array("\(number)".utf8))
    return (0..<wanted).map { hash[$0 % hash.count] }
  }
}

/// Takes every nonce, again and again.
struct ForgetfulNonces: NonceStore {
  func take(
    _ nonce: String, at now: Int64, keptUntil untilMilliseconds: Int64
  ) async throws(ServiceRefusal) -> Bool { true }
}
