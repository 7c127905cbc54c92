import Glibc

/// A keep-alive connection that sends prepared requests and reads answers, and does nothing else.
///
/// Blocking and as cheap as may be: the load shares the machine with what it measures.
final class LoadClient {
  private let descriptor: Int32
  private lazy var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(descriptor >= 0 && result == 0, "cannot connect to the server under test")
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(4))
  }

  deinit { close(descriptor) }

  /// Sends one request and returns the number of bytes of its answer's body, which must be a 200.
  func exchange(_ request: [UInt8]) -> [UInt8] {
    start(request)
    return readAnswer()
  }

  /// Sends a request whose answer is read piece by piece, by ``awaitEvent()``.
  func start(_ request: [UInt8]) {
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes {
        send(descriptor, $0.baseAddress?.advanced(by: sent), request.count - sent, 0)
      }
      precondition(count > 0, "the server closed the connection")
      sent += count
    }
  }

  /// Waits until an event with data has come; heartbeats have none.
  func awaitEvent() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { piece in
      var hasData = false
      while !hasData {
        let count = recv(descriptor, piece.baseAddress, piece.count, 0)
        precondition(count > 0, "the server closed the stream (\(count), errno \(errno))")
        precondition(!piece[0..<count].starts(with: "HTTP/1.1 5".utf8), "no stream was given")
        hasData = piece[0..<count].contains(UInt8(ascii: "{"))
      }
    }
  }

  private func readAnswer() -> [UInt8] {
    var answer: [UInt8] = []
    var total: Int?
    while total.map({ answer.count < $0 }) ?? true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      precondition(count > 0, "the server closed the connection")
      answer.append(contentsOf: buffer[0..<count])
      if total == nil { total = Self.length(of: answer) }
    }
    let head = Array("HTTP/1.1 200".utf8)
    precondition(answer.starts(with: head), String(decoding: answer.prefix(300), as: UTF8.self))
    return answer
  }

  /// Bytes of the whole answer; nil while its head is not complete.
  private static func length(of answer: [UInt8]) -> Int? {
    guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
    guard
      let field = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
      let length = Int(field.dropFirst(15).trimmingPrefix(" "))
    else { preconditionFailure("an answer without a length") }
    return end.upperBound + length
  }

  static func request(_ method: String, _ target: String, bearer: String, body: [UInt8]) -> [UInt8]
  {
    let head = """
      \(method) \(target) HTTP/1.1\r
      Host: localhost:8765\r
      Authorization: Bearer \(bearer)\r
      Sync-Protocol: 2\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    return Array(head.utf8) + body
  }
}

/// Runs `body` on as many threads as there are connections and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Work {
    let body: @Sendable (Int) -> Void
    let index: Int
    init(_ body: @escaping @Sendable (Int) -> Void, _ index: Int) {
      self.body = body
      self.index = index
    }
  }
  var threads: [pthread_t] = []
  for index in 0..<count {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body, index))
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        work.body(work.index)
        return nil
      }, work.toOpaque())
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
}
