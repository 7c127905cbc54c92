import HubContracts
import HubCore
import HubTesting
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON
import ToolboxLocks

/// Keeps every request and answer between an app and its Hub; a person says yes to what asks.
final class Wire: HTTPClient {
  struct Exchange: Equatable {
    var request: String
    var requestBody: [UInt8]
    var answer: String
    var answerBody: [UInt8]
  }

  private let door: FrontDoor
  private let owner: SignedIn
  private let kept = Locked<[Exchange]>([])
  private let waitingCode = Locked<String?>(nil)

  var exchanges: [Exchange] { kept.withLock { $0 } }

  init(to door: FrontDoor, approvedBy owner: SignedIn) { (self.door, self.owner) = (door, owner) }

  func send(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    if request.path == "/oauth/token", let code = waitingCode.withLock({ $0 }) {
      waitingCode.withLock { $0 = nil }
      await approve(code)
    }
    let answer = await door.respond(to: request)
    kept.withLock { $0.append(Exchange(request, answer)) }
    if request.path == "/oauth/device_authorization" { noteCode(in: answer.bytes ?? []) }
    return answer
  }

  func stream(
    _ request: HTTPRequest, to origin: HTTPOrigin
  ) async throws(HTTPClientError) -> HTTPResponse {
    await door.respond(to: request)
  }

  private func noteCode(in answer: [UInt8]) {
    do {
      guard case .string(let code) = try JSONNode.parse(answer)["user_code"]?.value else { return }
      waitingCode.withLock { $0 = code }
    } catch { preconditionFailure("the Hub answers no JSON: \(error)") }
  }

  private func approve(_ code: String) async {
    do {
      _ = try await door.identity.service.approve(
        typedCode: code, deviceName: "Desk", proof: nil, by: owner.session,
        from: TestIdentity.home)
    } catch { preconditionFailure("the Hub's storage does not answer: \(error)") }
  }
}

extension Wire.Exchange {
  fileprivate init(_ request: HTTPRequest, _ answer: HTTPResponse) {
    func lines(_ headers: HTTPHeaders) -> String {
      headers.fields.map { "\n\($0.name): \($0.value)" }.joined()
    }
    self.init(
      request: "\(request.method.rawValue) \(request.path)?\(request.query ?? "")"
        + lines(request.headers),
      requestBody: request.body,
      answer: "\(answer.status)" + lines(answer.headers), answerBody: answer.bytes ?? [])
  }
}
