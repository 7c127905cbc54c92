import PersonalSyncKit
import ToolboxHTTP
import ToolboxHTTPServer

/// Listens on this machine for where the Hub leads the person's browser, once.
public actor BrowserCallback: LoopbackListener {
  /// How long a person may take at the Hub's page.
  public nonisolated let secondsMax: Int64

  private let queries: AsyncStream<String>
  private let arrived: AsyncStream<String>.Continuation
  private var server: MicrohttpdServer?

  /// - Parameter secondsMax: What it waits for a person, by the system's clock.
  public init(secondsMax: Int64 = 600) {
    self.secondsMax = secondsMax
    (queries, arrived) = AsyncStream.makeStream()
  }

  public func open(
    expecting isExpected: @escaping @Sendable (String) -> Bool
  ) throws(HTTPServerError) -> UInt16 {
    var configuration = HTTPServerConfiguration()
    configuration.loops = 1
    configuration.connectionsMax = 16
    configuration.bodyBytesMax = 0
    let arrived = arrived
    let server = try MicrohttpdServer.start(configuration) { request in
      guard request.method == .get, request.path == "/callback", let query = request.query,
        isExpected(query)
      else { return Self.page(404, "This address answers a sign-in that you have begun, once.") }
      arrived.yield(query)
      return Self.page(200, "Go back to the program that you came from. This page can be closed.")
    }
    self.server = server
    return server.port
  }

  public func query() async -> String? {
    let (seconds, arrived) = (secondsMax, arrived)
    let timer = Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch {
        // The answer came first.
        return
      }
      arrived.finish()
    }
    defer { timer.cancel() }
    for await query in queries { return query }
    return nil
  }

  public func close() async {
    // Long enough for the browser to have its page.
    await server?.drain(within: .seconds(2))
    server = nil
  }

  private static func page(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
      ], body: .bytes(Array((text + "\n").utf8)))
  }
}
