import Glibc
import ToolboxHTTP

/// A server on libmicrohttpd, each loop of which is one thread (docs/decisions/0001).
public final class MicrohttpdServer: HTTPServer {
  public let port: UInt16
  private let loops: [ServerLoop]

  private init(port: UInt16, loops: [ServerLoop]) {
    self.port = port
    self.loops = loops
  }

  /// Listens, and serves until ``drain(within:)``, whether or not the returned value is kept.
  ///
  /// `respond` is called for every request, from as many threads at once as there are loops.
  /// Limits that leave no room for a request stop the program.
  public static func start(
    _ configuration: HTTPServerConfiguration, respond: @escaping HTTPResponder
  ) throws(HTTPServerError) -> MicrohttpdServer {
    let limits = configuration.checked()
    let listening = try ListeningSocket(host: limits.host, port: limits.port)
    defer { close(listening.descriptor) }
    let peers = PeerSlots(slotsMax: limits.connectionsPerAddressMax)
    var loops: [ServerLoop] = []
    do {
      for _ in 0..<limits.loops {
        let loop = try ServerLoop(
          listening: try listening.duplicate(), limits: limits, peers: peers, respond: respond)
        try loop.start()
        loops.append(loop)
      }
    } catch {
      // No request has come yet, as far as the caller can know; the threads end by themselves.
      for loop in loops { loop.abandon() }
      throw error
    }
    return MicrohttpdServer(port: listening.port, loops: loops)
  }

  public func drain(within duration: Duration) async {
    let deadline = ContinuousClock.now + duration
    await withTaskGroup(of: Void.self) { group in
      for loop in loops {
        group.addTask { await loop.drain(until: deadline) }
      }
    }
  }
}
