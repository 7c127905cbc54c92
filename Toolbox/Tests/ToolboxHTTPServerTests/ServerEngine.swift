import Glibc
import Testing
import ToolboxHTTP
import ToolboxHTTPServer
import ToolboxLocks

/// An engine that the conformance suites run on; to try another one, add it to `all`.
struct ServerEngine: Sendable, CustomTestStringConvertible {
  var name: String
  var start:
    @Sendable (HTTPServerConfiguration, @escaping HTTPResponder) throws(HTTPServerError)
      -> any HTTPServer

  var testDescription: String { name }

  static let all = [
    ServerEngine(name: "libmicrohttpd") {
      (configuration, respond) throws(HTTPServerError) -> any HTTPServer in
      try MicrohttpdServer.start(configuration, respond: respond)
    }
  ]

  /// Runs `body` against a server that is drained afterwards, whatever happens.
  func serve<Result: Sendable>(
    _ configuration: HTTPServerConfiguration = .patient,
    respond: @escaping HTTPResponder = echo,
    _ body: @Sendable (any HTTPServer) async throws -> Result
  ) async throws -> Result {
    let server = try start(configuration, respond)
    do {
      let result = try await body(server)
      await server.drain(within: .seconds(3_600))
      return result
    } catch {
      await server.drain(within: .zero)
      throw error
    }
  }

  /// Answers with what was asked.
  static let echo: HTTPResponder = { request in
    HTTPResponse(
      status: 200, headers: ["X-Method": request.method.rawValue, "X-Path": request.path],
      body: .bytes(request.body))
  }
}

extension HTTPServerConfiguration {
  /// Deadlines that no busy machine can pass; what tests a deadline sets its own.
  static var patient: HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.headDeadline = .seconds(3_600)
    configuration.bodyDeadline = .seconds(3_600)
    configuration.idleDeadline = .seconds(3_600)
    configuration.answerDeadline = .seconds(3_600)
    return configuration
  }
}

/// Runs blocking code on a thread of its own, so that it holds up no task.
func offPool<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let outcome = await withCheckedContinuation { continuation in
    startThread { continuation.resume(returning: Swift.Result(catching: body)) }
  }
  return try outcome.get()
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let box = Unmanaged.passRetained(ThreadBody(run: body)).toOpaque()
  let result = pthread_create(&thread, nil, runThreadBody, box)
  precondition(result == 0, "no thread for a test")
  pthread_detach(thread)
}

private func runThreadBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let box { Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run() }
  return nil
}

/// Something that happens once and is waited for.
final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func fire() {
    let waiting = state.withLock { state in
      state.hasFired = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let hasFired = state.withLock { state in
        if !state.hasFired { state.waiting.append(continuation) }
        return state.hasFired
      }
      if hasFired { continuation.resume() }
    }
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
