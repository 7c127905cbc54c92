import HubCore
import HubHTTP
import ToolboxHTTP
import ToolboxHTTPServer
import ToolboxLocks
import WebInterface

/// The listener of `/metrics`: on this machine alone, and on a port of its own, so that no route of
/// the Hub can lead to it.
struct MetricsDoor: Sendable {
  static let path = "/metrics"

  private let server: MicrohttpdServer

  var link: String { "http://127.0.0.1:\(server.port)\(Self.path)" }

  static func open(port: UInt16, _ metrics: HubMetrics) throws(ProgramFailure) -> MetricsDoor {
    var configuration = HTTPServerConfiguration()
    configuration.host = "127.0.0.1"
    configuration.port = port
    configuration.loops = 1
    configuration.connectionsMax = 16
    configuration.bodyBytesMax = 0
    configuration.defaultHeaders = ["Cache-Control": "no-store"]
    do {
      return MetricsDoor(
        server: try MicrohttpdServer.start(configuration) { await answer(to: $0, metrics) })
    } catch { throw ProgramFailure(listeningOn: configuration.host, error) }
  }

  func close() async { await server.drain(within: .seconds(1)) }

  static func answer(to request: HTTPRequest, _ metrics: HubMetrics) async -> HTTPResponse {
    // A name that another site made to lead here could be asked by that site's pages.
    guard let host = request.headers["Host"], let called = SiteOrigin("http://\(host)"),
      Loopback.isName(called.hostText)
    else { return .error(.wrongHost, "The metrics are at 127.0.0.1 only.") }
    guard request.method == .get, request.path == path else {
      return .error(.notFound, "There is nothing here but \(path).")
    }
    do throws(StorageError) {
      let text = try await metrics.text()
      return HTTPResponse(
        status: 200, headers: ["Content-Type": MetricsText.mediaType],
        body: .bytes(Array(text.utf8)))
    } catch { return .failure(error) }
  }
}
