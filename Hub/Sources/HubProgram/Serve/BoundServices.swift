import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import WebInterface

/// The lines to the services that the settings name.
enum BoundServices {
  /// Those of the products with a page of their own that are services; none is asked yet.
  static func desk(
    _ appPages: [String: SiteOrigin], identity: IdentityService, storage: any ActionStorage,
    feed: ChangeFeed, clock: any WallClock, random: any RandomBytes
  ) throws(ProgramFailure) -> ServiceDesk {
    var lines: [String: ServiceLine] = [:]
    for (product, site) in bound(appPages) {
      guard let domain = product.domains.first else {
        preconditionFailure("a product that is a service has a domain")
      }
      lines[product.name] = ServiceLine(
        to: domain, at: site.text,
        ServiceLine.Parts(
          identity: identity.identity, transport: CurlTransport(to: try origin(of: product, site)),
          clock: clock, random: random, wait: wait))
    }
    return lines.isEmpty
      ? .none
      : ServiceDesk(lines: lines, identity: identity, storage: storage, feed: feed, wait: wait)
  }

  /// The products that are services, and where, in the order of the fleet.
  static func bound(_ appPages: [String: SiteOrigin]) -> [(product: Product, site: SiteOrigin)] {
    Fleet.products.compactMap { product in
      guard product.authority == .service, let site = appPages[product.name] else { return nil }
      return (product, site)
    }
  }

  /// What is asked says who asks, so it goes by TLS or stays on this machine.
  static func origin(
    of product: Product, _ site: SiteOrigin
  ) throws(ProgramFailure) -> HTTPOrigin {
    do throws(HTTPOriginError) { return try HTTPOrigin(parsing: site.text) } catch {
      throw .misuse(
        "--app-page \(product.name)=\(site.text) is no address of a service: it needs https, or a "
          + "name of this machine.")
    }
  }

  private static let wait: @Sendable () async -> Void = {
    do { try await Task.sleep(for: ServiceLine.patience) } catch { return }
  }
}

/// A service over HTTP, with a connection pool of its own, so that no other is held up by it.
struct CurlTransport: ServiceTransport {
  private let client: CurlClient
  private let origin: HTTPOrigin

  init(to origin: HTTPOrigin) {
    var configuration = CurlClientConfiguration()
    configuration.connectTimeout = ServiceLine.timeOut
    configuration.wholeTimeout = ServiceLine.timeOut
    configuration.responseBytesMax = ServiceLimits.answerBytesMax
    configuration.userAgent = "Hub/1"
    client = CurlClient(configuration: configuration)
    self.origin = origin
  }

  func post(
    _ body: [UInt8], signature: String, to target: String
  ) async -> ServiceTransportAnswer {
    let request = HTTPRequest(
      method: .post, path: target,
      headers: [
        "Content-Type": "application/json", ServiceRequest.signatureHeader: signature,
      ], body: body)
    do throws(HTTPClientError) {
      let answer = try await client.send(request, to: origin)
      return .answered(status: answer.status, answer.bytes ?? [])
    } catch {
      switch error {
      case .cannotConnect, .tlsFailed, .connectionLost, .cancelled, .invalidRequest:
        return .silent(.unreachable)
      case .timedOut: return .silent(.late)
      case .responseTooLarge, .malformedResponse: return .silent(.unreadable)
      }
    }
  }
}
