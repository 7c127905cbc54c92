import HubContracts
import ToolboxHTTP

/// The two addresses at which a service answers its Hub.
///
/// Nothing here looks at cookies, and no answer may be stored.
public struct ServiceEndpoints: Sendable {
  private let service: any BoundService
  private let verifier: RequestVerifier

  public init(service: any BoundService, verifier: RequestVerifier) {
    self.service = service
    self.verifier = verifier
  }

  /// The answer; nil where the request is for another of the service's pages.
  public func answer(to request: HTTPRequest) async -> HTTPResponse? {
    guard [ServiceRequest.dayTarget, ServiceRequest.performTarget].contains(request.path) else {
      return nil
    }
    do throws(ServiceRefusal) {
      guard request.method == .post, request.query == nil else { throw .malformed }
      return Self.response(200, try await answer(request))
    } catch { return Self.refusal(error) }
  }

  private func answer(_ request: HTTPRequest) async throws(ServiceRefusal) -> [UInt8] {
    let signatures = request.headers.values(of: ServiceRequest.signatureHeader)
    let asked = try await verifier.verify(
      request.body, signature: signatures.count == 1 ? signatures.first : nil,
      sentTo: request.path)
    switch asked.ask {
    case .day(let day): return try await service.day(day, of: asked.link).json
    case .perform(let intent):
      let result = try await service.perform(intent, of: asked.link)
      return ActionReceipt(fence: intent.fence, result).json
    }
  }

  private static func refusal(_ refusal: ServiceRefusal) -> HTTPResponse {
    response(refusal.status, refusal.json)
  }

  private static func response(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "application/json", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ], body: .bytes(body))
  }
}
