import Glibc
import Testing
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxHTTPServer
import ToolboxLocks

/// Runs `body` against a server on a free port of this machine.
func withServer<Result: Sendable>(
  _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
  respond: @escaping HTTPResponder,
  _ body: @Sendable (HTTPOrigin) async throws -> Result
) async throws -> Result {
  let server = try MicrohttpdServer.start(configuration, respond: respond)
  do {
    let result = try await body(HTTPOrigin(parsing: "http://127.0.0.1:\(server.port)"))
    await server.drain(within: .seconds(3_600))
    return result
  } catch {
    await server.drain(within: .zero)
    throw error
  }
}

/// A server that says what it is told to, whether or not that is HTTP.
///
/// It takes one connection after another, reads up to an empty line, sends its bytes and closes.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let script: [UInt8]

  init(saying script: String) {
    self.script = Array(script.utf8)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    precondition(port, "no port for a test")
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
    startThread { [script = self.script] in
      while true {
        let peer = accept(descriptor, nil, nil)
        guard peer >= 0 else { break }
        Self.serve(peer, script)
      }
      close(descriptor)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func serve(_ peer: Int32, _ script: [UInt8]) {
    var received: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4_096)
    while !received.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let count = recv(peer, &room, room.count, 0)
      guard count > 0 else { break }
      received += room.prefix(count)
    }
    _ = send(peer, script, script.count, Int32(MSG_NOSIGNAL))
    close(peer)
  }

  var origin: HTTPOrigin {
    get throws { try HTTPOrigin(parsing: "http://127.0.0.1:\(port)") }
  }
}

/// A port whose queue is full, so that the system lets further connections wait for ever.
final class FullPort {
  let origin: HTTPOrigin
  private let descriptors: [Int32]

  init() throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let waiting = (0..<4).map { _ in
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    }
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = bind(listening, pointer, length)
        _ = listen(listening, 0)
        _ = getsockname(listening, pointer, &length)
        for descriptor in waiting { _ = connect(descriptor, pointer, length) }
      }
    }
    descriptors = waiting + [listening]
    origin = try HTTPOrigin(parsing: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
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

/// Something that happens once, or so many times, and is waited for.
final class Signal: Sendable {
  private struct State {
    var left: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  init(after count: Int = 1) { state = Locked(State(left: count)) }

  func fire() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.left -= 1
      guard state.left <= 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let hasFired = state.withLock { state in
        if state.left > 0 { state.waiting.append(continuation) }
        return state.left <= 0
      }
      if hasFired { continuation.resume() }
    }
  }
}
