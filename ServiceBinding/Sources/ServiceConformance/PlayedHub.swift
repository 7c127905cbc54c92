import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient

/// A Hub as a service meets it, which can also do wrong on purpose.
struct PlayedHub: Sendable {
  let client: any HTTPClient
  let origin: HTTPOrigin
  let key: SigningKey
  let nowMilliseconds: @Sendable () -> Int64
  let random: any RandomBytes

  /// What a service answered.
  enum Answer: Sendable, Equatable {
    case said([UInt8], HTTPHeaders)
    /// The status and, where the body has one, the code of a refusal.
    case refused(Int, String?)
    case silent(HTTPClientError)

    /// As a failure tells it.
    var words: String {
      switch self {
      case .said: "200"
      case .refused(let status, let code): "\(status) \(code ?? "without a code")"
      case .silent(let error): "no answer (\(error.code))"
      }
    }

    func isRefusal(_ refusal: ServiceRefusal) -> Bool {
      self == .refused(refusal.status, refusal.rawValue)
    }
  }

  func request(_ ask: ServiceRequest.Ask, of link: DocumentID) -> ServiceRequest {
    guard let hub = HubID(bytes: Array(SHA256.hash(key.publicKey.bytes).prefix(16))) else {
      preconditionFailure("a hash has more than 16 bytes")
    }
    return ServiceRequest(
      hub: hub, audience: origin.description, timeMilliseconds: nowMilliseconds(),
      nonce: Base64URL.encode(random.bytes(ServiceLimits.nonceBytes)), link: link, ask: ask)
  }

  /// Asks as a Hub does.
  func ask(_ ask: ServiceRequest.Ask, of link: DocumentID) async -> Answer {
    await send(request(ask, of: link))
  }

  func send(_ request: ServiceRequest) async -> Answer {
    await send(signed: request.json, to: request.ask.target)
  }

  /// Signs any bytes as if they were a request.
  func send(signed bytes: [UInt8], to target: String) async -> Answer {
    await send(bytes, signatures: [signature(over: bytes)], to: target)
  }

  func signature(over bytes: [UInt8]) -> String { Base64URL.encode(key.signature(over: bytes)) }

  func send(_ bytes: [UInt8], signatures: [String], to target: String) async -> Answer {
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    for signature in signatures { headers.add(ServiceRequest.signatureHeader, signature) }
    do throws(HTTPClientError) {
      let answer = try await client.send(
        HTTPRequest(method: .post, path: target, headers: headers, body: bytes), to: origin)
      guard answer.status == 200, let body = answer.bytes else {
        return .refused(answer.status, ServiceRefusal(json: answer.bytes ?? [])?.rawValue)
      }
      return .said(body, answer.headers)
    } catch { return .silent(error) }
  }
}
