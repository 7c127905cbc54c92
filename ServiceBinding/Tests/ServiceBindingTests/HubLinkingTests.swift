import HubContracts
import ServiceBinding
import Testing
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxLocks

/// A service that brings one of its people together with their Hub.
@Suite struct HubLinkingTests {
  let bench: Bench
  let origin: HTTPOrigin
  let verifier = String(repeating: "v", count: 43)

  init() throws {
    bench = try Bench()
    origin = try HTTPOrigin(parsing: "https://hub.example")
  }

  func linking(_ hub: any HTTPClient, pinning key: SigningKey? = nil) -> HubLinking {
    HubLinking(
      hub: PinnedHub(key: (key ?? bench.key).publicKey), at: origin, product: "live",
      origin: Bench.origin, client: hub)
  }

  func redeem(_ hub: any HTTPClient) async throws(LinkFailure) -> LinkSecrets {
    try await linking(hub).redeem(
      code: "hub_a1_code", verifier: verifier, link: bench.link,
      nonce: [UInt8](repeating: 1, count: 32))
  }

  @Test func `the browser goes to the Hub with the hash of the secret, not the secret`() throws {
    let address = linking(PlayedLinkingHub(bench)).address(
      for: bench.link, state: "0123456789abcdef", verifier: verifier)

    #expect(address.hasPrefix("https://hub.example/oauth/authorize?"))
    #expect(address.contains("client_id=live") && address.contains(bench.link.description))
    #expect(address.contains(Base64URL.encode(SHA256.hash(Array(verifier.utf8)))))
    #expect(!address.contains(verifier))
  }

  @Test func `a link is brought into use once the Hub has proved who it is`() async throws {
    let hub = PlayedLinkingHub(bench)

    let secrets = try await redeem(hub)

    #expect(secrets.bearer == "hub_n1_bearer" && secrets.revokeHandle == "hub_r1_handle")
    #expect(hub.paths == ["/oauth/token", "/v1/session", "/v1/actions"])
    #expect("\(secrets)" == "LinkSecrets(redacted)")
  }

  @Test(arguments: [
    PlayedLinkingHub.Fault.anotherKey, .anotherLink, .oldNonce, .noSignature,
  ])
  func `whoever is not the Hub of the key gets the bearer used for nothing`(
    fault: PlayedLinkingHub.Fault
  ) async throws {
    let hub = PlayedLinkingHub(bench, fault)

    await #expect(throws: LinkFailure.notTheHub) { try await redeem(hub) }

    #expect(!hub.paths.contains("/v1/actions"))
  }

  @Test func `a code that the Hub does not take makes no link`() async throws {
    let hub = PlayedLinkingHub(bench, .refusesCode)

    await #expect(throws: LinkFailure.refused) { try await redeem(hub) }
  }
}

/// A Hub's three answers to a service that links somebody.
final class PlayedLinkingHub: HTTPClient {
  enum Fault: Sendable { case none, anotherKey, anotherLink, oldNonce, noSignature, refusesCode }

  private let bench: Bench
  private let fault: Fault
  private let asked = Locked<[String]>([])

  var paths: [String] { asked.withLock { $0 } }

  init(_ bench: Bench, _ fault: Fault = .none) {
    self.bench = bench
    self.fault = fault
  }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    asked.withLock { $0.append(request.path) }
    switch request.path {
    case "/oauth/token" where fault == .refusesCode: return HTTPResponse(status: 400)
    case "/oauth/token":
      let body = #"{"access_token":"hub_n1_bearer","revoke_handle":"hub_r1_handle"}"#
      return HTTPResponse(status: 200, body: .bytes(Array(body.utf8)))
    case "/v1/session": return statement(over: request.headers[SessionStatement.nonceHeader] ?? "")
    case "/v1/actions": return HTTPResponse(status: 200)
    default: throw .malformedResponse
    }
  }

  private func statement(over nonce: String) -> HTTPResponse {
    let key = fault == .anotherKey ? SigningKey(seed: [UInt8](repeating: 9, count: 32)) : bench.key
    let link = fault == .anotherLink ? bench.otherLink : bench.link
    guard let key, let account = AccountID(bytes: link.bytes),
      let session = SessionID(bytes: link.bytes)
    else { preconditionFailure("ids have 16 bytes and keys 32") }
    let bytes = SessionStatement(
      hub: PinnedHub(key: key.publicKey).id, hubKey: Base64URL.encode(key.publicKey.bytes),
      account: account, accountName: "Home", timeZone: "UTC", session: session, client: "live",
      document: link, issuedAtMilliseconds: 1, expiresAtMilliseconds: 2,
      nonce: fault == .oldNonce ? String(repeating: "A", count: 43) : nonce
    ).json
    var answer = HTTPResponse(status: 200, body: .bytes(bytes))
    if fault != .noSignature {
      answer.headers[SessionStatement.signatureHeader] = Base64URL.encode(
        key.signature(over: bytes))
    }
    return answer
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse { throw .invalidRequest }
}
